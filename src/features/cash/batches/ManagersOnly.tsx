import { useIsFocused } from 'expo-router';
import { type ReactNode } from 'react';

import { RequirePermission } from '@/features/shared/RequirePermission';
import { type useBack } from '@/features/shared/useBack';
import { useExtension, useLacksExtension } from '@/features/shared/useExtension';
import { useI18n } from '@/i18n/I18nProvider';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';

interface ManagersOnlyProps {
  title: string;
  back: ReturnType<typeof useBack>;
  children: ReactNode;
}

/** A screen of batches: for managers, with a service that has them. Fetched again each time it is focused. */
export function ManagersOnly({ title, back, children }: ManagersOnlyProps) {
  const { t } = useI18n();
  const isFocused = useIsFocused();
  const hasBatches = useExtension('batches');
  const isMissing = useLacksExtension('batches');
  return (
    <RequirePermission
      may={({ canCorrectBundles }) => canCorrectBundles}
      title={title}
      back={back}
      forbidden={t('batches.forbidden')}
      forbiddenText={t('batches.forbiddenText')}
    >
      {hasBatches ? (
        isFocused && children
      ) : (
        <Screen title={title} back={back}>
          {isMissing && (
            <EmptyState icon="cash" title={t('batches.notHere')} text={t('batches.notHereText')} />
          )}
        </Screen>
      )}
    </RequirePermission>
  );
}
