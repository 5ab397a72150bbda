import { useState } from 'react';

import { type TeamAddress, type TeamMember } from '@/contract/team';
import { type OutboxRow } from '@/db/outbox/outbox';
import { FormScreen } from '@/features/shared/forms/FormScreen';
import { PendingNote } from '@/features/shared/PendingNote';
import { type DraftForm } from '@/features/shared/forms/useDraftForm';
import { useI18n } from '@/i18n/I18nProvider';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { CheckboxRow } from '@/ui/CheckboxRow';

import { AddressSection } from './components/AddressSection';
import { PeopleSection } from './components/PeopleSection';
import { PersonPicker } from './components/PersonPicker';
import { RemoveTeam } from './components/RemoveTeam';
import { withoutPerson, withPerson, type TeamDraft, type TeamForm, type TeamReading } from './teamForm';

interface TeamFormViewProps {
  title: string;
  back: { label: string; onPress: () => void } | undefined;
  draftForm: DraftForm<TeamDraft>;
  /** The form, read. */
  reading: TeamReading;
  onSave: () => void;
  knownAddress?: Pick<TeamAddress, 'invalid' | 'score'>;
  pending?: readonly OutboxRow[];
  /** The only people to choose from: a leader adds nobody to the team. Without them, everyone. */
  among?: readonly TeamMember[] | undefined;
  /** Shows the button that deletes the team. */
  removal?: { entity: string; name: string; onRemoved: () => void };
}

/** The form of a team. */
export function TeamFormView({
  title,
  back,
  draftForm,
  reading,
  onSave,
  knownAddress,
  pending = [],
  among,
  removal,
}: TeamFormViewProps) {
  const { t } = useI18n();
  const [picking, setPicking] = useState<'leaders' | 'users' | null>(null);
  const { form } = draftForm.draft;
  const errors = draftForm.isTried && reading.kind === 'errors' ? reading.errors : {};
  const setForm = (next: (before: TeamForm) => TeamForm) =>
    draftForm.change((draft) => ({ ...draft, form: next(draft.form) }));
  const change = (part: Partial<TeamForm>) => setForm((before) => ({ ...before, ...part }));
  const add = (as: 'leaders' | 'users') => (person: TeamMember) =>
    setForm((before) => withPerson(before, as, person));
  const remove = (from: 'leaders' | 'users') => (id: number) =>
    setForm((before) => withoutPerson(before, from, id));
  const errorAt = (field: 'name' | 'description') => {
    const error = errors[field];
    return error === undefined ? undefined : t(`teamEdit.error.${error}`);
  };

  return (
    <FormScreen
      title={title}
      back={back}
      draftForm={draftForm}
      errorCount={Object.keys(errors).length}
      isUnchanged={reading.kind === 'unchanged'}
      onSave={() => {
        draftForm.setTried();
        onSave();
      }}
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
      <CheckboxRow
        label={t('teamEdit.private')}
        hint={t('teamEdit.privateHint')}
        checked={form.isPrivate}
        onChange={(isPrivate) => change({ isPrivate })}
      />
      <CheckboxRow
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
          hint={among && t('teamEdit.managersAdd')}
          people={form.users}
          addLabel={t('teamEdit.addMember')}
          onAdd={() => setPicking('users')}
          onRemove={remove('users')}
        />
      )}
      <AddressSection
        address={form.address}
        known={knownAddress}
        errors={errors}
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
          among={among}
          onAdd={add(picking)}
          onRemove={remove(picking)}
          onClose={() => setPicking(null)}
        />
      )}
    </FormScreen>
  );
}
