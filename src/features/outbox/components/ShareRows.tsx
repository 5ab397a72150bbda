import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { View } from 'react-native';

import type { OutboxRow } from '@/db/outbox/outbox';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { treasurerKeyQueries } from '@/queries/treasurerKey';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import type { IconName } from '@/ui/iconShapes';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';
import { useToast } from '@/ui/Toast';

import { shareRows } from '../mutations';

interface ShareRowsProps {
  label: string;
  icon?: IconName;
  /** Without rows, all that were not sent. */
  rows?: readonly OutboxRow[];
}

/** Shares records as a file: encrypted for the treasurer, or, without a key, only after a warning. */
export function ShareRows({ label, icon = 'share', rows }: ShareRowsProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const showToast = useToast();
  const { data: treasurer } = useQuery(treasurerKeyQueries.current(runtime));
  const [isSharing, setSharing] = useState(false);
  const [trouble, setTrouble] = useState<'no_key' | 'failed' | null>(null);

  const share = async (unsealed: boolean) => {
    setSharing(true);
    const result = await shareRows(runtime, { rows, unsealed }).catch(() => 'failed' as const);
    setSharing(false);
    setTrouble(result === 'no_key' || result === 'failed' ? result : null);
    if (result === 'shared') showToast({ tone: 'done', icon: 'check', title: t('outbox.share.done') });
  };

  return (
    <View style={styles.container}>
      <Button kind="secondary" icon={icon} label={label} busy={isSharing} onPress={() => void share(false)} />
      {trouble === 'failed' && <Banner live tone="person" icon="warning" title={t('outbox.share.failed')} />}
      {trouble === 'no_key' && (
        <>
          <Banner
            live
            tone="person"
            icon="warning"
            title={t('outbox.share.openTitle')}
            text={t('outbox.share.openText')}
          />
          <Button kind="danger" label={t('outbox.share.openConfirm')} onPress={() => void share(true)} />
          <Button kind="secondary" label={t('common.cancel')} onPress={() => setTrouble(null)} />
        </>
      )}
      {treasurer && (
        <Text variant="note" tone="quiet" align="center">
          {t('outbox.share.sealed')}
        </Text>
      )}
    </View>
  );
}

const useStyles = createStyles(() => ({ container: { gap: space.m } }));
