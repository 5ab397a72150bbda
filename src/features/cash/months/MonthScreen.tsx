// Offline: a message. A month is fetched from the service each time.
import { useQueryClient } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';
import { useState } from 'react';

import { type MonthDetail, type MonthStepContent } from '@/contract/month';
import { whyNotWritten } from '@/domain/online';
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
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';

import { StepDialog } from './StepDialog';
import { monthName, monthTotals } from './labels';
import { monthQueries, monthsKey } from './queries';

/** One month: what counts in it, what may still arrive, and closing it. */
export function MonthScreen() {
  const { t } = useI18n();
  const back = useBack('/months');
  const { id } = useLocalSearchParams<{ id: string }>();
  return (
    <ManagersOnly area="months" title={t('months.one')} tabTitle={null} back={back}>
      <FetchedMonth back={back} id={Number(id)} />
    </ManagersOnly>
  );
}

function FetchedMonth({ back, id }: { back: ReturnType<typeof useBack>; id: number }) {
  const { t, format } = useI18n();
  const query = useFetched(monthQueries.one(useRuntime(), id));
  const month = query.data?.kind === 'read' ? query.data.value : undefined;
  const title = month ? monthName(format, month.month) : t('months.one');
  useTabTitle(title);
  return (
    <Screen
      title={title}
      below={month && t(month.state === 'closed' ? 'months.state.closed' : 'months.state.open')}
      back={back}
    >
      <LoadedOnline query={query}>{({ value }) => <MonthView month={value} />}</LoadedOnline>
    </Screen>
  );
}

/** Takes a step at the service, and shows the month as it is then. */
function useStep(id: number): {
  isBusy: boolean;
  take: (content: MonthStepContent) => Promise<boolean>;
} {
  const { t } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const take = async (content: MonthStepContent) => {
    setBusy(true);
    const result = await runtime.online.write({
      endpoint: 'updateMonth',
      params: { id },
      body: { data: { month: content } },
      key: runtime.newId(),
    });
    setBusy(false);
    const isOver = result.kind === 'written' || result.kind === 'stale';
    if (result.kind !== 'written') {
      toast({
        tone: 'person',
        icon: 'warning',
        title: result.kind === 'stale' ? t('months.stale') : t(`common.online.${whyNotWritten(result.kind)}`),
      });
    }
    await client.invalidateQueries({ queryKey: monthsKey(runtime) });
    return isOver;
  };
  return { isBusy, take };
}

function MonthView({ month }: { month: MonthDetail }) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { isBusy, take } = useStep(month.id);
  const [isAsked, setAsked] = useState(false);
  const { next, sums = [], late = [], late_total: lateTotal = 0 } = month;
  const { unsent = [], batches = [], steps = [] } = month;
  const isOpen = month.state === 'open';
  const count = unsent.reduce((all, phone) => all + (phone.count ?? 0), 0);
  return (
    <>
      <Text tone="quiet">{t(isOpen ? 'months.openText' : 'months.closedText')}</Text>
      {isOpen && count > 0 && (
        <Banner
          tone="waiting"
          icon="warning"
          title={t('months.unsent', { count, number: format.number(count) })}
          text={t('months.unsentText')}
        />
      )}
      <SectionHeader title={t('months.contains')} />
      {sums.map(({ payment_method_kind: kind = '', currency = '', count: payments = 0, amount = 0 }) => (
        <ListRow
          key={`${kind} ${currency}`}
          title={methodWord(t, kind)}
          detail={t('batches.payments', { count: payments, number: format.number(payments) })}
          value={format.money(amount, currency)}
        />
      ))}
      <ListRow
        title={t('batches.sum')}
        value={monthTotals(format, sums) || t('months.nothing')}
        strongValue
        last
      />
      {next !== undefined && (
        <Button
          kind={next === 'close' ? 'primary' : 'secondary'}
          label={t(`months.${next === 'close' ? 'close' : 'reopen'}.save`)}
          onPress={() => setAsked(true)}
        />
      )}
      {isOpen && unsent.length > 0 && <SectionHeader title={t('months.phones')} />}
      {isOpen &&
        unsent.map(
          ({ user_id: userId = 0, name, received_at: at, count: waiting = 0, sums: taken = [] }, place) => (
            <ListRow
              key={`${userId} ${place}`}
              title={name ?? t('common.unnamed')}
              detail={[
                t('months.records', { count: waiting, number: format.number(waiting) }),
                at && t('months.reported', { time: format.since(at, runtime.now()) }),
              ]
                .filter(Boolean)
                .join(' · ')}
              value={monthTotals(format, taken)}
              onPress={() => router.push({ pathname: '/people/[id]', params: { id: userId } })}
            />
          )
        )}
      {isOpen && batches.length > 0 && <SectionHeader title={t('months.batches')} />}
      {isOpen &&
        batches.map(({ id, number, count: payments = 0 }) => (
          <ListRow
            key={id}
            title={number ?? t('common.number', { id: String(id) })}
            detail={t('batches.payments', { count: payments, number: format.number(payments) })}
            onPress={() => router.push({ pathname: '/batches/[id]', params: { id } })}
          />
        ))}
      {late.length > 0 && <SectionHeader title={t('months.late')} />}
      {late.map(
        ({ id, bundle_id: bundle = 0, date, payment_method_kind: kind = '', currency = '', amount = 0 }) => (
          <ListRow
            key={`${id} ${kind} ${currency}`}
            title={t('months.dated', { day: date === undefined ? '' : format.date(date) })}
            detail={[methodWord(t, kind), t('common.number', { id: String(bundle) })].join(' · ')}
            value={format.money(amount, currency)}
            onPress={() => router.push({ pathname: '/ledger/[id]', params: { id: bundle } })}
          />
        )
      )}
      {lateTotal > late.length && (
        <Text variant="note" tone="quiet">
          {t('months.lateCut', { number: format.number(late.length), all: format.number(lateTotal) })}
        </Text>
      )}
      {steps.length > 0 && <SectionHeader title={t('batches.history')} />}
      {steps.map(({ id, step, at, name, reason, sums: then }) => (
        <ListRow
          key={id}
          title={t(step === 'close' ? 'batches.did.close' : 'batches.did.reopen')}
          detail={[name, reason].filter(Boolean).join(' · ')}
          value={[at && format.since(at, runtime.now()), monthTotals(format, then)]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
      {isAsked && next !== undefined && (
        <StepDialog
          step={next === 'close' ? 'close' : 'reopen'}
          month={month}
          isBusy={isBusy}
          onClose={() => setAsked(false)}
          onStep={(content) => void take(content).then((isOver) => isOver && setAsked(false))}
        />
      )}
    </>
  );
}
