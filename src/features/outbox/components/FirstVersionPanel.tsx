import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { View } from 'react-native';

import type { OutboxRow } from '@/db/outbox/outbox';
import { useRuntime } from '@/features/shared/runtime';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { keepFirstVersion } from '../mutations';
import { outboxScreenQueries } from '../queries';
import { useDecision } from '../useDecision';
import { Side } from './Side';

interface FirstVersionPanelProps {
  row: OutboxRow;
  serverId: number | null;
  onDone: () => void;
}

/**
 * A refused record was fixed, and the service has its first version after all. The fixed one stays on the phone until
 * the person keeps the first one: a correction that was begun and left costs nothing.
 */
export function FirstVersionPanel({ row, serverId, onDone }: FirstVersionPanelProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const { canCorrectBundles } = usePermissions();
  const { decide, problem } = useDecision(onDone);
  const { data: first = null } = useQuery(outboxScreenQueries.firstVersion(runtime, row.id, serverId));
  const money = (amount: number | null, currency: string | null) =>
    amount === null || currency === null ? '' : format.money(amount, currency);
  const canOpen = canCorrectBundles && serverId !== null && first?.isDownloaded === true;
  return (
    <View style={styles.container}>
      <SectionHeader
        title={
          serverId === null
            ? t('outbox.first.title')
            : t('outbox.first.titleNumber', { id: String(serverId) })
        }
      />
      <Text>{t(canCorrectBundles ? 'outbox.first.text' : 'outbox.first.textTell')}</Text>
      <View style={styles.sides}>
        {first !== null && (
          <Side
            title={t('outbox.question.theirs')}
            lines={[first.who ?? t('outbox.nobody'), money(first.amount, first.currency)]}
          />
        )}
        <Side
          title={t('outbox.first.mine')}
          lines={[row.who ?? t('outbox.nobody'), money(row.amount, row.currency)]}
        />
      </View>
      {problem !== null && <Banner live tone="person" icon="warning" title={problem} />}
      <Button
        icon="check"
        label={t('outbox.first.keep')}
        onPress={() => void decide(() => keepFirstVersion(runtime, row, serverId))}
      />
      {canOpen && (
        <Button
          kind="secondary"
          icon="edit"
          label={t('outbox.first.correct')}
          onPress={() => {
            onDone();
            router.push({ pathname: '/ledger/[id]/correct', params: { id: String(serverId) } });
          }}
        />
      )}
    </View>
  );
}

const useStyles = createStyles(() => ({
  container: { gap: space.m },
  sides: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
}));
