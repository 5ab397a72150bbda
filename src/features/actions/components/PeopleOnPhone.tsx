import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';

import { actionBucket, holdsAllContacts } from '@/domain/buckets';
import { useRuntime } from '@/features/shared/runtime';
import { useCanHold } from '@/features/shared/useCanHold';
import { useI18n } from '@/i18n/I18nProvider';
import { bucketQueries } from '@/queries/buckets';
import { Button } from '@/ui/Button';
import { Text } from '@/ui/Text';

/** Whether the people of an action are on this phone. Nothing where everyone is. */
export function PeopleOnPhone({ actionId }: { actionId: number }) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { data: buckets = null } = useQuery(bucketQueries.current(runtime));
  const { data: contacts } = useQuery(bucketQueries.contacts(runtime));
  const canHold = useCanHold();
  if (buckets === null || holdsAllContacts(buckets) || contacts === undefined) return null;
  const bucket = actionBucket(actionId);
  const count = contacts.get(bucket) ?? 0;
  if (!buckets.includes(bucket) && canHold)
    return (
      <>
        <Text variant="note" tone="quiet">
          {t('actions.notChosen')}
        </Text>
        <Button
          kind="secondary"
          icon="people"
          label={t('settings.phone.choose')}
          onPress={() => router.push('/holding')}
        />
      </>
    );
  return (
    <Text variant="note" tone="quiet">
      {buckets.includes(bucket)
        ? t('actions.onPhone', { count, number: format.number(count) })
        : t('actions.notOnPhone')}
    </Text>
  );
}
