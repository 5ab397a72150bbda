import { KeyboardAvoidingView, Modal, Pressable } from 'react-native';

import { type DialogProps, DialogPanel } from './DialogPanel';
import { useWide } from './layout';
import { createStyles, useTheme } from './theme';
import { useBackdropPress } from './useBackdropPress';

/** A modal: a bottom sheet on a phone, a centered card on a wide screen. */
export function Dialog(props: DialogProps) {
  const styles = useStyles();
  const wide = useWide();
  const pressBackdrop = useBackdropPress(props.open, props.onClose);
  const { reducedMotion } = useTheme();
  return (
    <Modal
      visible={props.open}
      transparent
      animationType={reducedMotion ? 'none' : 'fade'}
      onRequestClose={props.onClose}
      accessibilityViewIsModal
    >
      <KeyboardAvoidingView behavior="padding" style={[styles.frame, wide ? styles.middle : styles.bottom]}>
        {/* Hidden from screen readers: the panel has a close button. */}
        <Pressable aria-hidden accessible={false} onPress={pressBackdrop} style={styles.backdrop} />
        <DialogPanel {...props} wide={wide} />
      </KeyboardAvoidingView>
    </Modal>
  );
}

const useStyles = createStyles(({ colors }) => ({
  frame: { flex: 1 },
  middle: { justifyContent: 'center', alignItems: 'center' },
  bottom: { justifyContent: 'flex-end' },
  backdrop: { position: 'absolute', top: 0, bottom: 0, start: 0, end: 0, backgroundColor: colors.scrim },
}));
