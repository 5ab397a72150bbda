import { View } from 'react-native';

import { denominationsOf } from '@/domain/cash/denominations';
import { useI18n } from '@/i18n/I18nProvider';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { type CashReading, sumKey, type TypedCash } from '../countForm';

interface CashFieldsProps {
  currencies: readonly string[];
  settings: Parameters<typeof denominationsOf>[1];
  typed: TypedCash;
  onChange: (typed: TypedCash) => void;
  reading: CashReading;
  /** Whether errors are shown. */
  isTried: boolean;
}

/** One field for each note and coin of each currency, with the sum below. */
export function CashFields({ currencies, settings, typed, onChange, reading, isTried }: CashFieldsProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const errors = isTried && reading.kind === 'errors' ? reading.fields : new Set<string>();
  const field = (currency: string, piece: string, label: string, isAmount: boolean) => (
    <TextField
      label={label}
      labelHidden={!isAmount}
      value={typed[currency]?.[piece] ?? ''}
      onChangeText={(text) => onChange({ ...typed, [currency]: { ...typed[currency], [piece]: text } })}
      inputMode={isAmount ? 'decimal' : 'numeric'}
      error={errors.has(`${currency}:${piece}`) ? t('cash.count.notANumber') : undefined}
    />
  );
  return (
    <>
      {currencies.map((currency) => {
        const pieces = denominationsOf(currency, settings);
        const sum =
          reading.kind === 'counted' && reading.sums.find((counted) => counted.currency === currency);
        return (
          <View key={currency} style={styles.currency}>
            {pieces.length === 0 && field(currency, sumKey, t('cash.count.sum', { currency }), true)}
            {pieces.map((value) => {
              const money = format.moneyShort(value, currency);
              return (
                <View key={value} style={styles.row}>
                  <View style={styles.piece} aria-hidden>
                    <Text variant="strong">{money}</Text>
                    <Text tone="quiet">×</Text>
                  </View>
                  <View style={styles.field}>
                    {field(currency, String(value), t('cash.count.howMany', { piece: money }), false)}
                  </View>
                </View>
              );
            })}
            {sum !== false && sum !== undefined && (
              <View style={styles.sum} aria-live="polite">
                <Text variant="strong">{t('cash.count.counted')}</Text>
                <Text variant="amount">{format.money(sum.amount, currency)}</Text>
              </View>
            )}
          </View>
        );
      })}
    </>
  );
}

const useStyles = createStyles(({ fontScale }) => ({
  currency: { gap: space.s },
  row: { flexDirection: 'row', alignItems: 'center', gap: space.m },
  piece: { width: 110 * fontScale, flexDirection: 'row', justifyContent: 'space-between' },
  field: { flex: 1 },
  sum: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    paddingTop: space.s,
  },
}));
