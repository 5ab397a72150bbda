import { useQuery } from '@tanstack/react-query';

import { type User } from '@/contract/user';
import { personName } from '@/domain/team';
import { useI18n } from '@/i18n/I18nProvider';
import { tableQuery } from '@/queries/query';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';

import { type Runtime, useRuntime } from './runtime';
import { useExtension } from './useExtension';
import { usePermissions } from './usePermissions';

type Pending = {
  mail: string;
  cancelUrl: string | null;
  /** The address that counts until then. The phone shows the unsent new one in its place. */
  current: string | undefined;
};

const pendingMailQuery = ({ scope, online }: Pick<Runtime, 'scope' | 'online'>, userId: number) =>
  tableQuery({
    queryKey: ['people', scope.id, 'pendingMail', userId],
    // Asked again after a change of this phone was sent.
    tables: ['users', 'outbox'],
    queryFn: async (): Promise<Pending | null> => {
      if (userId === scope.userId) {
        const me = await online.read({ endpoint: 'getMe' });
        if (me.kind !== 'read' || me.value.pending_mail?.mail === undefined) return null;
        const { mail, cancel_url: cancelUrl = null } = me.value.pending_mail;
        return { mail, cancelUrl, current: me.value.User.mail };
      }
      const user = await online.read({ endpoint: 'getUser', params: { id: userId } });
      const mail = user.kind === 'read' ? user.value.pending_mail : undefined;
      return mail === undefined ? null : { mail, cancelUrl: null, current: undefined };
    },
    staleTime: 0,
    gcTime: 0,
  });

/**
 * Says that a new mail address waits for its confirmation. The person confirms it with the link in the mail to the current
 * address, so there is no field for the code here; a manager only proposes.
 */
export function PendingMail({ user }: { user: User }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { canEditPerson } = usePermissions();
  const hasMe = useExtension('me');
  const { data: pending } = useQuery({
    ...pendingMailQuery(runtime, user.id),
    enabled: hasMe && canEditPerson(user),
  });
  if (!pending) return null;
  const { mail, cancelUrl, current = user.mail } = pending;
  const isOwn = user.id === runtime.scope.userId;
  return (
    <Banner
      tone="waiting"
      icon="mail"
      title={t('you.pendingMail.title', { mail })}
      text={
        isOwn
          ? t('you.pendingMail.own', { current: current ?? '' })
          : t('you.pendingMail.other', { name: personName(user) || t('common.unnamed') })
      }
      action={
        isOwn && cancelUrl !== null ? (
          <Button
            kind="secondary"
            label={t('you.pendingMail.withdraw')}
            onPress={() => void runtime.device.openExternal(cancelUrl)}
          />
        ) : undefined
      }
    />
  );
}
