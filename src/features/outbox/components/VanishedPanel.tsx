import { useState } from 'react';
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

import { acceptAsIs, sendAgain } from '../mutations';
import { useDecision } from '../useDecision';

/** The service confirmed the record and does not have it any more: somebody deleted it, or the service lost it. */
export function VanishedPanel({ row, onDone }: { row: OutboxRow; onDone: () => void }) {
  const { t } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const { decide, problem } = useDecision(onDone);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <View style={styles.container}>
      <SectionHeader title={t('outbox.vanished.title')} />
      <Text>{t(isConfirming ? 'outbox.vanished.confirmText' : 'outbox.vanished.text')}</Text>
      {problem !== null && <Banner live tone="person" icon="warning" title={problem} />}
      {isConfirming ? (
        <>
          <Button
            kind="danger"
            label={t('outbox.vanished.confirm')}
            onPress={() => void decide(() => acceptAsIs(runtime, row))}
          />
          <Button kind="secondary" label={t('common.cancel')} onPress={() => setConfirming(false)} />
        </>
      ) : (
        <>
          <Button
            icon="arrowUp"
            label={t('outbox.row.sendAgain')}
            onPress={() => void decide(() => sendAgain(runtime, row))}
          />
          <Button kind="secondary" label={t('outbox.vanished.fine')} onPress={() => setConfirming(true)} />
        </>
      )}
    </View>
  );
}

const useStyles = createStyles(() => ({ container: { gap: space.m } }));
