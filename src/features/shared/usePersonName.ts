import { useQuery } from '@tanstack/react-query';

import { personName } from '@/domain/team';
import { useI18n } from '@/i18n/I18nProvider';
import { peopleQueries } from '@/queries/people';

import { useRuntime } from './runtime';

/** The name of a user; empty while it is read. */
export function usePersonName(userId: number): string {
  const { t } = useI18n();
  const { data } = useQuery(peopleQueries.one(useRuntime(), userId));
  if (data === undefined) return '';
  return (data && personName(data.user)) || t('common.unnamed');
}
