import { useState } from 'react';

import { type TeamAddress, type TeamMember } from '@/contract/team';
import { type OutboxRow } from '@/db/outbox';
import { PendingNote } from '@/features/shared/PendingNote';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { TickRow } from '@/ui/TickRow';

import { AddressSection } from './components/AddressSection';
import { PeopleSection } from './components/PeopleSection';
import { PersonPicker } from './components/PersonPicker';
import { RemoveTeam } from './components/RemoveTeam';
import { withoutPerson, withPerson, type TeamForm, type TeamReading } from './teamForm';

interface TeamFormViewProps {
  title: string;
  back: { label: string; onPress: () => void } | undefined;
  opened: TeamForm;
  /** What the form amounts to at this moment. */
  read: (form: TeamForm) => TeamReading;
  isSaving: boolean;
  onSave: (reading: TeamReading) => void;
  knownAddress?: Pick<TeamAddress, 'invalid' | 'score'>;
  pending?: readonly OutboxRow[];
  /** Offers the end of the team. */
  removal?: { entity: string; name: string; onRemoved: () => void };
}

/** All that a team is, as a form. */
export function TeamFormView({
  title,
  back,
  opened,
  read,
  isSaving,
  onSave,
  knownAddress,
  pending = [],
  removal,
}: TeamFormViewProps) {
  const { t } = useI18n();
  const [form, setForm] = useState(opened);
  const [isTried, setTried] = useState(false);
  const [picking, setPicking] = useState<'leaders' | 'users' | null>(null);
  const reading = read(form);
  const faults = isTried && reading.kind === 'faults' ? reading.faults : {};
  const count = Object.keys(faults).length;
  const change = (part: Partial<TeamForm>) => setForm((before) => ({ ...before, ...part }));
  const add = (as: 'leaders' | 'users') => (person: TeamMember) =>
    setForm((before) => withPerson(before, as, person));
  const remove = (from: 'leaders' | 'users') => (id: number) =>
    setForm((before) => withoutPerson(before, from, id));
  const errorAt = (field: 'name' | 'description') => {
    const fault = faults[field];
    return fault === undefined ? undefined : t(`teamEdit.fault.${fault}`);
  };

  return (
    <Screen
      title={title}
      titlePlace="bar"
      back={back}
      footer={
        <>
          {count > 0 && (
            <Text tone="person" aria-live="polite">
              {t('teamEdit.putRight', { count })}
            </Text>
          )}
          {isTried && reading.kind === 'unchanged' && (
            <Text tone="quiet" aria-live="polite">
              {t('teamEdit.nothing')}
            </Text>
          )}
          <Button
            size="main"
            icon="check"
            label={t('common.save')}
            busy={isSaving}
            onPress={() => {
              setTried(true);
              onSave(reading);
            }}
          />
        </>
      }
    >
      {pending.length > 0 && <PendingNote rows={pending} />}
      <TextField
        label={t('teamEdit.name')}
        value={form.name}
        onChangeText={(name) => change({ name })}
        error={errorAt('name')}
      />
      <TextField
        label={t('teamEdit.description')}
        value={form.description}
        onChangeText={(description) => change({ description })}
        error={errorAt('description')}
        multiline
      />
      <TickRow
        label={t('teamEdit.private')}
        hint={t('teamEdit.privateHint')}
        checked={form.isPrivate}
        onChange={(isPrivate) => change({ isPrivate })}
      />
      <TickRow
        label={t('teamEdit.hideUsers')}
        hint={t('teamEdit.hideUsersHint')}
        checked={form.hidesUsers}
        onChange={(hidesUsers) => change({ hidesUsers })}
      />
      <PeopleSection
        title={t('teamEdit.leaders')}
        hint={t('teamEdit.leadersHint')}
        people={form.leaders}
        addLabel={t('teamEdit.addLeader')}
        onAdd={() => setPicking('leaders')}
        onRemove={remove('leaders')}
      />
      {form.users === undefined ? (
        <>
          <SectionHeader title={t('teamEdit.members')} />
          <Text tone="quiet">{t('teamEdit.membersHidden')}</Text>
        </>
      ) : (
        <PeopleSection
          title={t('teamEdit.members')}
          people={form.users}
          addLabel={t('teamEdit.addMember')}
          onAdd={() => setPicking('users')}
          onRemove={remove('users')}
        />
      )}
      <AddressSection
        address={form.address}
        known={knownAddress}
        faults={faults}
        onChange={(line, typed) =>
          setForm((before) => ({ ...before, address: { ...before.address, [line]: typed } }))
        }
      />
      <Text variant="note" tone="quiet">
        {t('teamEdit.merged')}
      </Text>
      {removal !== undefined && <RemoveTeam {...removal} />}
      {picking !== null && (
        <PersonPicker
          as={picking}
          form={form}
          onAdd={add(picking)}
          onRemove={remove(picking)}
          onClose={() => setPicking(null)}
        />
      )}
    </Screen>
  );
}
