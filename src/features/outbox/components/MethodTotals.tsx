import { View } from 'react-native';

import type { OutboxCount } from '@/db/outbox/outbox';
import { unsentStates } from '@/domain/outbox';
import { outboxTotals } from '@/domain/outboxTotals';
import { methodWord } from '@/features/shared/paymentMethod';
import { useI18n } from '@/i18n/I18nProvider';
import { Card } from '@/ui/Card';
import { StackedBar } from '@/ui/StackedBar';
import { Text, type TextTone } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { sumMethods } from '../queries';
import { ShareRows } from './ShareRows';

const tones: readonly TextTone[] = ['waiting', 'primary', 'moving', 'done', 'quiet'];

/** Unsent money by payment method, and its export. */
export function MethodTotals({ counts }: { counts: readonly OutboxCount[] }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  if (outboxTotals(counts).unsent.count === 0) return null;

  const methods = sumMethods(counts, unsentStates);
  const currencies = [...new Set(methods.map(({ currency }) => currency))];

  return (
    <View style={styles.container}>
      {currencies.length > 0 && (
        <Card>
          <Text variant="section" heading={2}>
            {t('outbox.totals.byMethod')}
          </Text>
          {currencies.map((currency) => {
            const segments = methods
              .filter((sum) => sum.currency === currency)
              .map((sum, place) => ({
                key: sum.method,
                value: sum.amount,
                tone: tones[place % tones.length] ?? 'quiet',
                label: t('outbox.totals.method', {
                  method: methodWord(t, sum.method),
                  amount: format.money(sum.amount, currency),
                  count: sum.count,
                }),
              }));
            return (
              <StackedBar
                key={currency}
                label={format.commaList(segments.map((segment) => segment.label))}
                segments={segments}
              />
            );
          })}
        </Card>
      )}
      <ShareRows label={t('outbox.share.button')} />
      <Text variant="note" tone="quiet" align="center">
        {t('outbox.share.text')}
      </Text>
    </View>
  );
}

const useStyles = createStyles(() => ({
  container: { gap: space.m, paddingTop: space.l, paddingBottom: space.xl },
}));
