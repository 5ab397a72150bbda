import { type ReactNode } from 'react';
import { ScrollView, View } from 'react-native';
import { useSafeAreaInsets } from 'react-native-safe-area-context';

import { IconButton } from './IconButton';
import { ScrollIntoViewProvider, useScrollContainer } from './scrollIntoView';
import { Text } from './Text';
import { createStyles } from './theme';
import { useToastInDialog } from './Toast';
import { radius, space } from './tokens';

export interface DialogProps {
  open: boolean;
  title: string;
  /** Label of the close button. */
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom, the main one last. */
  actions?: ReactNode;
}

/** The content of a dialog on all platforms. */
export function DialogPanel({
  title,
  closeLabel,
  onClose,
  children,
  actions,
  wide,
}: DialogProps & { wide: boolean }) {
  const styles = useStyles();
  const insets = useSafeAreaInsets();
  const { scrollView, onScroll, onLayout, scrollIntoView } = useScrollContainer();
  const toast = useToastInDialog();
  return (
    <View
      style={[styles.panel, wide ? styles.card : [styles.sheet, { paddingBottom: space.xl + insets.bottom }]]}
    >
      <View style={styles.top}>
        <View style={styles.title}>
          <Text variant="section" heading={2}>
            {title}
          </Text>
        </View>
        <View style={styles.close}>
          <IconButton kind="plain" icon="close" label={closeLabel} onPress={onClose} />
        </View>
      </View>
      <ScrollView
        ref={scrollView}
        onScroll={onScroll}
        onLayout={onLayout}
        scrollEventThrottle={16}
        style={styles.scroll}
        contentContainerStyle={styles.content}
        keyboardShouldPersistTaps="handled"
      >
        <ScrollIntoViewProvider value={scrollIntoView}>{children}</ScrollIntoViewProvider>
      </ScrollView>
      {toast !== null && (
        <View role="alert" aria-live="polite" style={styles.toast}>
          {toast}
        </View>
      )}
      {actions !== undefined && <View style={styles.actions}>{actions}</View>}
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  panel: {
    backgroundColor: colors.surface,
    borderColor: colors.line,
    borderWidth: 1,
    padding: space.xl,
    paddingTop: space.m,
    gap: space.m,
    maxHeight: '90%',
    flexShrink: 1,
  },
  sheet: { borderTopStartRadius: radius.card, borderTopEndRadius: radius.card },
  card: { borderRadius: radius.card, width: 520, maxWidth: '92%' },
  top: { flexDirection: 'row', alignItems: 'center', gap: space.s },
  title: { flex: 1 },
  close: { marginEnd: -space.m },
  scroll: { flexGrow: 0, flexShrink: 1 },
  content: { gap: space.m },
  toast: { alignItems: 'center' },
  actions: { gap: space.s },
}));
