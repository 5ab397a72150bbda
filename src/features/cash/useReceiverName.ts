import { useQuery } from '@tanstack/react-query';

import type { HandOver } from '@/contract/cashRecord';
import { personName } from '@/domain/team';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { peopleQueries } from '@/queries/people';

/** Who takes a hand-over. One that is known only from its scanned code has the person, not the name. */
export function useReceiverName({ user_id: userId = 0, name }: HandOver['to']): string {
  const { t } = useI18n();
  const { data } = useQuery(peopleQueries.one(useRuntime(), userId));
  return name || (data ? personName(data.user) : '') || t('common.unnamed');
}
