// Offline: a message. A batch is fetched from the service each time.
import { useQueryClient } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';
import { useState } from 'react';
import { View } from 'react-native';

import { type BatchDetail, type BatchStepContent } from '@/contract/batch';
import { whyNotWritten } from '@/domain/online';
import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { LoadedOnline } from '@/features/shared/LoadedOnline';
import { ManagersOnly } from '@/features/shared/ManagersOnly';
import { methodWord } from '@/features/shared/paymentMethod';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useFetched } from '@/features/shared/useFetched';
import { useTabTitle } from '@/features/shared/useTabTitle';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Facts } from '@/ui/Facts';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { createStyles } from '@/ui/theme';
import { useToast } from '@/ui/Toast';
import { space } from '@/ui/tokens';

import { StepDialog, type AskedStep } from './StepDialog';
import { shareBatch } from './files';
import { bankDifference, differenceWords, methodDetail, stateWord, stepWord } from './labels';
import { batchesKey, batchQueries } from './queries';

/** One batch: its payments, its next step, and what happened to it. */
export function BatchScreen() {
  const { t } = useI18n();
  const back = useBack('/batches');
  const { id } = useLocalSearchParams<{ id: string }>();
  return (
    <ManagersOnly area="batches" title={t('batches.one')} tabTitle={null} back={back}>
      <FetchedBatch back={back} id={Number(id)} />
    </ManagersOnly>
  );
}

function FetchedBatch({ back, id }: { back: ReturnType<typeof useBack>; id: number }) {
  const { t } = useI18n();
  const query = useFetched(batchQueries.one(useRuntime(), id));
  const number = query.data?.kind === 'read' ? query.data.value.number : undefined;
  const title = number ?? t('batches.one');
  useTabTitle(title);
  return (
    <Screen title={title} back={back}>
      <LoadedOnline query={query}>{({ value }) => <BatchView batch={value} />}</LoadedOnline>
    </Screen>
  );
}

/** Takes a step at the service, and shows the batch as it is then. */
function useStep(batch: BatchDetail): {
  isBusy: boolean;
  take: (content: BatchStepContent) => Promise<boolean>;
} {
  const { t } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const take = async (content: BatchStepContent) => {
    setBusy(true);
    const result = await runtime.online.write({
      endpoint: 'updateBatch',
      params: { id: batch.id },
      body: { data: { batch: content } },
      key: runtime.newId(),
    });
    setBusy(false);
    const isOver = result.kind === 'written' || result.kind === 'stale';
    if (result.kind !== 'written') {
      const title =
        result.kind === 'stale'
          ? t('batches.stale')
          : result.kind === 'invalid' && content.step === 'close'
            ? t('batches.empty')
            : t(`common.online.${whyNotWritten(result.kind)}`);
      toast({ tone: 'person', icon: 'warning', title });
    }
    await client.invalidateQueries({ queryKey: batchesKey(runtime) });
    return isOver;
  };
  return { isBusy, take };
}

