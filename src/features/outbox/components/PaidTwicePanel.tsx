import { View } from 'react-native';

import type { OutboxRow } from '@/db/outbox/outbox';
import { cancelRecord } from '@/features/shared/cancelRecord';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { recordPaymentAsGift } from '../paidTwice';
import { useDecision } from '../useDecision';

/** Two phones marked one promise as paid: the first payment counts, and whoever made the second says what it was. */
export function PaidTwicePanel({ row, onDone }: { row: OutboxRow; onDone: () => void }) {
  const { t } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const { decide, problem } = useDecision(onDone);
  const note = t('outbox.paidTwice.note');
  const drop = async () =>
    (await cancelRecord(runtime, row.id, { reason: 'twice', note: '' })) === 'cancelled';
  return (
    <View style={styles.container}>
      <SectionHeader title={t('outbox.paidTwice.title')} />
      <Text>{t('outbox.paidTwice.text')}</Text>
      {problem !== null && <Banner live tone="person" icon="warning" title={problem} />}
      <Button kind="secondary" label={t('outbox.paidTwice.same')} onPress={() => void decide(drop)} />
      <Button
        kind="secondary"
        label={t('outbox.paidTwice.other')}
        onPress={() => void decide(() => recordPaymentAsGift(runtime, row, note))}
      />
    </View>
  );
}

const useStyles = createStyles(() => ({ container: { gap: space.m } }));
