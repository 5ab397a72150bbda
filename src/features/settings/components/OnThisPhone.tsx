import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { useState } from 'react';

import { lookedUp } from '@/db/pull/buckets';
import { actionOfBucket, holdsAllContacts } from '@/domain/buckets';
import { useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { useAttempt } from '@/features/shared/useAttempt';
import { useCanHold } from '@/features/shared/useCanHold';
import { useI18n } from '@/i18n/I18nProvider';
import { actionQueries } from '@/queries/actions';
import { bucketQueries } from '@/queries/buckets';
import { deviceQueries } from '@/queries/device';
import { diagnosticsQueries } from '@/queries/diagnostics';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Facts, type Fact } from '@/ui/Facts';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';

/**
 * What is on this phone, and a button to download it again. Unsent records are never deleted, and nothing is deleted
 * while the service cannot be reached: a volunteer would have an empty phone.
 */
export function OnThisPhone() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const attempt = useAttempt();
  const { data: usage } = useQuery(diagnosticsQueries.usage(runtime));
  const { isOnline, phase, problem } = useSyncStatus();
  const canFetch = isOnline && problem === null && phase.kind !== 'signed_out' && phase.kind !== 'login_page';
  const [isAsking, setAsking] = useState(false);
  const [isClearing, setClearing] = useState(false);
  const asks = canFetch || isClearing;
  const { data: persistence } = useQuery(deviceQueries.persistence(runtime));
  const { unsentAt = null, paymentAt = null } = usage?.oldest ?? {};
  const counts = (usage?.counts ?? [])
    .filter(({ count }) => count > 0)
    .map(({ table, count }): Fact => [t(`settings.phone.kind.${table}`), format.number(count)]);
  const peopleOf = usePeopleByAction();
  const canHold = useCanHold();
  const megabytes = format.number(Math.round(((usage?.size ?? 0) / 2 ** 20) * 10) / 10);

  const clear = async () => {
    setClearing(true);
    const isCleared = await attempt(async () => {
      await runtime.session.clearCache();
      return true;
    });
    setClearing(false);
    setAsking(false);
    if (isCleared) toast({ tone: 'done', icon: 'check', title: t('settings.phone.cleared') });
  };

  return (
    <>
      {persistence !== undefined && persistence !== 'kept' && (
        <Banner
          tone="waiting"
          icon="warning"
          title={t('settings.phone.evictedTitle')}
          text={t('settings.phone.evictedText')}
        />
      )}
      <Facts
        title={t('settings.phone.title')}
        facts={[
          ...counts,
          ...peopleOf,
          [t('settings.phone.size'), usage && t('settings.phone.megabytes', { number: megabytes })],
          [
            t('settings.phone.oldestUnsent'),
            unsentAt === null ? null : format.since(unsentAt, runtime.now()),
          ],
          [t('settings.phone.oldestPayment'), paymentAt === null ? null : format.date(paymentAt)],
        ]}
      />
      {canHold && (
        <Button
          kind="secondary"
          icon="people"
          label={t('settings.phone.choose')}
          onPress={() => router.push('/holding')}
        />
      )}
      <Button
        kind="secondary"
        icon="refresh"
        label={t('settings.phone.clear')}
        onPress={() => setAsking(true)}
      />
      <Dialog
        open={isAsking}
        title={t(asks ? 'settings.phone.clearTitle' : 'settings.phone.notNowTitle')}
        closeLabel={t('common.close')}
        onClose={() => setAsking(false)}
        actions={
          asks ? (
            <>
              <Button kind="secondary" label={t('common.cancel')} onPress={() => setAsking(false)} />
              <Button
                label={t('settings.phone.clearConfirm')}
                busy={isClearing}
                onPress={() => void clear()}
              />
            </>
          ) : undefined
        }
      >
        <Text>{t(asks ? 'settings.phone.clearText' : 'settings.phone.notNowText')}</Text>
      </Dialog>
    </>
  );
}

/** How many people of each action are on this phone, where it holds only those. */
function usePeopleByAction(): Fact[] {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { data: buckets = null } = useQuery(bucketQueries.current(runtime));
  const { data: contacts = new Map<string, number>() } = useQuery(bucketQueries.contacts(runtime));
  const { data: actions = [] } = useQuery(actionQueries.list(runtime));
  if (buckets === null || holdsAllContacts(buckets)) return [];
  const nameOf = (id: number) =>
    actions.find(({ Action }) => Action.id === id)?.Action.name || t('common.number', { id: String(id) });
  const ofActions = buckets.flatMap((bucket): Fact[] => {
    const id = actionOfBucket(bucket);
    return id === null
      ? []
      : [[t('settings.phone.peopleOf', { name: nameOf(id) }), format.number(contacts.get(bucket) ?? 0)]];
  });
  const found = contacts.get(lookedUp) ?? 0;
  return [...ofActions, [t('settings.phone.lookedUp'), found === 0 ? null : format.number(found)]];
}
