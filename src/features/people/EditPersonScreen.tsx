// Offline: complete. The change is saved on this phone and sent automatically; only what was changed is sent.
import { useQuery } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';
import { type ComponentProps } from 'react';

import { type User } from '@/contract/user';
import { type TeamView } from '@/db/teams';
import { personName } from '@/domain/team';
import { FormScreen } from '@/features/shared/forms/FormScreen';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useI18n } from '@/i18n/I18nProvider';
import { peopleQueries } from '@/queries/people';
import { DayField } from '@/ui/DayField';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import { userUpdateRow } from './mutations';
import {
  PersonDraftSchema,
  readPersonForm,
  startPersonDraft,
  type PersonDraft,
  type PersonFormError,
  type PersonField,
} from './personForm';

export function EditPersonScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const id = Number(useLocalSearchParams<{ id: string }>().id);
  const query = useQuery(peopleQueries.one(runtime, id));
  const back = useBack({ pathname: '/people/[id]', params: { id } });
  if (query.data) {
    const { user, teams } = query.data;
    return (
      <RequirePermission
        may={({ canEditPerson }) => canEditPerson(user)}
        title={t('people.form.title')}
        back={back}
        forbidden={t('people.form.forbidden')}
        forbiddenText={t('people.form.forbiddenText')}
      >
        <EditPerson key={id} user={user} avatar={avatarOf(teams, id)} />
      </RequirePermission>
    );
  }
  return (
    <Screen title={t('people.form.title')} titlePlace="bar" back={back}>
      <Loaded query={query}>
        {() => <EmptyState icon="person" title={t('people.empty.gone')} text={t('people.empty.goneText')} />}
      </Loaded>
    </Screen>
  );
}

/** The picture is only in the member list of a team. */
function avatarOf(teams: readonly TeamView[], userId: number): string {
  const members = teams.flatMap(({ team }) => [...(team.leaders ?? []), ...(team.users ?? [])]);
  return members.find(({ id, avatar }) => id === userId && !!avatar)?.avatar ?? '';
}

type InputProps = Pick<
  ComponentProps<typeof TextField>,
  'inputMode' | 'autoComplete' | 'autoCapitalize' | 'hint'
>;

function EditPerson({ user, avatar }: { user: User; avatar: string }) {
  const runtime = useRuntime();
  const opened = useOpenedDraft({
    draftKey: `person:${user.id}`,
    schema: PersonDraftSchema,
    start: () => startPersonDraft(runtime.newId(), user, avatar),
  });
  return opened && <EditForm key={opened.round} user={user} opened={opened} />;
}

function EditForm({ user, opened }: { user: User; opened: OpenedDraft<PersonDraft> }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const parent = { pathname: '/people/[id]', params: { id: user.id } } as const;
  const back = useBack(parent);
  const leave = useLeave(parent);
  const draftForm = useDraftForm(opened);
  const { id, form, opened: before } = draftForm.draft;
  const reading = readPersonForm(form, before, user.mail);
  const errors: Partial<Record<PersonField, PersonFormError>> =
    draftForm.isTried && reading.kind === 'errors' ? reading.errors : {};

  const submit = async () => {
    draftForm.setTried();
    if (reading.kind !== 'update') return;
    const about = { id, seen: user, who: personName(user) };
    if (await draftForm.save([userUpdateRow(about, reading.update)])) leave();
  };

  const type = (name: PersonField, typed: string) =>
    draftForm.change((draft) => ({ ...draft, form: { ...draft.form, [name]: typed } }));
  const errorAt = (name: PersonField) => {
    const error = errors[name];
    return error === undefined ? undefined : t(`people.form.error.${error}`);
  };
  const field = (name: PersonField, props: InputProps = {}) => (
    <TextField
      {...props}
      label={t(`people.form.${name}`)}
      value={form[name]}
      onChangeText={(typed) => type(name, typed)}
      error={errorAt(name)}
    />
  );

  return (
    <FormScreen
      title={t(user.id === runtime.scope.userId ? 'people.form.ownTitle' : 'people.form.title')}
      back={back}
      draftForm={draftForm}
      errorCount={Object.keys(errors).length}
      isUnchanged={reading.kind === 'unchanged'}
      onSave={() => void submit()}
    >
      {user.id !== runtime.scope.userId && (
        <Text variant="note" tone="quiet">
          {t('people.form.cameFromElsewhere')}
        </Text>
      )}
      {field('firstname', { autoComplete: 'off' })}
      {field('surname', { autoComplete: 'off' })}
      {field('mail', { inputMode: 'email', autoCapitalize: 'none', hint: t('people.form.mailHint') })}
      {field('phone', { inputMode: 'tel' })}
      {field('address')}
      {field('postal')}
      {field('city')}
      {field('location', { hint: t('people.form.locationHint') })}
      <DayField
        label={t('people.form.birthdate')}
        pickLabel={t('common.day.pick')}
        hint={t('common.day.hint', { example: '1990-12-31' })}
        value={form.birthdate}
        onChange={(typed) => type('birthdate', typed)}
        error={errorAt('birthdate')}
      />
      {field('avatar', { inputMode: 'url', autoCapitalize: 'none', hint: t('people.form.avatarHint') })}
    </FormScreen>
  );
}
