import { useState } from 'react';
import { View } from 'react-native';

import { type CancelReason } from '@/domain/outbox';
import type { OutboxRow } from '@/db/outbox/outbox';
import { cancelRecord } from '@/features/shared/cancelRecord';
import { useRuntime } from '@/features/shared/runtime';
import { whyNotSaved } from '@/features/shared/forms/saveRow';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';
import { useToast } from '@/ui/Toast';

interface CancelPanelProps {
  row: Pick<OutboxRow, 'id' | 'kind'>;
  onDone: () => void;
  onBack: () => void;
}

/** Asks why, and cancels the record: one press on the reason is enough. */
export function CancelPanel({ row, onDone, onBack }: CancelPanelProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const isGift = row.kind === 'bundle_create';
  const reasons: CancelReason[] = isGift ? ['mistake', 'twice', 'returned'] : ['mistake'];

  const cancel = async (reason: CancelReason) => {
    try {
      const note = t('outbox.cancel.note', { reason: t(`outbox.cancel.${reason}`) });
      const result = await cancelRecord(runtime, row.id, { reason, note });
      if (result === 'counted' || result === 'too_late') return setProblem(t(`outbox.cancel.${result}`));
      toast({ tone: 'done', icon: 'check', title: t(`outbox.cancel.${result}`) });
      onDone();
    } catch (failure) {
      setProblem(t(`common.saved.${whyNotSaved(failure)}`));
    }
  };

  return (
    <View style={styles.container}>
      <Text>{t('outbox.cancel.text')}</Text>
      {problem !== null && <Banner live tone="person" icon="warning" title={problem} />}
      {reasons.map((reason) => (
        <Button
          key={reason}
          kind="danger"
          label={t(`outbox.cancel.${reason}`)}
          onPress={() => void cancel(reason)}
        />
      ))}
      <Button kind="secondary" label={t('common.back')} onPress={onBack} />
    </View>
  );
}

const useStyles = createStyles(() => ({ container: { gap: space.m } }));
