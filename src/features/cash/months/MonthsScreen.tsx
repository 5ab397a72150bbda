// Offline: a sentence. Only the service has everything that counts in a month.
import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';

import { type MonthSummary } from '@/contract/month';
import { Loaded } from '@/features/shared/Loaded';
import { NotAvailable } from '@/features/shared/NotAvailable';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { EmptyState } from '@/ui/EmptyState';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';

import { MonthsOnly } from './MonthsOnly';
import { monthName, monthTotals } from './labels';
import { monthQueries } from './queries';

/** The months of the space: which are closed, and what counts in each. */
export function MonthsScreen() {
  const { t } = useI18n();
  const back = useBack('/you');
  return (
    <MonthsOnly title={t('months.title')} back={back}>
      <Months back={back} />
    </MonthsOnly>
  );
}

function Months({ back }: { back: ReturnType<typeof useBack> }) {
  const { t } = useI18n();
  const query = useQuery(monthQueries.list(useRuntime()));
  return (
    <Screen title={t('months.title')} back={back}>
      <Text tone="quiet">{t('months.text')}</Text>
      <Loaded query={query}>
        {(result) => {
          if (result.kind !== 'read')
            return <NotAvailable why={result.kind} onRetry={() => void query.refetch()} />;
          const shown = result.value.good.filter(isShown);
          if (shown.length === 0)
            return <EmptyState icon="calendar" title={t('months.none')} text={t('months.noneText')} />;
          return shown.map((month) => <MonthRow key={month.id} month={month} />);
        }}
      </Loaded>
    </Screen>
  );
}

/** A month without money that nobody has closed says nothing. */
const isShown = ({ sums = [], state, next }: MonthSummary) =>
  sums.length > 0 || (state === 'closed' && next !== undefined);

function MonthRow({ month: { id, month, state, next, sums } }: { month: MonthSummary }) {
  const { t, format } = useI18n();
  const late = (sums ?? []).filter(({ late_count: count = 0 }) => count > 0);
  return (
    <ListRow
      title={monthName(format, month)}
      detail={[
        t(state === 'closed' ? 'months.state.closed' : 'months.state.open'),
        next === 'close' && t('months.canClose'),
        late.length > 0 &&
          t('months.lateSum', {
            amount: monthTotals(
              format,
              late.map((sum) => ({ ...sum, amount: sum.late_amount }))
            ),
          }),
      ]
        .filter(Boolean)
        .join(' · ')}
      value={monthTotals(format, sums)}
      strongValue
      onPress={() => router.push({ pathname: '/months/[id]', params: { id } })}
    />
  );
}
