import { type ReactNode } from 'react';

import { type Permissions } from '@/domain/permissions';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';

import { usePermissions } from './usePermissions';

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
 * message and Back, before they type anything that the service would refuse.
 */
export function RequirePermission(props: RequirePermissionProps) {
  const { may, title, back, forbidden, forbiddenText, children } = props;
  if (may(usePermissions())) return children;
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
