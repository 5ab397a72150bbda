// Offline: a message. The batches are fetched from the service each time.
import { router } from 'expo-router';

import { type Batch } from '@/contract/batch';
import { LoadedOnline } from '@/features/shared/LoadedOnline';
import { ManagersOnly } from '@/features/shared/ManagersOnly';
import { methodWord } from '@/features/shared/paymentMethod';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useFetched } from '@/features/shared/useFetched';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';

import { bankDifference, differenceWords, stateWord } from './labels';
import { batchQueries } from './queries';

/** What goes to the bank: the deposit batches of the space. */
export function BatchesScreen() {
  const { t } = useI18n();
  const back = useBack('/you');
  return (
    <ManagersOnly area="batches" title={t('batches.title')} back={back}>
      <Batches back={back} />
    </ManagersOnly>
  );
}

function Batches({ back }: { back: ReturnType<typeof useBack> }) {
  const { t } = useI18n();
  const query = useFetched(batchQueries.list(useRuntime()));
  return (
    <Screen
      title={t('batches.title')}
      back={back}
      trailing={
        query.data?.kind === 'read' && (
          <Button
            kind="secondary"
            icon="plus"
            label={t('batches.make.open')}
            onPress={() => router.push('/batches/new')}
          />
        )
      }
    >
      <Text tone="quiet">{t('batches.text')}</Text>
      <LoadedOnline query={query}>
        {({ value: { good } }) => {
          if (good.length === 0)
            return <EmptyState icon="cash" title={t('batches.none')} text={t('batches.noneText')} />;
          return good.map((batch) => <BatchRow key={batch.id} batch={batch} />);
        }}
      </LoadedOnline>
    </Screen>
  );
}

function BatchRow({ batch }: { batch: Batch }) {
  const { t, format } = useI18n();
  const { currency = '', count = 0, amount = 0 } = batch;
  const difference = bankDifference(batch);
  return (
    <ListRow
      title={batch.number ?? t('common.number', { id: String(batch.id) })}
      detail={[
        stateWord(t, batch.state),
        methodWord(t, batch.payment_method_kind ?? ''),
        t('batches.payments', { count, number: format.number(count) }),
        difference && differenceWords({ t, format }, difference, currency),
      ]
        .filter(Boolean)
        .join(' · ')}
      value={format.money(amount, currency)}
      strongValue
      onPress={() => router.push({ pathname: '/batches/[id]', params: { id: batch.id } })}
    />
  );
}
