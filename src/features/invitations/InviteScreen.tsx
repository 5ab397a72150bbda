// Offline: complete. Invitations wait on this phone and are sent automatically; the results are per address.
import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { z } from 'zod';

import { RequirePermission } from '@/features/shared/RequirePermission';
import { roleChoices } from '@/features/shared/roleChoices';
import { type SharedText, useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useExtension } from '@/features/shared/useExtension';
import { usePermissions } from '@/features/shared/usePermissions';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useI18n } from '@/i18n/I18nProvider';
import { peopleQueries } from '@/queries/people';
import { Button } from '@/ui/Button';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { Screen } from '@/ui/Screen';
import { TextField } from '@/ui/TextField';
import { useToast } from '@/ui/Toast';

import { invitationRows } from './mutations';
import { sortAddresses } from './addresses';
import { Preview } from './components/Preview';
import { SentList } from './components/SentList';

const usual = 'usual';

/** The draft of the form. */
const InviteDraftSchema = z.object({
  version: z.literal(1),
  text: z.string(),
  role: z.string(),
  team: z.string(),
});
type InviteDraft = z.output<typeof InviteDraftSchema>;

const noTeam = 'none';
const empty: InviteDraft = { version: 1, text: '', role: usual, team: noTeam };

export function InviteScreen() {
  const { t } = useI18n();
  return (
    <RequirePermission
      may={({ canInvite }) => canInvite}
      title={t('invitations.title')}
      back={useBack('/people', { besideItsList: true })}
      forbidden={t('invitations.forbidden')}
      forbiddenText={t('invitations.forbiddenText')}
    >
      <Invite />
    </RequirePermission>
  );
}

function Invite() {
  const opened = useOpenedDraft({ draftKey: 'invitations', schema: InviteDraftSchema, start: () => empty });
  return opened && <InviteForm key={opened.round} opened={opened} />;
}

/** Adds text that another app shares: the addresses in it, or all of it where there is none, to be corrected. */
function useShared(sharedText: SharedText | null, add: (text: string) => void): void {
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  useEffect(() => {
    if (sharedText === null) return undefined;
    const take = () => {
      const text = sharedText.take();
      const { good } = sortAddresses(text);
      if (text !== '') latest.current(good.length > 0 ? good.join('\n') : text);
    };
    take();
    return sharedText.onArrival(take);
  }, [sharedText]);
}

function InviteForm({ opened }: { opened: OpenedDraft<InviteDraft> }) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const back = useBack('/people', { besideItsList: true });
  const { canGiveRole } = usePermissions();
  const draftForm = useDraftForm(opened);
  const { text, role, team } = draftForm.draft;
  const ids = useRef<string[]>([]);
  const change = (next: (before: InviteDraft) => Partial<InviteDraft>) => {
    ids.current = [];
    draftForm.change((before) => ({ ...before, ...next(before) }));
  };
  const { data: roles = [] } = useQuery(peopleQueries.roles(runtime));
  const hasList = useExtension('invitations_list');
  const { data: facets } = useQuery(peopleQueries.facets(runtime));
  const teams = hasList ? (facets?.teams ?? []).filter(({ id }) => id !== null) : [];
  // A thousand pasted addresses are parsed in a deferred render, not at each letter.
  const deferred = useDeferredValue(text);
  const sorted = useMemo(() => sortAddresses(deferred), [deferred]);
  const { data: knownMails } = useQuery({
    ...peopleQueries.knownMails(runtime, sorted.good),
    enabled: sorted.good.length > 0,
  });
  const known = sorted.good.filter((address) => knownMails?.has(address.toLowerCase()));
  const { pickEmails, sharedText } = runtime.device;
  useShared(sharedText, (shared) =>
    change((before) => ({ text: [before.text.trim(), shared].filter((part) => part !== '').join('\n') }))
  );

  const pick = async () => {
    const picked = await pickEmails?.();
    if (picked?.kind === 'refused')
      toast({ tone: 'person', icon: 'warning', title: t('invitations.bookRefused') });
    if (picked?.kind !== 'picked') return;
    if (picked.mails.length === 0)
      toast({ tone: 'waiting', icon: 'info', title: t('invitations.bookNothing') });
    else
      change((before) => ({
        text: [before.text.trim(), ...picked.mails].filter((part) => part !== '').join('\n'),
      }));
  };

  const send = async () => {
    const { good, malformed } = sortAddresses(text);
    const addresses = good.filter((address) => !knownMails?.has(address.toLowerCase()));
    if (addresses.length === 0) return;
    const rows = invitationRows({
      addresses,
      teamId: hasList && team !== noTeam ? Number(team) : null,
      roleId: role === usual ? null : Number(role),
      // The same ids until they are saved: a second tap is the same invitation.
      idOf: (place) => (ids.current[place] ??= runtime.newId()),
      whoOf: (part) =>
        part.length === 1
          ? (part[0] ?? '')
          : t('invitations.preview.good', { count: part.length, number: format.number(part.length) }),
    });
    if (!(await draftForm.save(rows))) return;
    // What could not be sent stays, to be corrected. Else the next people do not get the role of these unseen.
    ids.current = [];
    const hasRest = malformed.length > 0;
    draftForm.restart(
      { ...draftForm.draft, text: malformed.join('\n'), role: hasRest ? role : usual },
      hasRest
    );
  };

  const count = sorted.good.length - known.length;
  return (
    <Screen
      title={t('invitations.title')}
      back={back}
      barText={draftForm.draftState === 'stored' && text !== '' ? t('common.form.kept') : undefined}
      footer={
        <Button
          size="main"
          icon="mail"
          label={
            count === 0
              ? t('invitations.sendNone')
              : t('invitations.send', { count, number: format.number(count) })
          }
          disabled={count === 0}
          busy={draftForm.isSaving}
          onPress={() => void send()}
        />
      }
    >
      <TextField
        label={t('invitations.addresses')}
        hint={t('invitations.addressesHint')}
        placeholder={t('invitations.placeholder')}
        value={text}
        onChangeText={(typed) => change(() => ({ text: typed }))}
        inputMode="email"
        autoCapitalize="none"
        autoCorrect={false}
        multiline
        numberOfLines={5}
      />
      {pickEmails !== null && (
        <Button kind="secondary" icon="people" label={t('invitations.book')} onPress={() => void pick()} />
      )}
      {deferred.trim() !== '' && <Preview sorted={sorted} known={known} />}
      {roles.length > 0 && (
        <ChoiceRows
          label={t('invitations.role')}
          choices={[
            { value: usual, title: t('invitations.defaultRole'), detail: t('invitations.defaultRoleDetail') },
            ...roleChoices(
              t,
              roles.filter(({ type }) => canGiveRole(type))
            ),
          ]}
          value={role}
          onChange={(chosen) => change(() => ({ role: chosen }))}
        />
      )}
      {teams.length > 0 && (
        <ChoiceRows
          label={t('invitations.team')}
          choices={[
            { value: noTeam, title: t('invitations.noTeam') },
            ...teams.map(({ id, team: { name } }) => ({
              value: String(id),
              title: name || t('common.unnamed'),
            })),
          ]}
          value={team}
          onChange={(chosen) => change(() => ({ team: chosen }))}
        />
      )}
      {hasList && (
        <Button
          kind="secondary"
          icon="list"
          label={t('invitations.list.open')}
          onPress={() => router.push('/people/invitations')}
        />
      )}
      <SentList />
    </Screen>
  );
}
