// Offline: complete, but for a history that was never opened with signal. A correction is shown immediately, marked.
import { useQuery } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';

import { type ShownBundle } from '@/db/outbox/pendingBundles';
import { sumByCurrency } from '@/domain/money';
import { countedParts } from '@/domain/months';
import { numberIn } from '@/domain/receipt';
import { AnswersCard } from '@/features/shared/AnswersCard';
import { CountedInNote } from '@/features/shared/CountedInNote';
import { CountedNote } from '@/features/shared/CountedNote';
import { DoubledGifts } from '@/features/shared/DoubledGifts';
import { methodWord } from '@/features/shared/paymentMethod';
import { Loaded } from '@/features/shared/Loaded';
import { PendingNote } from '@/features/shared/PendingNote';
import { ReceiptButton } from '@/features/shared/ReceiptButton';
import { useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { useFreshness } from '@/features/shared/useFreshness';
import { usePermissions } from '@/features/shared/usePermissions';
import { useTabTitle } from '@/features/shared/useTabTitle';
import { useI18n } from '@/i18n/I18nProvider';
import { answerQueries } from '@/queries/answers';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';

import { BundleItems } from './components/BundleItems';
import { History } from './components/History';
import { ledgerQueries, type ShownLedgerBundle } from './queries';
import { personOf } from './labels';
import { useLedgerBack } from './useLedgerBack';

/** One payment event: its transactions, memberships and donations, who it is for, and its history. */
export function BundleScreen() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { id = '' } = useLocalSearchParams<{ id: string }>();
  const query = useQuery(ledgerQueries.bundle(runtime, id));
  const back = useLedgerBack();
  const freshness = useFreshness();
  const shown = query.data;
  const sums = sumByCurrency(
    (shown?.view.bundle.transactions ?? []).map(({ amount = 0, currency = '' }) => ({ amount, currency }))
  );
  const first = shown?.view.bundle.transactions[0];
  const numbered =
    shown && shown.view.id !== null
      ? `${t('ledger.bundle.title')} ${t('common.number', { id: String(shown.view.id) })}`
      : undefined;
  const amounts = format.list(sums.map(({ amount, currency }) => format.money(amount, currency)));
  useTabTitle([amounts, numbered ?? t('ledger.bundle.title')].filter(Boolean).join(' · '));
  return (
    <Screen
      title={amounts || t('ledger.bundle.title')}
      above={numbered}
      below={[
        first?.date && `${format.date(first.date)}, ${format.time(first.date)}`,
        first?.payment_method_kind && methodWord(t, first.payment_method_kind),
      ]
        .filter(Boolean)
        .join(' · ')}
      back={back}
      barText={freshness}
    >
      <Loaded query={query}>
        {(bundle) => (bundle === null ? <Missing /> : <Bundle id={id} shown={bundle} />)}
      </Loaded>
    </Screen>
  );
}

/** The bundle is not on the phone: it may still arrive before the first download is complete. */
function Missing() {
  const { t } = useI18n();
  const { lastPulledAt } = useSyncStatus();
  const text = t(lastPulledAt === null ? 'ledger.empty.goneNotYet' : 'ledger.empty.goneText');
  return <EmptyState icon="cash" title={t('ledger.empty.gone')} text={text} />;
}

function Bundle({ id, shown }: { id: string; shown: ShownLedgerBundle }) {
  const { t, format } = useI18n();
  const { canCorrectBundles } = usePermissions();
  const { view, names, history, isOfOpenShift, countedAt } = shown;
  const { bundle, pending } = view;
  const runtime = useRuntime();
  const { data: asked } = useQuery(answerQueries.ofGift(runtime, view));
  const words = { t, format, names };
  const people = new Set([...bundle.memberships, ...bundle.donations].map((item) => personOf(words, item)));
  return (
    <>
      {pending.length > 0 && <PendingNote rows={pending} />}
      <CountedInNote date={bundle.transactions[0]?.date} parts={countedParts(bundle.counted)} />
      {view.id !== null && <DoubledGifts bundleId={view.id} />}
      {people.size > 0 && (
        <Text variant="strong">{t('ledger.bundle.forWhom', { names: format.list([...people]) })}</Text>
      )}
      {(canCorrectBundles || isOfOpenShift) && isOnePayment(bundle) && (
        <Button
          kind="secondary"
          icon="edit"
          label={t('ledger.bundle.correct')}
          onPress={() => router.push({ pathname: '/record', params: { fix: id } })}
        />
      )}
      <ReceiptButton code={bundle.receipt} id={id} />
      {!canCorrectBundles && countedAt !== null && <CountedNote at={countedAt} />}
      {canCorrectBundles && view.id !== null && (
        <Button
          kind="secondary"
          icon="cash"
          label={t('ledger.bundle.correctStatus')}
          onPress={() => router.push({ pathname: '/ledger/[id]/correct', params: { id } })}
        />
      )}
      {canCorrectBundles && view.id === null && (
        <Text variant="note" tone="quiet">
          {t('ledger.bundle.correctLater')}
        </Text>
      )}
      <AnswersCard asked={asked} />
      <BundleItems bundle={bundle} words={words} />
      <Facts
        title={t('ledger.bundle.summary')}
        facts={[
          [t('ledger.bundle.transactions'), format.number(bundle.transactions.length)],
          [t('ledger.bundle.memberships'), format.number(bundle.memberships.length)],
          [t('ledger.bundle.donations'), format.number(bundle.donations.length)],
          [t('batches.column.recorder'), names.user.get(bundle.created_by ?? -1)],
          [t('batches.column.receiver'), names.user.get(bundle.received_by ?? -1)],
          [t('receipts.line.number'), numberIn(bundle.receipt)],
          [
            t('batches.column.batch'),
            format.commaList([...new Set(bundle.batches?.flatMap(({ number }) => number ?? []))]),
          ],
        ]}
      />
      {view.id !== null && <History bundleId={view.id} entries={history} words={words} />}
    </>
  );
}

/** What the form of a record shows: one payment with its items. */
const isOnePayment = ({ transactions, memberships, donations }: ShownBundle) =>
  transactions.length === 1 && memberships.length + donations.length > 0;
