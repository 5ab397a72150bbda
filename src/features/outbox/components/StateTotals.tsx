import { View } from 'react-native';

import type { OutboxCount } from '@/db/outbox/outbox';
import type { OutboxState } from '@/domain/outbox';
import { useI18n } from '@/i18n/I18nProvider';
import { StatePill } from '@/ui/State';
import { createStyles } from '@/ui/theme';
import { space, type StateTone } from '@/ui/tokens';

import { sumStates } from '../queries';

type TotalName = 'waiting' | 'person' | 'checking' | 'signIn' | 'sent';

const totals: readonly { name: TotalName; tone: StateTone; states: readonly OutboxState[] }[] = [
  { name: 'waiting', tone: 'waiting', states: ['queued', 'sending'] },
  { name: 'person', tone: 'person', states: ['parked', 'needs_person'] },
  { name: 'checking', tone: 'moving', states: ['unknown'] },
  { name: 'signIn', tone: 'waiting', states: ['blocked'] },
  { name: 'sent', tone: 'done', states: ['acked'] },
];

/** Records and money by state. Sent, waiting and refused are never added up. */
export function StateTotals({ counts }: { counts: readonly OutboxCount[] }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const shown = totals
    .map((total) => ({ ...total, ...sumStates(counts, total.states) }))
    .filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <View style={styles.totals}>
      {shown.map(({ name, tone, count, sums }) => {
        const amount = sums.map((sum) => format.money(sum.amount, sum.currency)).join(' + ');
        const label =
          name === 'person'
            ? t('outbox.totals.person', { count })
            : amount === ''
              ? t(`outbox.totals.${name}Only`, { count })
              : t(`outbox.totals.${name}`, { count, amount });
        return <StatePill key={name} tone={tone} label={label} />;
      })}
    </View>
  );
}

const useStyles = createStyles(() => ({ totals: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s } }));