function BatchView({ batch }: { batch: BatchDetail }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const toast = useToast();
  const { isBusy, take } = useStep(batch);
  const [asked, setAsked] = useState<AskedStep | null>(null);
  const { state, currency = '', amount = 0, count = 0, transactions = [], steps = [] } = batch;
  const money = (value: number) => format.money(value, currency);
  const difference = bankDifference(batch);
  const since = transactions.filter((payment) => payment.amount_since !== undefined);

  const share = async (kind: 'csv' | 'pdf') => {
    const result = await shareBatch(runtime, kind, batch, { t, format });
    if (result === 'failed') toast({ tone: 'person', icon: 'warning', title: t('ledger.export.failed') });
  };
  const next = { closed: 'deposit', deposited: 'reconcile' } as const;
  const nextStep = next[state as keyof typeof next];
  const isOpen = state === 'open';
  const isOver = state === 'dissolved';

  return (
    <>
      {difference !== null && difference !== 0 && (
        <Banner
          tone="person"
          icon="warning"
          title={differenceWords({ t, format }, difference, currency)}
          text={batch.reason}
        />
      )}
      {!isOpen && since.length > 0 && (
        <Banner
          tone="person"
          icon="warning"
          title={t('batches.since', { count: since.length })}
          text={t('batches.sinceText')}
        />
      )}
      <Facts
        facts={[
          [t('batches.stateName'), stateWord(t, state)],
          [t('batches.method'), methodWord(t, batch.payment_method_kind ?? '')],
          [t('batches.sum'), money(amount)],
          [t('batches.paymentsName'), format.number(count)],
          [t('batches.deposit.slip'), batch.slip_number],
          [t('batches.deposit.day'), batch.deposited_on && format.calendarDate(batch.deposited_on)],
          [t('batches.reconcile.bank'), batch.bank_amount === undefined ? null : money(batch.bank_amount)],
        ]}
      />
      <View style={styles.buttons}>
        {isOpen && count > 0 && (
          <Button label={t('batches.close')} busy={isBusy} onPress={() => void take({ step: 'close' })} />
        )}
        {nextStep && <Button label={t(`batches.${nextStep}.save`)} onPress={() => setAsked(nextStep)} />}
        {!isOpen && !isOver && (
          <Button kind="secondary" label={t('batches.reopen.save')} onPress={() => setAsked('reopen')} />
        )}
        {count > 0 && (
          <>
            <Button
              kind="secondary"
              icon="download"
              label={t('batches.slip.print')}
              onPress={() => void share('pdf')}
            />
            <Button kind="secondary" icon="list" label={t('batches.csv')} onPress={() => void share('csv')} />
          </>
        )}
        {isOpen && (
          <ConfirmButton
            kind="quiet"
            label={t('batches.dissolve.open')}
            question={t('batches.dissolve.ask', { number: batch.number ?? '' })}
            text={t('batches.dissolve.text')}
            confirmLabel={t('batches.dissolve.confirm')}
            onConfirm={() => take({ step: 'dissolve' })}
          />
        )}
      </View>
      {isOpen && count === 0 && <Banner tone="waiting" icon="warning" title={t('batches.noPayments')} />}
      {count > 0 && <SectionHeader title={t('batches.paymentsName')} />}
      {transactions.map((payment) => (
        <ListRow
          key={payment.id}
          title={payment.name ?? t('common.unnamed')}
          detail={[
            payment.date && format.date(payment.date),
            t('common.number', { id: String(payment.bundle_id ?? '') }),
            payment.recorder,
            methodDetail(payment.payment_method),
            payment.amount_since !== undefined &&
              !isOpen &&
              t('batches.sinceAmount', { amount: money(payment.amount_since) }),
          ]
            .filter(Boolean)
            .join(' · ')}
          value={money(payment.amount ?? 0)}
          strongValue
          onPress={() => router.push({ pathname: '/ledger/[id]', params: { id: payment.bundle_id ?? 0 } })}
          trailing={
            isOpen ? (
              <Button
                kind="quiet"
                label={t('batches.takeOut')}
                busy={isBusy}
                hint={payment.name ?? t('common.number', { id: String(payment.bundle_id ?? '') })}
                onPress={() => void take({ step: 'take_out', transactions: [payment.id] })}
              />
            ) : undefined
          }
        />
      ))}
      {count > 0 && <ListRow title={t('batches.sum')} value={money(amount)} strongValue last />}
      <SectionHeader title={t('batches.history')} />
      {steps.map(({ id, step, at, name, reason, amount: sum = 0, slip_number: slip, bank_amount: bank }) => (
        <ListRow
          key={id}
          title={stepWord(t, step)}
          detail={[
            name,
            reason,
            slip !== undefined && t('batches.slipSaid', { number: slip }),
            bank !== undefined && t('batches.bankSaid', { amount: money(bank) }),
          ]
            .filter(Boolean)
            .join(' · ')}
          value={[at && format.since(at, runtime.now()), money(sum)].filter(Boolean).join(' · ')}
        />
      ))}
      {asked !== null && (
        <StepDialog
          step={asked}
          batch={batch}
          isBusy={isBusy}
          onClose={() => setAsked(null)}
          onStep={(content) => void take(content).then((isOver) => isOver && setAsked(null))}
        />
      )}
    </>
  );
}

const useStyles = createStyles(() => ({
  buttons: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
}));
