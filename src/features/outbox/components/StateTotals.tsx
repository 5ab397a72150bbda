import { View } from 'react-native';

import type { UnsentPart } from '@/domain/outbox';
import { outboxTotals, type StateCount, type Total } from '@/domain/outboxTotals';
import { moneyList } from '@/features/shared/moneyList';
import { useI18n } from '@/i18n/I18nProvider';
import { StatePill } from '@/ui/State';
import { createStyles } from '@/ui/theme';
import { space, type StateTone } from '@/ui/tokens';

const tones: Record<UnsentPart | 'sent', StateTone> = {
  person: 'person',
  signIn: 'waiting',
  checking: 'moving',
  toSend: 'waiting',
  sent: 'done',
};

/** Each record in one pill: the parts of what is on this phone, whose sum Home shows, and what is sent. */
export function StateTotals({ counts }: { counts: readonly StateCount[] }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const { parts, sent } = outboxTotals(counts);
  const pill = (name: UnsentPart | 'sent', { count, sums }: Total) => (
    <StatePill
      key={name}
      tone={tones[name]}
      label={[
        t(`outbox.totals.${name}`, { count }),
        ...(sums.length > 0 ? [moneyList(format, sums)] : []),
      ].join(' · ')}
    />
  );
  if (parts.length + sent.count === 0) return null;
  return (
    <View style={styles.totals}>
      {parts.map((part) => pill(part.name, part))}
      {sent.count > 0 && pill('sent', sent)}
    </View>
  );
}

const useStyles = createStyles(() => ({ totals: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s } }));
