// Offline: a message. Only the service has everybody's cash.
import { router, useLocalSearchParams } from 'expo-router';
import { useState } from 'react';
import { View } from 'react-native';

import { type Reconciliation } from '@/contract/reconciliation';
import { LoadedOnline } from '@/features/shared/LoadedOnline';
import { ManagersOnly } from '@/features/shared/ManagersOnly';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useFetched } from '@/features/shared/useFetched';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { useWide } from '@/ui/layout';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Tag } from '@/ui/Tag';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { useToast } from '@/ui/Toast';
import { space } from '@/ui/tokens';

import { numbersText } from '../labels';
import { ChoiceDialog } from './ChoiceDialog';
import { Holders } from './Holders';
import { PeopleTable } from './PeopleTable';
import { Problems, shiftPlace } from './Problems';
import { amountColumns, equation, linesOf } from './cells';
import { everything, givenParams, paramsOf, readChoice, type ReconciliationChoice } from './choice';
import { shareReconciliation } from './file';
import { reconciliationQueries } from './queries';

/** Whether recorded cash and the differences of the counts are where they should be: with people, handed over, at the bank. */
export function ReconciliationScreen() {
  const { t } = useI18n();
  const back = useBack('/you');
  return (
    <ManagersOnly area="reconciliation" title={t('reconciliation.title')} back={back}>
      <FetchedReconciliation back={back} />
    </ManagersOnly>
  );
}

function FetchedReconciliation({ back }: { back: ReturnType<typeof useBack> }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const toast = useToast();
  const wide = useWide();
  const choice = readChoice(useLocalSearchParams());
  const [isChoosing, setChoosing] = useState(false);
  const query = useFetched(reconciliationQueries.of(runtime, choice));
  const found = query.data?.kind === 'read' ? query.data.value : null;
  const choose = (next: ReconciliationChoice) => {
    setChoosing(false);
    router.setParams(paramsOf(next));
  };
  const share = async () => {
    if (found === null) return;
    const result = await shareReconciliation(runtime, found, { t, format });
    if (result === 'failed') toast({ tone: 'person', icon: 'warning', title: t('ledger.export.failed') });
  };
  const chosen = [
    choice.from && t('ledger.filter.fromDay', { day: format.calendarDate(choice.from) }),
    choice.until && t('ledger.filter.untilDay', { day: format.calendarDate(choice.until) }),
    choice.campaign,
  ].filter((word): word is string => Boolean(word));
  return (
    <Screen
      title={t('reconciliation.title')}
      back={back}
      isFullWidth={wide}
      trailing={
        <>
          <IconButton icon="filter" label={t('ledger.filter.open')} onPress={() => setChoosing(true)} />
          {found !== null && (
            <IconButton icon="download" label={t('batches.csv')} onPress={() => void share()} />
          )}
        </>
      }
    >
      <Text tone="quiet">{t('reconciliation.text')}</Text>
      {chosen.length > 0 && (
        <View style={styles.chosen}>
          {chosen.map((word) => (
            <Tag key={word} label={word} />
          ))}
          <Button kind="quiet" label={t('ledger.filter.clear')} onPress={() => choose(everything)} />
        </View>
      )}
      <LoadedOnline query={query}>{({ value }) => <Result found={value} choice={choice} />}</LoadedOnline>
      {isChoosing && (
        <ChoiceDialog
          choice={choice}
          campaigns={found?.campaigns ?? []}
          onChoose={choose}
          onClose={() => setChoosing(false)}
        />
      )}
    </Screen>
  );
}

function Result({ found, choice }: { found: Reconciliation; choice: ReconciliationChoice }) {
  const { t } = useI18n();
  const { totals = [], problems = [], shifts = [] } = found;
  if (totals.length === 0 && shifts.length === 0)
    return <EmptyState icon="cash" title={t('reconciliation.none')} text={t('reconciliation.noneText')} />;
  return (
    <>
      <Verdict found={found} />
      <Problems problems={problems} />
      <SectionHeader title={t('reconciliation.people')} />
      <PeopleTable lines={linesOf(found, t)} columns={amountColumns} filters={givenParams(choice)} />
      <Holders holders={found.holders ?? []} />
      <Shifts found={found} />
      <Corrected corrected={found.corrected ?? []} />
    </>
  );
}

