import { useQuery } from '@tanstack/react-query';

import { actionBucket, holdsAllContacts } from '@/domain/buckets';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { bucketQueries } from '@/queries/buckets';
import { Text } from '@/ui/Text';

/** Whether the people of an action are on this phone. Nothing where everyone is. */
export function PeopleOnPhone({ actionId }: { actionId: number }) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { data: buckets = null } = useQuery(bucketQueries.current(runtime));
  const { data: contacts } = useQuery(bucketQueries.contacts(runtime));
  if (buckets === null || holdsAllContacts(buckets) || contacts === undefined) return null;
  const bucket = actionBucket(actionId);
  const count = contacts.get(bucket) ?? 0;
  return (
    <Text variant="note" tone="quiet">
      {buckets.includes(bucket)
        ? t('actions.onPhone', { count, number: format.number(count) })
        : t('actions.notOnPhone')}
    </Text>
  );
}
