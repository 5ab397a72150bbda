import { useState } from 'react';
import { View } from 'react-native';

import type { OutboxRow } from '@/db/outbox/outbox';
import { useRuntime } from '@/features/shared/runtime';
import { useAttempt } from '@/features/shared/useAttempt';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { removeRow } from '../mutations';
import { ShareRows } from './ShareRows';

interface RemovePanelProps {
  row: OutboxRow;
  now: number;
  onDone: () => void;
  onCancel: () => void;
}

/** Deletes an unsent record in two steps: it is in a shared export, and the person has typed the word. */
export function RemovePanel({ row, now, onDone, onCancel }: RemovePanelProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const attempt = useAttempt();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const word = t('outbox.remove.word');
  const isTyped = typed.trim().toLocaleUpperCase() === word.toLocaleUpperCase();
  const isShared = row.exportedAt !== null;

  const remove = async () => {
    const result = await attempt(() => removeRow(runtime, row));
    if (result === 'removed') onDone();
    else if (result === 'refused') setProblem(t('outbox.remove.refused'));
  };

  return (
    <View style={styles.container}>
      <SectionHeader title={t('outbox.remove.title')} />
      <Text>{t('outbox.remove.text')}</Text>
      {problem !== null && <Banner live tone="person" icon="warning" title={problem} />}
      <ShareRows
        rows={[row]}
        icon={isShared ? 'check' : 'share'}
        label={
          row.exportedAt === null
            ? t('outbox.remove.share')
            : t('outbox.remove.shared', { time: format.since(row.exportedAt, now) })
        }
      />
      <TextField
        label={t('outbox.remove.type', { word })}
        hint={t('outbox.remove.hint')}
        autoCapitalize="characters"
        autoCorrect={false}
        value={typed}
        onChangeText={setTyped}
      />
      <Button
        kind="danger"
        icon="trash"
        label={t('outbox.remove.confirm')}
        disabled={!isTyped || !isShared}
        onPress={() => void remove()}
      />
      <Button kind="secondary" label={t('common.cancel')} onPress={onCancel} />
    </View>
  );
}

const useStyles = createStyles(() => ({ container: { gap: space.m } }));
