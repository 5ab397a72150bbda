import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { useState } from 'react';

import { listUnsent } from '@/db/outbox/outbox';
import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { UnsentDialog } from '@/features/shared/UnsentDialog';
import { useRuntime } from '@/features/shared/runtime';
import { useExtension } from '@/features/shared/useExtension';
import { useI18n } from '@/i18n/I18nProvider';
import { spaceQueries } from '@/queries/spaces';
import { useToast } from '@/ui/Toast';

/** Leaves the space of the phone; refused while unsent records of it are here. Hidden where the service cannot. */
export function LeaveSpace() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { store, scope, session } = runtime;
  const toast = useToast();
  const isOffered = useExtension('membership') && session.ended === null;
  const { data: spaces = [] } = useQuery(spaceQueries.list(runtime));
  /** How many unsent records prevent it; 0 where none does. */
  const [unsent, setUnsent] = useState(0);
  const name =
    spaces.find(({ id }) => id === scope.spaceId)?.name ?? t('you.space', { id: String(scope.spaceId) });
  if (!isOffered) return null;

  const mayAsk = async () => {
    const rows = await listUnsent(store, scope);
    const count = rows.filter(({ exportedAt }) => exportedAt === null).length;
    setUnsent(count);
    return count === 0;
  };
  const leave = async () => {
    const result = await runtime.online.write({
      endpoint: 'changeMembership',
      params: { id: scope.userId },
      body: { data: { state: 'removed' } },
      key: runtime.newId(),
    });
    if (result.kind === 'written') {
      toast({ tone: 'done', icon: 'check', title: t('you.leave.done', { name }) });
      // The next request is refused, and the phone deletes what it downloaded.
      runtime.sync.sendNow();
      // Home says what this means for the phone.
      router.navigate('/');
    } else {
      const why =
        result.kind === 'offline' || result.kind === 'not_now'
          ? t(`common.online.${result.kind}`)
          : t('you.leave.refused');
      toast({ tone: 'person', icon: 'warning', title: why });
    }
    return true;
  };
  return (
    <>
      <ConfirmButton
        kind="quiet"
        label={t('you.leave.button')}
        question={t('you.leave.ask', { name })}
        text={t('you.leave.text')}
        confirmLabel={t('you.leave.confirm')}
        mayAsk={mayAsk}
        onConfirm={leave}
      />
      <UnsentDialog count={unsent} onClose={() => setUnsent(0)} />
    </>
  );
}
