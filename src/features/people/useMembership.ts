import { useQueryClient } from '@tanstack/react-query';

import { type MembershipState } from '@/contract/member';
import { whyNotWritten } from '@/domain/online';
import { useAskSecondStep } from '@/features/shared/SecondStepButton';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { useToast } from '@/ui/Toast';

import { memberQueries } from './queries';

/** Changes a membership. Not queued: an hour later would be too late. Returns whether it is done. */
export function useMembership(userId: number, name: string): (state: MembershipState) => Promise<boolean> {
  const { t } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const client = useQueryClient();
  const askSecondStep = useAskSecondStep();
  return async (state) => {
    const result = await runtime.online.write({
      endpoint: 'changeMembership',
      params: { id: userId },
      body: { data: { state } },
      key: runtime.newId(),
    });
    if (result.kind === 'written') {
      toast({ tone: 'done', icon: 'check', title: t(`people.membership.done.${state}`, { name }) });
      // The changed person arrives with the next pull.
      runtime.sync.sendNow();
      await client.invalidateQueries({ queryKey: memberQueries.away(runtime).queryKey });
      return true;
    }
    if (result.kind === 'second_step') {
      askSecondStep();
      return false;
    }
    toast({
      tone: 'person',
      icon: 'warning',
      title: t(`people.profile.notSignedOut.${whyNotWritten(result.kind)}`),
    });
    return false;
  };
}
