// Offline: a message. Only the service knows what was received and is in no batch.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';
import { useRef, useState } from 'react';
import { View } from 'react-native';

import { type BatchablePayment } from '@/contract/batch';
import { isCash } from '@/domain/cash/cash';
import { whyNotWritten } from '@/domain/online';
import { paymentsText, readPayments, type PaymentPlace } from '@/features/shared/batchAddress';
import { Loaded } from '@/features/shared/Loaded';
import { ManagersOnly } from '@/features/shared/ManagersOnly';
import { NotAvailable } from '@/features/shared/NotAvailable';
import { methodWord } from '@/features/shared/paymentMethod';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useFetched } from '@/features/shared/useFetched';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { EmptyState } from '@/ui/EmptyState';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SearchField } from '@/ui/SearchField';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';

import { findPayments, type Group, groupPayments, keyOf } from './groups';
import { methodDetail } from './labels';
import { whyLeftOut } from './leftOut';
import { batchesKey, batchQueries, mostListed } from './queries';

/** Choose what goes to the bank together. */
export function NewBatchScreen() {
  const { t } = useI18n();
  const back = useBack('/batches');
  return (
    <ManagersOnly area="batches" title={t('batches.make.title')} back={back}>
      <NewBatch back={back} />
    </ManagersOnly>
  );
}

function NewBatch({ back }: { back: ReturnType<typeof useBack> }) {
  const { t } = useI18n();
  const query = useFetched(batchQueries.batchable(useRuntime()));
  const { payments } = useLocalSearchParams<{ payments?: string }>();
  const asked = readPayments(payments);
  const result = query.data;
  if (result?.kind === 'read' && result.value.good.length > 0) {
    const { good, total = good.length } = result.value;
    return <BatchForm back={back} groups={groupPayments(good)} isCut={total > good.length} asked={asked} />;
  }
  return (
    <Screen title={t('batches.make.title')} back={back}>
      <Loaded query={query}>
        {(failed) =>
          failed.kind === 'read' ? (
            <>
              <EmptyState icon="check" title={t('batches.make.none')} text={t('batches.make.noneText')} />
              <LeftOut places={asked} />
            </>
          ) : (
            <NotAvailable why={failed.kind} onRetry={() => void query.refetch()} />
          )
        }
      </Loaded>
    </Screen>
  );
}

/** Cash that was counted differently is at least in part there; of the cheques each one may be missing. */
const mayBeElsewhere = ({
  is_absent,
  held_by,
  is_disputed,
  payment_method_kind: kind = '',
}: BatchablePayment) =>
  is_absent === true || held_by !== undefined || (is_disputed === true && !isCash(kind));

/** So many payments are seen without a search. */
const mostWithoutSearch = 8;

interface BatchFormProps {
  back: ReturnType<typeof useBack>;
  groups: readonly Group[];
  /** Whether the service has more payments than it listed. */
  isCut: boolean;
  /** Selected in the ledger: ticked at first, and nothing else. None ticks everything that a manager should have. */
  asked: readonly PaymentPlace[];
}

