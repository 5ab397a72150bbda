import { type ReactNode } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';

import { RequirePermission } from './RequirePermission';
import type { useBack } from './useBack';
import { useExtension, useLacksExtension } from './useExtension';
import { useTabTitle } from './useTabTitle';

const icons = { batches: 'cash', months: 'calendar', reconciliation: 'cash' } as const;
type Extension = keyof typeof icons;

interface ManagersOnlyProps {
  /** What the texts speak of. All but `sealed` is an extension of the service of the same name. */
  area: Extension | 'sealed';
  title: string;
  /** The name of the tab; null where a screen inside names it. */
  tabTitle?: string | null;
  back: ReturnType<typeof useBack>;
  children: ReactNode;
}

/** A screen for managers: others read who can help them, and a service without the extension is named. */
export function ManagersOnly({ area, title, tabTitle = title, back, children }: ManagersOnlyProps) {
  const { t } = useI18n();
  useTabTitle(tabTitle);
  return (
    <RequirePermission
      may={({ canCorrectBundles }) => canCorrectBundles}
      title={title}
      back={back}
      forbidden={t(`${area}.forbidden`)}
      forbiddenText={t(`${area}.forbiddenText`)}
    >
      {area === 'sealed' ? (
        children
      ) : (
        <WithExtension area={area} title={title} back={back}>
          {children}
        </WithExtension>
      )}
    </RequirePermission>
  );
}

function WithExtension({ area, title, back, children }: ManagersOnlyProps & { area: Extension }) {
  const { t } = useI18n();
  const hasExtension = useExtension(area);
  const isMissing = useLacksExtension(area);
  if (hasExtension) return children;
  return (
    <Screen title={title} back={back}>
      {isMissing && (
        <EmptyState icon={icons[area]} title={t(`${area}.notHere`)} text={t(`${area}.notHereText`)} />
      )}
    </Screen>
  );
}
