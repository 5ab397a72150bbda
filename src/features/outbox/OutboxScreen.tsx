// Offline: everything can be read, fixed, shared and decided; records are sent when there is signal.
import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { useState } from 'react';
import { View } from 'react-native';

import type { OutboxRow } from '@/db/outbox/outbox';
import { unsentStates } from '@/domain/outbox';
import { DoubledGifts } from '@/features/shared/DoubledGifts';
import { Loaded } from '@/features/shared/Loaded';
import { SignInAgain } from '@/features/shared/SignInAgain';
import { useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { syncLine } from '@/features/shared/syncLine';
import { useToday } from '@/features/shared/useToday';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Icon } from '@/ui/Icon';
import { List } from '@/ui/List';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';
import { useToast } from '@/ui/Toast';

import { ArrivedDialog } from './components/ArrivedDialog';
import { ArrivedRow } from './components/ArrivedRow';
import { EntryDialog } from './components/EntryDialog';
import { EntryRow } from './components/EntryRow';
import { MethodTotals } from './components/MethodTotals';
import { ReminderNote } from './components/ReminderNote';
import { StateTotals } from './components/StateTotals';
import { sendAgain } from './mutations';
import { outboxScreenQueries } from './queries';
import { useDecision } from './useDecision';
import { useTick } from './useTick';

export function OutboxScreen() {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const toast = useToast();
  const status = useSyncStatus();
  const view = useQuery(outboxScreenQueries.view(runtime, useToday()));
  const { entries = [], arrived = [], counts = [] } = view.data ?? {};
  const [openId, setOpenId] = useState<string | null>(null);

  const waits = entries.some(
    ({ row }) => row.state === 'sending' || (row.state === 'queued' && row.nextAttemptAt > runtime.now())
  );
  useTick(waits);
  const now = runtime.now();
  const opened = entries.find(({ row }) => row.id === openId) ?? null;
  // A record that arrives while its dialog is open stays open.
  const openArrived = arrived.find(({ id }) => id === openId) ?? null;
  const line = syncLine(t, format, status, now, runtime.session.ended);
  const { decide, problem } = useDecision(() => undefined);
  const hasUnsent = entries.some(({ row }) => unsentStates.includes(row.state));
  const sendNow = () => {
    if (!status.isOnline) toast({ tone: 'waiting', icon: 'cloudOff', title: t('common.line.offline') });
    runtime.sync.sendNow();
  };
  const fix = ({ id, kind }: OutboxRow) =>
    kind === 'contact_create'
      ? router.push({ pathname: '/contacts/new', params: { row: id } })
      : router.push({ pathname: '/record', params: { fix: id } });

  return (
    <Screen
      title={t('outbox.title')}
      body="list"
      trailing={
        <Button
          // One main button: Sign in while signed out. Quiet while nothing waits.
          kind={status.phase.kind === 'signed_out' || !hasUnsent ? 'secondary' : 'primary'}
          label={t('outbox.sendNow')}
          onPress={sendNow}
        />
      }
      fixed={
        <>
          <View style={styles.line} aria-live="polite">
            <Icon name={line.icon} size={18} tone={line.tone} />
            <View style={styles.words}>
              <Text variant="note" tone={line.tone}>
                {line.text}
              </Text>
            </View>
          </View>
          <SignInAgain />
          {problem !== null && <Banner live tone="person" icon="warning" title={problem} />}
          {entries.length > 0 && <ReminderNote />}
          <StateTotals counts={counts} />
        </>
      }
    >
      <Loaded query={view} inList>
        {({ arrived }) => (
          <List
            items={[...entries, ...arrived]}
            keyExtractor={(item) => ('row' in item ? item.row.id : item.id)}
            getItemType={(item) => ('row' in item ? 'row' : 'arrived')}
            extraData={[status, now]}
            renderItem={(item) =>
              'row' in item ? (
                <EntryRow
                  entry={item}
                  status={status}
                  now={now}
                  onOpen={() => setOpenId(item.row.id)}
                  onFix={() => fix(item.row)}
                  onSendAgain={() => void decide(() => sendAgain(runtime, item.row))}
                />
              ) : (
                <ArrivedRow record={item.record} now={now} onOpen={() => setOpenId(item.id)} />
              )
            }
            empty={<EmptyState icon="check" title={t('outbox.empty.title')} text={t('outbox.empty.text')} />}
            header={<DoubledGifts />}
            footer={<MethodTotals counts={counts} />}
          />
        )}
      </Loaded>
      {openArrived !== null && <ArrivedDialog arrived={openArrived} onClose={() => setOpenId(null)} />}
      {opened !== null && (
        <EntryDialog
          key={opened.row.id}
          entry={opened}
          status={status}
          now={now}
          onClose={() => setOpenId(null)}
          onFix={() => {
            setOpenId(null);
            fix(opened.row);
          }}
        />
      )}
    </Screen>
  );
}

const useStyles = createStyles(() => ({
  line: { flexDirection: 'row', alignItems: 'center', gap: space.s },
  words: { flex: 1 },
}));
