import { View } from 'react-native';

import type { OutboxCount } from '@/db/outbox/outbox';
import { unsentStates, type OutboxState } from '@/domain/outbox';
import { useI18n } from '@/i18n/I18nProvider';
import { StatePill } from '@/ui/State';
import { createStyles } from '@/ui/theme';
import { space, type StateTone } from '@/ui/tokens';

import { sumStates, type Sum } from '../queries';

type PartName = 'person' | 'checking' | 'signIn';

/** Parts of what is on this phone that do not simply wait. */
const parts: readonly { name: PartName; tone: StateTone; states: readonly OutboxState[] }[] = [
  { name: 'person', tone: 'person', states: ['parked', 'needs_person'] },
  { name: 'checking', tone: 'moving', states: ['unknown'] },
  { name: 'signIn', tone: 'waiting', states: ['blocked'] },
];

/** What is on this phone, as Home counts it, with its parts; and what is sent. Only these two have money. */
export function StateTotals({ counts }: { counts: readonly OutboxCount[] }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const onPhone = sumStates(counts, unsentStates);
  const sent = sumStates(counts, ['acked']);
  if (onPhone.count + sent.count === 0) return null;
  const moneyOf = (sums: readonly Sum[]) =>
    sums.map(({ amount, currency }) => format.money(amount, currency)).join(' + ');
  const withMoney = (name: 'onPhone' | 'sent', { count, sums }: typeof sent) =>
    sums.length === 0
      ? t(`outbox.totals.${name}Only`, { count })
      : t(`outbox.totals.${name}`, { count, amount: moneyOf(sums) });
  return (
    <View style={styles.totals}>
      {onPhone.count > 0 && <StatePill tone="waiting" label={withMoney('onPhone', onPhone)} />}
      {parts.map(({ name, tone, states }) => {
        const { count } = sumStates(counts, states);
        return (
          count > 0 && <StatePill key={name} tone={tone} label={t(`outbox.totals.${name}`, { count })} />
        );
      })}
      {sent.count > 0 && <StatePill tone="done" label={withMoney('sent', sent)} />}
    </View>
  );
}

const useStyles = createStyles(() => ({ totals: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s } }));