/** Differences that cancel each other out are differences. */
function Verdict({ found: { totals = [], problems = [], holders = [] } }: { found: Reconciliation }) {
  const { t, format } = useI18n();
  const wrong = totals.filter(({ difference = 0 }) => difference !== 0);
  const adds = problems.length === 0 && wrong.length === 0;
  const onlyEuro = totals.every(({ currency = '' }) => currency.toLowerCase() === 'eur');
  const sums = wrong.map(({ difference = 0, currency = '' }) =>
    t(difference < 0 ? 'cash.count.less' : 'cash.count.more', {
      amount: format.money(Math.abs(difference), currency),
    })
  );
  const count = Math.max(problems.length, 1);
  // Also what was handed on: its first receiver has confirmed it, its last one has not.
  const unconfirmedIn = (code?: string) =>
    holders
      .filter(({ currency, is_confirmed: isConfirmed }) => isConfirmed === false && currency === code)
      .reduce((sum, { amount = 0 }) => sum + amount, 0);
  return (
    <>
      <Banner
        live
        tone={adds ? 'done' : 'person'}
        icon={adds ? 'check' : 'warning'}
        title={
          adds
            ? t(onlyEuro ? 'reconciliation.addsUpEuro' : 'reconciliation.addsUp')
            : t('reconciliation.wrong', { count, number: format.number(count) })
        }
        text={adds ? undefined : sums.join(' · ') || undefined}
      />
      {totals.map((total) => (
        <View key={total.currency}>
          <Text>{equation({ t, format }, total)}</Text>
          {unconfirmedIn(total.currency) !== 0 && (
            <Text tone="quiet">
              {t('reconciliation.unconfirmed', {
                amount: format.money(unconfirmedIn(total.currency), total.currency ?? ''),
              })}
            </Text>
          )}
          {total.ledger !== total.recorded && (
            <Text tone="quiet">
              {t('reconciliation.ledger', { amount: format.money(total.ledger ?? 0, total.currency ?? '') })}
            </Text>
          )}
        </View>
      ))}
    </>
  );
}

/** Those with missing records; the others on demand. */
function Shifts({ found: { shifts = [], shifts_total: total = 0 } }: { found: Reconciliation }) {
  const { t, format } = useI18n();
  const now = useRuntime().now();
  const [isAll, setAll] = useState(false);
  if (shifts.length === 0) return null;
  const incomplete = shifts.filter(({ missing = [] }) => missing.length > 0);
  const shown = isAll ? shifts : incomplete;
  return (
    <>
      <SectionHeader title={t('reconciliation.shifts')} />
      {shown.map(
        ({
          key,
          user_id: userId = 0,
          name,
          started_at: at = '',
          captured = 0,
          missing = [],
          receipts = [],
          late = 0,
          recounts = 0,
        }) => (
          <ListRow
            key={`${userId} ${key}`}
            title={name ?? t('common.unnamed')}
            detail={[
              format.since(at, now),
              numbersText(t, format, {
                captured,
                missing: receipts.length > 0 ? receipts : missing.map(String),
                unsent: [],
              }),
              late > 0 ? t('counts.late.arrived', { count: late, number: format.number(late) }) : '',
              recounts > 0
                ? t('counts.again.times', { count: recounts, number: format.number(recounts) })
                : '',
            ]
              .filter((part) => part !== '')
              .join(' · ')}
            onPress={() => router.push(shiftPlace(userId, at))}
          />
        )
      )}
      {shown.length === shifts.length && total > shifts.length && (
        <Text variant="note" tone="quiet">
          {t('months.lateCut', { number: format.number(shifts.length), all: format.number(total) })}
        </Text>
      )}
      {shifts.length > shown.length && (
        <Button kind="secondary" label={t('reconciliation.allShifts')} onPress={() => setAll(true)} />
      )}
    </>
  );
}

function Corrected({ corrected }: { corrected: NonNullable<Reconciliation['corrected']> }) {
  const { t, format } = useI18n();
  const now = useRuntime().now();
  if (corrected.length === 0) return null;
  return (
    <>
      <SectionHeader title={t('reconciliation.corrected')} />
      {corrected.map(
        ({ bundle_id: id = 0, name, currency = '', counted = 0, ledger = 0, counted_at: at }) => (
          <ListRow
            key={`${id} ${currency}`}
            title={t('common.number', { id: String(id) })}
            detail={[
              name ?? t('common.unnamed'),
              t('reconciliation.correctedText', {
                counted: format.money(counted, currency),
                ledger: format.money(ledger, currency),
              }),
              ...(at === undefined ? [] : [t('counts.late.title', { time: format.since(at, now) })]),
            ].join(' · ')}
            onPress={() => router.push({ pathname: '/ledger/[id]', params: { id } })}
          />
        )
      )}
    </>
  );
}

const useStyles = createStyles(() => ({
  chosen: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space.s },
}));
