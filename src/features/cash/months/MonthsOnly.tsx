import { useIsFocused } from 'expo-router';
import { type ReactNode } from 'react';

import { RequirePermission } from '@/features/shared/RequirePermission';
import { type useBack } from '@/features/shared/useBack';
import { useExtension, useLacksExtension } from '@/features/shared/useExtension';
import { useI18n } from '@/i18n/I18nProvider';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';

interface MonthsOnlyProps {
  title: string;
  back: ReturnType<typeof useBack>;
  children: ReactNode;
}

/** A screen of months: for managers, with a service that closes them. Fetched again each time it is focused. */
export function MonthsOnly({ title, back, children }: MonthsOnlyProps) {
  const { t } = useI18n();
  const isFocused = useIsFocused();
  const hasMonths = useExtension('months');
  const isMissing = useLacksExtension('months');
  return (
    <RequirePermission
      may={({ canCorrectBundles }) => canCorrectBundles}
      title={title}
      back={back}
      forbidden={t('months.forbidden')}
      forbiddenText={t('months.forbiddenText')}
    >
      {hasMonths ? (
        isFocused && children
      ) : (
        <Screen title={title} back={back}>
          {isMissing && (
            <EmptyState icon="calendar" title={t('months.notHere')} text={t('months.notHereText')} />
          )}
        </Screen>
      )}
    </RequirePermission>
  );
}