function BatchForm({ back, groups, isCut, asked: stillAsked }: BatchFormProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const client = useQueryClient();
  const [wanted, setWanted] = useState('');
  // As it was at first: at the end the address has none left, which would mean all.
  const [asked] = useState(stillAsked);
  /** What the treasurer ticked or cleared, by payment; the others are ticked if they were asked for. */
  const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isTicked = (payment: BatchablePayment) =>
    choices.get(payment.id) ??
    (asked.length === 0 ? !mayBeElsewhere(payment) : asked.some(({ payment: id }) => payment.id === id));
  const [words, setWords] = useState('');
  const [isBusy, setBusy] = useState(false);
  // Trying again with the same choice is the same request, so that no answer that was lost makes a second batch.
  const attempt = useRef({ key: '', choice: '' });
  const chosenIn = ({ payments }: Group) => payments.filter(isTicked);
  const withChosen = groups.filter((each) => chosenIn(each).length > 0);
  const group = groups.find((each) => keyOf(each) === wanted) ?? withChosen[0] ?? groups[0];
  if (!group) return null;
  const chosen = chosenIn(group);
  // What was selected in the ledger comes first, and stays there when it is cleared.
  const wasAsked = ({ id }: BatchablePayment) => asked.some(({ payment }) => payment === id);
  const ordered = [...group.payments.filter(wasAsked), ...group.payments.filter((each) => !wasAsked(each))];
  const listed = findPayments(ordered, words, ({ amount = 0 }) => format.money(amount, group.currency));
  const isAnyTicked = listed.some(isTicked);
  const hidden = chosen.length - listed.filter(isTicked).length;
  const tick = (payments: readonly BatchablePayment[], isOn: boolean) => {
    // The last one that is cleared does not show another group.
    setWanted(keyOf(group));
    setChoices((before) => new Map([...before, ...payments.map(({ id }) => [id, isOn] as const)]));
  };
  const nameOf = ({ kind, currency }: Group) => `${methodWord(t, kind)} · ${currency}`;
  const sumOf = (each: Group) => {
    const own = chosenIn(each);
    const sum = own.reduce((all, { amount = 0 }) => all + amount, 0);
    return t('batches.make.sum', {
      count: own.length,
      number: format.number(own.length),
      amount: format.money(sum, each.currency),
    });
  };
  const hasNext = asked.length > 0 && withChosen.some((each) => each !== group);

  const make = async () => {
    const transactions = chosen.map(({ id }) => id);
    const choice = `${keyOf(group)} ${transactions.join()}`;
    if (attempt.current.choice !== choice) attempt.current = { key: runtime.newId(), choice };
    setBusy(true);
    const result = await runtime.online.write({
      endpoint: 'createBatches',
      body: { data: { batch: { payment_method_kind: group.kind, currency: group.currency, transactions } } },
      key: attempt.current.key,
    });
    setBusy(false);
    await client.invalidateQueries({ queryKey: batchesKey(runtime) });
    if (result.kind === 'written') {
      const made = result.value.good;
      const numbers = format.commaList(made.flatMap(({ number }) => number ?? []));
      const title = t(hasNext ? 'batches.make.doneNext' : 'batches.make.done', { numbers });
      toast({ tone: 'done', icon: 'check', title });
      const [first] = made;
      if (hasNext) {
        const rest = stillAsked.filter(({ payment }) => !transactions.includes(payment));
        setWanted('');
        router.setParams({ payments: paymentsText(rest) });
      } else if (made.length === 1 && first)
        router.replace({ pathname: '/batches/[id]', params: { id: first.id } });
      else router.replace('/batches');
      return;
    }
    const title =
      result.kind === 'stale' ? t('batches.make.stale') : t(`common.online.${whyNotWritten(result.kind)}`);
    toast({ tone: 'person', icon: 'warning', title });
  };

  return (
    <Screen
      title={t('batches.make.title')}
      back={back}
      footer={
        <>
          <Text variant="strong" aria-live="polite">
            {hasNext ? `${nameOf(group)} · ${sumOf(group)}` : sumOf(group)}
          </Text>
          {hidden > 0 && (
            <Text tone="quiet" aria-live="polite">
              {t('batches.make.hidden', { number: format.number(hidden) })}
            </Text>
          )}
          <Button
            label={t('batches.make.save')}
            busy={isBusy}
            disabled={chosen.length === 0}
            onPress={() => void make()}
          />
        </>
      }
    >
      <Text tone="quiet">{t('batches.make.text')}</Text>
      {isCash(group.kind) && <Text tone="quiet">{t('batches.make.counted')}</Text>}
      <LeftOut
        places={stillAsked.filter(({ payment }) =>
          groups.every(({ payments }) => payments.every(({ id }) => id !== payment))
        )}
      />
      {hasNext && (
        <View>
          <Text>{t('batches.make.several')}</Text>
          {[group, ...withChosen.filter((each) => each !== group)].map((each) => (
            <ListRow
              key={keyOf(each)}
              title={nameOf(each)}
              detail={sumOf(each)}
              value={t(each === group ? 'batches.make.current' : 'batches.make.next')}
            />
          ))}
        </View>
      )}
      {isCut && <Text tone="quiet">{t('batches.make.cut', { number: format.number(mostListed) })}</Text>}
      <ChoiceChips
        label={t('batches.make.group')}
        choices={groups.map((each) => ({
          value: keyOf(each),
          label: `${nameOf(each)} · ${format.number(each.payments.length)}`,
        }))}
        value={keyOf(group)}
        onChange={setWanted}
      />
      {ordered.length > mostWithoutSearch && (
        <SearchField
          label={t('common.search')}
          clearLabel={t('common.clear')}
          placeholder={t('batches.make.search')}
          value={words}
          onChange={setWords}
        />
      )}
      {listed.length === 0 ? (
        <Text tone="quiet">{t('batches.make.nothingFound')}</Text>
      ) : (
        <Button
          kind="quiet"
          label={t(isAnyTicked ? 'batches.make.clear' : 'batches.make.all')}
          onPress={() => tick(listed, !isAnyTicked)}
        />
      )}
      {chosen.some((payment) => payment.is_disputed === true) && (
        <Banner tone="person" icon="warning" title={t('batches.make.disputed')} />
      )}
      {chosen.some((payment) => payment.held_by !== undefined) && (
        <Banner tone="person" icon="warning" title={t('batches.make.heldText')} />
      )}
      {chosen.some((payment) => payment.is_absent === true) && (
        <Banner tone="person" icon="warning" title={t('batches.make.absentText')} />
      )}
      {listed.map((payment) => {
        const {
          id,
          amount = 0,
          date,
          name,
          recorder,
          payment_method: method,
          bundle_id,
          is_disputed,
          held_by: heldBy,
          is_absent,
        } = payment;
        return (
          <CheckboxRow
            key={id}
            label={`${format.money(amount, group.currency)} · ${name ?? t('common.unnamed')}`}
            hint={[
              date && format.date(date),
              t('common.number', { id: String(bundle_id ?? '') }),
              recorder,
              methodDetail(method),
              is_disputed === true && t('cash.state.disputed'),
              heldBy && t('batches.make.held', { name: heldBy.name ?? t('common.unnamed') }),
              is_absent === true && t('batches.make.absent'),
            ]
              .filter(Boolean)
              .join(' · ')}
            checked={isTicked(payment)}
            onChange={(isOn) => tick([payment], isOn)}
          />
        );
      })}
    </Screen>
  );
}

/** Selected payments that cannot be put into a batch, each with the reason. */
function LeftOut({ places }: { places: readonly PaymentPlace[] }) {
  const { t, format } = useI18n();
  const { data: payments = [] } = useQuery(batchQueries.asked(useRuntime(), places));
  if (payments.length === 0) return null;
  const count = payments.length;
  return (
    <View>
      <Banner
        tone="waiting"
        icon="warning"
        title={t('batches.make.left', { count, number: format.number(count) })}
      />
      {payments.map((payment) => (
        <ListRow
          key={payment.payment}
          title={
            payment.line === null
              ? t('common.number', { id: String(payment.bundle) })
              : `${format.money(payment.line.amount, payment.line.currency)} · ${payment.line.name ?? t('common.unnamed')}`
          }
          detail={whyLeftOut(t, payment)}
          onPress={() => router.push({ pathname: '/ledger/[id]', params: { id: payment.bundle } })}
        />
      ))}
    </View>
  );
}
