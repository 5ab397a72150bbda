import { type ReactNode, useEffect, useMemo } from 'react';
import { View } from 'react-native';
import { SafeAreaInsetsContext, useSafeAreaInsets } from 'react-native-safe-area-context';

import { type PracticeControls, useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { RowText } from '@/ui/RowText';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { useToast } from '@/ui/Toast';
import { space } from '@/ui/tokens';

/** Marks every screen of a practice with a bar above it. */
export function PracticeFrame({ children }: { children: ReactNode }) {
  const { practice } = useRuntime();
  return practice.isOn ? <Marked practice={practice}>{children}</Marked> : children;
}

type Running = Extract<PracticeControls, { isOn: true }>;

function Marked({ practice, children }: { practice: Running; children: ReactNode }) {
  const { t } = useI18n();
  const styles = useStyles();
  const toast = useToast();
  const insets = useSafeAreaInsets();
  // The bar covers the upper safe area already.
  const below = useMemo(() => ({ ...insets, top: 0 }), [insets]);
  useEffect(
    () => practice.onBlocked(() => toast({ tone: 'moving', icon: 'info', title: t('practice.blocked') })),
    [practice, toast, t]
  );
  return (
    <View style={styles.page}>
      <View role="status" style={[styles.bar, { paddingTop: insets.top + space.xs }]}>
        <Icon name="info" size={20} tone="moving" />
        <RowText>
          <Text variant="noteStrong" tone="moving" maxFontSizeMultiplier={1.5}>
            {t('practice.bar')}
          </Text>
        </RowText>
        <Button kind="quiet" label={t('practice.leave')} onPress={practice.leave} />
      </View>
      <View style={styles.page}>
        <SafeAreaInsetsContext.Provider value={below}>{children}</SafeAreaInsetsContext.Provider>
      </View>
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  page: { flex: 1, minHeight: 0 },
  bar: {
    flexDirection: 'row',
    // With large text the button gets a line of its own.
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: space.s,
    paddingHorizontal: space.l,
    paddingBottom: space.xs,
    backgroundColor: colors.states.moving.ground,
  },
}));
