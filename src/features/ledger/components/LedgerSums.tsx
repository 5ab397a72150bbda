import { View } from 'react-native';

import { timeBuckets, type CalendarUnit, type PeriodAmount } from '@/domain/timeBuckets';
import { methodWord } from '@/features/shared/paymentMethod';
import { useI18n } from '@/i18n/I18nProvider';
import { BarChart } from '@/ui/BarChart';
import { Card } from '@/ui/Card';
import { AmountText } from '@/ui/AmountText';
import { StackedBar } from '@/ui/StackedBar';
import { Text, type TextTone } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { type CurrencySum } from '../sums';
import { sumWords } from '../labels';

/** One tone per payment method, in the order of their amounts; the legend names them. */
const tones: readonly TextTone[] = ['primary', 'moving', 'waiting', 'person', 'done', 'quiet'];

interface LedgerSumsProps {
  sums: readonly CurrencySum[];
  /** The name of a status; empty for none. */
  statusName: (id: number | null) => string;
}

/** The sums of the filtered transactions: total, by status, by payment method, and over time. */
export function LedgerSums({ sums, statusName }: LedgerSumsProps) {
  const styles = useStyles();
  return (
    <View style={styles.cards}>
      {sums.map((sum) => (
        <SumCard key={sum.currency} sum={sum} statusName={statusName} />
      ))}
    </View>
  );
}

type SumCardProps = Pick<LedgerSumsProps, 'statusName'> & { sum: CurrencySum };

function SumCard({ sum, statusName }: SumCardProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const money = (amount: number) => format.money(amount, sum.currency);
  const segments = sum.methods.map(({ method, amount }, place) => ({
    key: method,
    value: amount,
    tone: tones[Math.min(place, tones.length - 1)] ?? 'quiet',
    label: t('ledger.sums.part', { method: methodWord(t, method), amount: money(amount) }),
  }));
  const { unit, buckets } = timeBuckets(sum);
  const { receivedLabel, received } = sumWords({ t, format, statusName }, sum);
  return (
    <Card>
      <View>
        <Text variant="note" tone="quiet">
          {t('ledger.sums.title')}
        </Text>
        <AmountText>{money(sum.amount)}</AmountText>
        <Text variant="note" tone="quiet">
          {t('ledger.sums.count', { count: sum.count, number: format.number(sum.count) })}
        </Text>
        {receivedLabel !== null && (
          <Text variant="note" tone="quiet">
            {receivedLabel}
          </Text>
        )}
        {received !== null && (
          <View style={styles.received}>
            <Text variant="strong">{received.there}</Text>
            <Text variant="note" tone="quiet">
              {received.without}
            </Text>
          </View>
        )}
        {sum.onPhone > 0 && (
          <Text variant="note" tone="waiting">
            {t('ledger.sums.onPhone', { amount: money(sum.onPhone) })}
          </Text>
        )}
      </View>
      <StackedBar
        segments={segments}
        label={t('ledger.sums.methods', { parts: segments.map(({ label }) => label).join(', ') })}
      />
      {buckets.length > 1 && <Chart unit={unit} buckets={buckets} money={money} />}
    </Card>
  );
}

interface ChartProps {
  unit: CalendarUnit;
  buckets: readonly PeriodAmount[];
  money: (amount: number) => string;
}

function Chart({ unit, buckets, money }: ChartProps) {
  const { t, format } = useI18n();
  const [first, last] = [buckets[0], buckets[buckets.length - 1]];
  const word = t(`ledger.sums.chart.${unit}`);
  return (
    <View>
      <BarChart
        height={72}
        bars={buckets.map(({ start, amount }) => ({ key: start, label: shortLabel(start), value: amount }))}
        label={t('ledger.sums.chartLabel', {
          unit: word,
          parts: buckets
            .filter(({ amount }) => amount > 0)
            .map(({ start, amount }) => `${named(start)} ${money(amount)}`)
            .join(', '),
        })}
      />
      <Text variant="small" tone="quiet">
        {t('ledger.sums.chartSpan', {
          unit: word,
          first: first === undefined ? '' : named(first.start),
          last: last === undefined ? '' : named(last.start),
        })}
      </Text>
    </View>
  );

  /** Months and years are labelled by their names, not by their first day. */
  function named(start: string): string {
    if (unit === 'year') return start.slice(0, 4);
    return unit === 'month' ? format.calendarMonth(start) : format.calendarDate(start);
  }

  // The line below has the full dates; a bar has room for a number.
  function shortLabel(start: string): string {
    if (unit === 'year') return start.slice(2, 4);
    return String(Number(unit === 'month' ? start.slice(5, 7) : start.slice(8, 10)));
  }
}

const useStyles = createStyles(() => ({
  cards: { gap: space.m, paddingBottom: space.s },
  received: { paddingTop: space.s },
}));
