// Offline: a message. Only the service has everything that counts in a month.
import { router } from 'expo-router';
import type { TFunction } from 'i18next';

import { type MonthSummary } from '@/contract/month';
import { LoadedOnline } from '@/features/shared/LoadedOnline';
import { ManagersOnly } from '@/features/shared/ManagersOnly';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useFetched } from '@/features/shared/useFetched';
import { useI18n } from '@/i18n/I18nProvider';
import type { Format } from '@/i18n/format';
import { EmptyState } from '@/ui/EmptyState';
import { useWide } from '@/ui/layout';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { Table } from '@/ui/Table';
import { TableLink } from '@/features/shared/TableLink';
import { Text } from '@/ui/Text';

import { monthName, monthTotals } from './labels';
import { monthQueries } from './queries';

/** The months of the space: which are closed, and what counts in each. */
export function MonthsScreen() {
  const { t } = useI18n();
  const back = useBack('/you');
  return (
    <ManagersOnly area="months" title={t('months.title')} back={back}>
      <Months back={back} />
    </ManagersOnly>
  );
}

function Months({ back }: { back: ReturnType<typeof useBack> }) {
  const { t } = useI18n();
  const query = useFetched(monthQueries.list(useRuntime()));
  return (
    <Screen title={t('months.title')} back={back} isFullWidth={useWide()}>
      <Text tone="quiet">{t('months.text')}</Text>
      <LoadedOnline query={query}>
        {({ value: { good } }) => {
          const shown = good.filter((month) => isShown(month, good));
          if (shown.length === 0)
            return <EmptyState icon="calendar" title={t('months.none')} text={t('months.noneText')} />;
          return <MonthList months={shown} />;
        }}
      </LoadedOnline>
    </Screen>
  );
}

/** A month without money says nothing, unless it is the next step of a space that closes months. */
const isShown = ({ sums = [], next }: MonthSummary, all: readonly MonthSummary[]) =>
  sums.length > 0 || (next !== undefined && all.some(({ state }) => state === 'closed'));

/** A table at a desk, rows on a phone. */
function MonthList({ months }: { months: readonly MonthSummary[] }) {
  const { t, format } = useI18n();
  if (!useWide()) return months.map((month) => <MonthRow key={month.id} month={month} />);
  return (
    <Table
      label={t('months.title')}
      columns={[
        { key: 'month', title: t('months.one') },
        { key: 'state', title: t('batches.stateName') },
        { key: 'payments', title: t('batches.paymentsName'), isNumber: true },
        { key: 'late', title: t('months.late'), isNumber: true },
        { key: 'sum', title: t('batches.sum'), isNumber: true },
      ]}
      rows={months.map((month) => ({
        key: String(month.id),
        cells: {
          month: (
            <TableLink
              href={{ pathname: '/months/[id]', params: { id: month.id } }}
              label={monthName(format, month.month)}
            />
          ),
          state: stateWords(t, month).join(' · '),
          payments: format.number((month.sums ?? []).reduce((all, { count = 0 }) => all + count, 0)),
          late: lateTotals(format, month),
          sum: monthTotals(format, month.sums),
        },
      }))}
    />
  );
}

const stateWords = (t: TFunction, { state, next }: MonthSummary) => [
  t(state === 'closed' ? 'months.state.closed' : 'months.state.open'),
  ...(next === 'close' ? [t('months.canClose')] : []),
];

/** What counts in a month and is dated in another one; empty if nothing is. */
const lateTotals = (format: Format, { sums = [] }: MonthSummary) =>
  monthTotals(
    format,
    sums.filter(({ late_count: count = 0 }) => count > 0).map((sum) => ({ ...sum, amount: sum.late_amount }))
  );

function MonthRow({ month }: { month: MonthSummary }) {
  const { t, format } = useI18n();
  const { id, sums } = month;
  const late = lateTotals(format, month);
  return (
    <ListRow
      title={monthName(format, month.month)}
      detail={[...stateWords(t, month), late !== '' && t('months.lateSum', { amount: late })]
        .filter(Boolean)
        .join(' · ')}
      value={monthTotals(format, sums)}
      strongValue
      onPress={() => router.push({ pathname: '/months/[id]', params: { id } })}
    />
  );
}
