import { type ReactNode } from 'react';

import { type Permissions } from '@/domain/permissions';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';

import { useRuntime, useSyncStatus } from './runtime';
import { syncLine } from './syncLine';
import { useIsRoleKnown, usePermissions } from './usePermissions';

interface RequirePermissionProps {
  /** The same rule shows the button that leads here. */
  may: (permissions: Permissions) => boolean;
  title: string;
  back: { label: string; onPress: () => void } | undefined;
  /** Shown to all other users: who has the permission. */
  forbidden: string;
  forbiddenText: string;
  children: ReactNode;
}

/**
 * A form can be opened by its address without the button that leads to it. People without the permission get a
 * message and Back, before they type anything that the service would refuse. Before the first download nobody knows the
 * role: the state of the download is shown.
 */
export function RequirePermission(props: RequirePermissionProps) {
  const { may, title, back, forbidden, forbiddenText, children } = props;
  const isAllowed = may(usePermissions());
  const isKnown = useIsRoleKnown();
  if (isAllowed) return children;
  if (!isKnown)
    return (
      <Screen title={title} titlePlace="bar" back={back}>
        <FirstDownload />
      </Screen>
    );
  return (
    <Screen title={title} titlePlace="bar" back={back}>
      <EmptyState
        icon="lock"
        title={forbidden}
        text={forbiddenText}
        action={back && <Button kind="secondary" label={back.label} onPress={back.onPress} />}
      />
    </Screen>
  );
}

function FirstDownload() {
  const { t, format } = useI18n();
  const { now, session } = useRuntime();
  const { icon, text } = syncLine(t, format, useSyncStatus(), now(), session.ended);
  return <EmptyState icon={icon} title={text} />;
}
