import { useState } from 'react';
import { View } from 'react-native';

import type { OutboxCount } from '@/db/outbox';
import { unsentStates } from '@/domain/outbox';
import { methodWord } from '@/features/shared/paymentMethod';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { SectionHeader } from '@/ui/SectionHeader';
import { StackedBar } from '@/ui/StackedBar';
import { Text, type TextTone } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';
import { useToast } from '@/ui/Toast';

import { shareRows } from '../actions';
import { sumMethods, sumStates } from '../queries';

const tones: readonly TextTone[] = ['waiting', 'primary', 'moving', 'done', 'quiet'];

/** What is not sent yet by way of paying, and a file of it for safekeeping. */
export function MethodTotals({ counts }: { counts: readonly OutboxCount[] }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const showToast = useToast();
  const [isSharing, setSharing] = useState(false);
  const { count } = sumStates(counts, unsentStates);
  if (count === 0) return null;

  const methods = sumMethods(counts, unsentStates);
  const currencies = [...new Set(methods.map(({ currency }) => currency))];
  const share = async () => {
    setSharing(true);
    const answer = await shareRows(runtime);
    setSharing(false);
    if (answer === 'shared') showToast({ tone: 'done', icon: 'check', title: t('outbox.share.done') });
    if (answer === 'failed') showToast({ tone: 'person', icon: 'warning', title: t('outbox.share.failed') });
  };

  return (
    <View style={styles.whole}>
      {currencies.length > 0 && (
        <Card>
          <SectionHeader title={t('outbox.totals.byMethod')} />
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
                label={segments.map((segment) => segment.label).join(', ')}
                segments={segments}
              />
            );
          })}
        </Card>
      )}
      <Button
        kind="secondary"
        icon="share"
        label={t('outbox.share.button')}
        busy={isSharing}
        onPress={() => void share()}
      />
      <Text variant="note" tone="quiet" align="center">
        {t('outbox.share.text')}
      </Text>
    </View>
  );
}

const useStyles = createStyles(() => ({ whole: { gap: space.m, paddingTop: space.l } }));
