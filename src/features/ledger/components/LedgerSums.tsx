import { View } from 'react-native';

import { timeBuckets, type CalendarUnit, type PeriodAmount } from '@/domain/timeBuckets';
import { countedLabels } from '@/features/shared/countedWords';
import { methodWord } from '@/features/shared/paymentMethod';
import { useI18n } from '@/i18n/I18nProvider';
import { BarChart } from '@/ui/BarChart';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { AmountText } from '@/ui/AmountText';
import { useWide } from '@/ui/layout';
import { StackedBar } from '@/ui/StackedBar';
import { Text, type TextTone } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { type CurrencySum } from '../sums';
import { partLabels, statusParts } from '../labels';

/** One tone per payment method, in the order of their amounts; the legend names them. */
const tones: readonly TextTone[] = ['primary', 'moving', 'waiting', 'person', 'done', 'quiet'];

interface LedgerSumsProps {
  sums: readonly CurrencySum[];
  /** The name of a status; empty for none. */
  statusName: (id: number | null) => string;
  /** Null where the screen has the button elsewhere. */
  onGroups: (() => void) | null;
}

/** The sums of the filtered transactions: the currency with most of them in full, each other one in a line. */
export function LedgerSums({ sums, statusName, onGroups }: LedgerSumsProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const [main, ...others] = sums;
  if (main === undefined) return null;
  return (
    <View style={styles.cards}>
      <SumCard sum={main} statusName={statusName} />
      <View style={styles.others}>
        {others.map((sum) => (
          <OtherCurrency key={sum.currency} sum={sum} />
        ))}
        {onGroups !== null && <Button kind="quiet" label={t('ledger.groups.open')} onPress={onGroups} />}
      </View>
    </View>
  );
}

function OtherCurrency({ sum }: { sum: CurrencySum }) {
  const { t, format } = useI18n();
  const { currency, received, count } = sum;
  const parts = [
    format.money(received, currency),
    t('ledger.sums.count', { count, number: format.number(count) }),
    ...partLabels({ t, format }, sum, currency),
  ];
  return (
    <Text variant="note" tone="quiet">
      {parts.join(' · ')}
    </Text>
  );
}

type SumCardProps = Pick<LedgerSumsProps, 'statusName'> & { sum: CurrencySum };

function SumCard({ sum, statusName }: SumCardProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const wide = useWide();
  const money = (amount: number) => format.money(amount, sum.currency);
  const segments = sum.methods
    .filter(({ amount }) => amount !== 0)
    .map(({ method, amount }, place) => ({
      key: method,
      value: amount,
      tone: tones[Math.min(place, tones.length - 1)] ?? 'quiet',
      label: t('ledger.sums.part', { method: methodWord(t, method), amount: money(amount) }),
    }));
  const { unit, buckets } = timeBuckets(sum);
  const statuses = statusParts({ t, format, statusName }, sum);
  const beside = partLabels({ t, format }, sum, sum.currency);
  return (
    <Card row={wide}>
      <View style={wide && styles.part}>
        <Text variant="note" tone="quiet">
          {t('ledger.sums.title')}
        </Text>
        <AmountText>{money(sum.received)}</AmountText>
        <Text variant="note" tone="quiet">
          {t('ledger.sums.count', { count: sum.count, number: format.number(sum.count) })}
        </Text>
        {statuses.length > 0 && (
          <Text variant="note" tone="quiet">
            {statuses.join(' · ')}
          </Text>
        )}
        {beside.map((part) => (
          <Text key={part} variant="noteStrong">
            {part}
          </Text>
        ))}
        {sum.counted.length > 0 && (
          <Text variant="note" tone="quiet">
            {t('ledger.sums.counted', { parts: format.list(countedLabels({ t, format }, sum.counted)) })}
          </Text>
        )}
        {sum.onPhone > 0 && (
          <Text variant="note" tone="waiting">
            {t('ledger.sums.onPhone', { amount: money(sum.onPhone) })}
          </Text>
        )}
      </View>
      <View style={[styles.methods, wide && styles.part]}>
        <StackedBar
          segments={segments}
          label={t('ledger.sums.methods', { parts: format.commaList(segments.map(({ label }) => label)) })}
        />
        <Text variant="small" tone="quiet">
          {t('ledger.sums.adds', { amount: money(sum.received) })}
        </Text>
      </View>
      {buckets.length > 1 && (
        <View style={wide && styles.part}>
          <Chart unit={unit} buckets={buckets} money={money} />
        </View>
      )}
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
  const wide = useWide();
  const [first, last] = [buckets[0], buckets[buckets.length - 1]];
  const word = t(`ledger.sums.chart.${unit}`);
  return (
    <BarChart
      height={wide ? 44 : 72}
      bars={buckets.map(({ start, amount }) => ({
        key: start,
        label: shortLabel(start),
        value: amount,
        text: `${named(start)}: ${money(amount)}`,
      }))}
      label={t('ledger.sums.chartLabel', {
        unit: word,
        parts: format.commaList(
          buckets
            .filter(({ amount }) => amount > 0)
            .map(({ start, amount }) => `${named(start)} ${money(amount)}`)
        ),
      })}
      caption={t('ledger.sums.chartSpan', {
        unit: word,
        first: first === undefined ? '' : named(first.start),
        last: last === undefined ? '' : named(last.start),
      })}
    />
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
  others: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', columnGap: space.l },
  part: { flex: 1, minWidth: 220 },
  methods: { gap: space.xs },
}));
