import { KeyboardAvoidingView, Modal, Pressable } from 'react-native';

import { type DialogProps, DialogPanel } from './DialogPanel';
import { useWide } from './layout';
import { createStyles, useTheme } from './theme';
import { useBackdropPress } from './useBackdropPress';

/** A question in front of everything: a sheet at the thumb on a phone, a card in the middle where there is room. */
export function Dialog(props: DialogProps) {
  const styles = useStyles();
  const wide = useWide();
  const pressShade = useBackdropPress(props.open, props.onClose);
  const { reducedMotion } = useTheme();
  return (
    <Modal
      visible={props.open}
      transparent
      animationType={reducedMotion ? 'none' : 'fade'}
      onRequestClose={props.onClose}
      accessibilityViewIsModal
    >
      <KeyboardAvoidingView behavior="padding" style={[styles.room, wide ? styles.middle : styles.bottom]}>
        {/* The panel has a close button of its own; the shade is a convenience and stays silent. */}
        <Pressable aria-hidden accessible={false} onPress={pressShade} style={styles.shade} />
        <DialogPanel {...props} wide={wide} />
      </KeyboardAvoidingView>
    </Modal>
  );
}

const useStyles = createStyles(({ colors }) => ({
  room: { flex: 1 },
  middle: { justifyContent: 'center', alignItems: 'center' },
  bottom: { justifyContent: 'flex-end' },
  shade: { position: 'absolute', top: 0, bottom: 0, start: 0, end: 0, backgroundColor: colors.scrim },
}));
