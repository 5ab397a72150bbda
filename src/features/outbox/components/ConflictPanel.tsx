import { useState } from 'react';
import { View } from 'react-native';

import type { OutboxRow } from '@/db/outbox/outbox';
import type { FieldConflict } from '@/domain/merge';
import type { ConflictSide } from '@/domain/fieldConflict';
import { ConflictChoices } from '@/features/shared/forms/ConflictChoices';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { settleFieldConflict } from '../mutations';
import { fieldName } from '../conflictFields';
import { useDecision } from '../useDecision';

interface ConflictPanelProps {
  row: OutboxRow;
  conflicts: readonly FieldConflict[];
  onDone: () => void;
}

/** Fields that two people changed, with both values; sent once every field is decided. */
export function ConflictPanel({ row, conflicts, onDone }: ConflictPanelProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const { decide, problem } = useDecision(onDone);
  const [choices, setChoices] = useState<Record<string, ConflictSide>>({});
  const isComplete = conflicts.every(({ field }) => choices[field] !== undefined);
  return (
    <View style={styles.container}>
      <SectionHeader
        title={t(row.kind === 'contact_update' ? 'outbox.conflict.contactTitle' : 'outbox.conflict.title')}
      />
      <Text>{t('outbox.conflict.text')}</Text>
      <ConflictChoices
        conflicts={conflicts}
        nameOf={(field) => fieldName(t, row.kind, field)}
        choices={choices}
        onChange={setChoices}
      />
      {problem !== null && <Banner live tone="person" icon="warning" title={problem} />}
      <Button
        label={t('outbox.conflict.save')}
        disabled={!isComplete}
        onPress={() => void decide(() => settleFieldConflict(runtime, row, conflicts, choices))}
      />
    </View>
  );
}

const useStyles = createStyles(() => ({ container: { gap: space.m } }));
