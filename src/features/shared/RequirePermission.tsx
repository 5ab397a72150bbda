import { type ReactNode } from 'react';

import { type Permissions } from '@/domain/permissions';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';

import { usePermissions } from './usePermissions';

interface RequirePermissionProps {
  /** The rule by which the button that leads here is shown. */
  may: (permissions: Permissions) => boolean;
  title: string;
  back: { label: string; onPress: () => void } | undefined;
  /** What everybody else is told, and who may. */
  forbidden: string;
  forbiddenText: string;
  children: ReactNode;
}

/**
 * A form that can be opened by its address, also by somebody for whom no button leads there: they get one clear
 * sentence and the way back, before they have typed anything that the service would refuse.
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
