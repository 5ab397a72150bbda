// Offline: not available. Only the service has the invitations of all organisers; new ones can still be saved on the phone.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { router } from 'expo-router';
import { useState } from 'react';
import { View } from 'react-native';

import { INVITATION_STATES, MAIL_FAILURES, type InvitationState } from '@/contract/invitation';
import { whyNotWritten } from '@/domain/online';
import { Loaded } from '@/features/shared/Loaded';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { EmptyState } from '@/ui/EmptyState';
import { List } from '@/ui/List';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { StatePill } from '@/ui/State';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space, type StateTone } from '@/ui/tokens';
import { useToast } from '@/ui/Toast';

import { invitationListQueries } from './queries';

type State = (typeof INVITATION_STATES)[number];

const tones: Record<State, StateTone> = {
  queued: 'waiting',
  sent: 'moving',
  failed: 'person',
  accepted: 'done',
  expired: 'person',
  on_hold: 'person',
};

/** The invitations of the space, of all organisers. */
export function InvitationsScreen() {
  const { t } = useI18n();
  return (
    <RequirePermission
      may={({ canInvite }) => canInvite}
      title={t('invitations.list.title')}
      back={useBack('/people/invite')}
      forbidden={t('invitations.forbidden')}
      forbiddenText={t('invitations.forbiddenText')}
    >
      <Invitations />
    </RequirePermission>
  );
}

function Invitations() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const back = useBack('/people/invite');
  const query = useQuery(invitationListQueries.list(runtime));
  const [openId, setOpenId] = useState<number | null>(null);
  const invitations = query.data?.kind === 'listed' ? query.data.invitations : [];
  const opened = invitations.find(({ id }) => id === openId);
  return (
    <Screen title={t('invitations.list.title')} back={back} body="list">
      <Loaded query={query} inList>
        {(result) =>
          result.kind === 'listed' ? (
            <List
              items={result.invitations}
              keyExtractor={({ id }) => String(id)}
              renderItem={(invitation) => (
                <ListRow
                  title={invitation.email ?? t('common.unnamed')}
                  detail={[invitation.role_data?.name, timeOf(invitation)].filter(Boolean).join(' · ')}
                  trailing={<Pill invitation={invitation} />}
                  onPress={() => setOpenId(invitation.id ?? null)}
                />
              )}
              empty={
                <EmptyState
                  icon="mail"
                  title={t('invitations.list.empty')}
                  action={
                    <Button label={t('invitations.title')} onPress={() => router.push('/people/invite')} />
                  }
                />
              }
            />
          ) : (
            <EmptyState
              icon="cloudOff"
              title={t('people.membership.unavailable')}
              text={t('people.membership.unavailableText')}
              action={
                <Button kind="secondary" label={t('common.tryAgain')} onPress={() => void query.refetch()} />
              }
            />
          )
        }
      </Loaded>
      {opened !== undefined && <InvitationDialog invitation={opened} onClose={() => setOpenId(null)} />}
    </Screen>
  );

  function timeOf({ last_sent: sent, created_at: created }: InvitationState): string {
    const at = sent ?? created;
    return at === undefined ? '' : format.since(at, runtime.now());
  }
}

const stateOf = ({ state }: InvitationState): State | undefined =>
  INVITATION_STATES.find((known) => known === state);

function Pill({ invitation }: { invitation: InvitationState }) {
  const { t } = useI18n();
  const state = stateOf(invitation);
  return state === undefined ? null : (
    <StatePill tone={tones[state]} label={t(`invitations.list.state.${state}`)} />
  );
}

interface InvitationDialogProps {
  invitation: InvitationState;
  onClose: () => void;
}

/** What became of one invitation, and what to do about it. */
function InvitationDialog({ invitation, onClose }: InvitationDialogProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const toast = useToast();
  const client = useQueryClient();
  const [busy, setBusy] = useState<'send' | 'withdraw' | null>(null);
  const [isAsking, setAsking] = useState(false);
  const state = stateOf(invitation);
  const failure = MAIL_FAILURES.find((known) => known === invitation.failure);
  const { id = 0, email = '', expires_at: expires } = invitation;

  const run = async (what: 'send' | 'withdraw') => {
    setBusy(what);
    const call = { params: { id }, key: runtime.newId() };
    const result =
      what === 'send'
        ? await runtime.online.write({ ...call, endpoint: 'sendInvitation', body: { data: {} } })
        : await runtime.online.write({ ...call, endpoint: 'withdrawInvitation', body: undefined });
    setBusy(null);
    if (result.kind === 'written') {
      toast({ tone: 'done', icon: 'check', title: t(`invitations.list.done.${what}`, { mail: email }) });
      await client.invalidateQueries({ queryKey: invitationListQueries.list(runtime).queryKey });
      return onClose();
    }
    toast({
      tone: 'person',
      icon: 'warning',
      title: t(`people.profile.notSignedOut.${whyNotWritten(result.kind)}`),
    });
  };

  return (
    <Dialog open title={email} closeLabel={t('common.close')} onClose={onClose}>
      <View style={styles.body}>
        <View style={styles.row}>
          <Pill invitation={invitation} />
        </View>
        {state !== undefined && <Text>{t(`invitations.list.text.${state}`)}</Text>}
        {failure !== undefined && <Text tone="person">{t(`invitations.list.failure.${failure}`)}</Text>}
        {state !== 'accepted' && state !== 'on_hold' && expires !== undefined && (
          <Text variant="note" tone="quiet">
            {t('invitations.list.until', { day: format.date(expires) })}
          </Text>
        )}
        {state !== undefined && state !== 'accepted' && isAsking && (
          <>
            <Text variant="strong" aria-live="polite">
              {t('invitations.list.withdrawAsk')}
            </Text>
            <Text>{t('invitations.list.withdrawText')}</Text>
            <Button
              kind="secondary"
              label={t('common.cancel')}
              disabled={busy !== null}
              onPress={() => setAsking(false)}
            />
            <Button
              kind="danger"
              label={t('invitations.list.withdrawYes')}
              busy={busy === 'withdraw'}
              disabled={busy !== null}
              onPress={() => void run('withdraw')}
            />
          </>
        )}
        {state !== undefined && state !== 'accepted' && !isAsking && (
          <>
            <Button
              icon="mail"
              label={t('invitations.list.send')}
              busy={busy === 'send'}
              disabled={busy !== null || state === 'queued'}
              onPress={() => void run('send')}
            />
            <Button
              kind="danger"
              label={t('invitations.list.withdraw')}
              disabled={busy !== null}
              onPress={() => setAsking(true)}
            />
          </>
        )}
      </View>
    </Dialog>
  );
}

const useStyles = createStyles(() => ({
  body: { gap: space.m },
  row: { flexDirection: 'row' },
}));
