import { View } from 'react-native';

import type { OutboxRow } from '@/db/outbox/outbox';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { acceptAsIs } from '../mutations';
import { useDecision } from '../useDecision';

interface AddedTwicePanelProps {
  row: OutboxRow;
  serverId: number;
  onDone: () => void;
}

/** The service has what a correction added twice. The office corrects that; a phone cannot delete. */
export function AddedTwicePanel({ row, serverId, onDone }: AddedTwicePanelProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const { decide, problem } = useDecision(onDone);
  return (
    <View style={styles.container}>
      <SectionHeader title={t('outbox.addedTwice.title')} />
      <Text>{t('outbox.addedTwice.text', { id: String(serverId) })}</Text>
      {problem !== null && <Banner live tone="person" icon="warning" title={problem} />}
      <Button
        kind="secondary"
        icon="check"
        label={t('outbox.addedTwice.done')}
        onPress={() => void decide(() => acceptAsIs(runtime, row))}
      />
    </View>
  );
}

const useStyles = createStyles(() => ({ container: { gap: space.m } }));
