import { useQuery } from '@tanstack/react-query';

import type { Received } from '@/db/cash/myCash';
import { personName } from '@/domain/team';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { peopleQueries } from '@/queries/people';

import { codeQueries } from './queries';

/** Who gave what this person received. */
export function useGiverName({ userId, reply }: Received): string {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { data: found } = useQuery({
    ...codeQueries.giver(runtime, reply.hand_over),
    enabled: userId === null,
  });
  const { data: giver } = useQuery(peopleQueries.one(runtime, userId ?? found ?? 0));
  return (giver ? personName(giver.user) : '') || t('common.unnamed');
}
