// Offline: complete. The change is saved on this phone and sent by itself; only what was changed is sent.
import { useQuery } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';
import { type ComponentProps, useState } from 'react';

import { type User } from '@/contract/user';
import { type TeamView } from '@/db/teams';
import { personName } from '@/domain/team';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useSave } from '@/features/shared/useSave';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import { userUpdateRow } from './actions';
import { formOf, readPersonForm, type PersonField, type PersonFault } from './personForm';
import { peopleQueries } from './queries';

export function EditPersonScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const id = Number(useLocalSearchParams<{ id: string }>().id);
  const query = useQuery(peopleQueries.one(runtime, id));
  const back = useBack({ pathname: '/people/[id]', params: { id } });
  if (query.data) return <EditForm key={id} user={query.data.user} avatar={avatarOf(query.data.teams, id)} />;
  return (
    <Screen title={t('people.form.title')} titlePlace="bar" back={back}>
      <Loaded query={query}>
        {() => <EmptyState icon="person" title={t('people.empty.gone')} text={t('people.empty.goneText')} />}
      </Loaded>
    </Screen>
  );
}

/** The picture stands in the record of a team's member alone. */
function avatarOf(teams: readonly TeamView[], userId: number): string {
  const members = teams.flatMap(({ team }) => [...(team.leaders ?? []), ...(team.users ?? [])]);
  return members.find(({ id, avatar }) => id === userId && !!avatar)?.avatar ?? '';
}

type InputProps = Pick<
  ComponentProps<typeof TextField>,
  'inputMode' | 'autoComplete' | 'autoCapitalize' | 'hint' | 'placeholder'
>;

function EditForm({ user, avatar }: { user: User; avatar: string }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const back = useBack({ pathname: '/people/[id]', params: { id: user.id } });
  const { isSaving, save } = useSave();
  const [id] = useState(runtime.newId);
  const [opened] = useState(() => formOf(user, avatar));
  const [form, setForm] = useState(opened);
  const [isTried, setTried] = useState(false);
  const reading = readPersonForm(form, opened);
  const faults: Partial<Record<PersonField, PersonFault>> =
    isTried && reading.kind === 'faults' ? reading.faults : {};
  const count = Object.keys(faults).length;

  const submit = async () => {
    setTried(true);
    if (reading.kind !== 'update') return;
    const about = { id, userId: user.id, who: personName(user) };
    if (await save([userUpdateRow(about, reading.update)])) leave();
  };
  const leave = () =>
    router.canGoBack()
      ? router.back()
      : router.replace({ pathname: '/people/[id]', params: { id: user.id } });

  const field = (name: PersonField, props: InputProps = {}) => {
    const fault = faults[name];
    return (
      <TextField
        {...props}
        label={t(`people.form.${name}`)}
        value={form[name]}
        onChangeText={(typed) => setForm((before) => ({ ...before, [name]: typed }))}
        error={fault === undefined ? undefined : t(`people.form.fault.${fault}`)}
      />
    );
  };

  return (
    <Screen
      title={t(user.id === runtime.scope.userId ? 'people.form.ownTitle' : 'people.form.title')}
      titlePlace="bar"
      back={back}
      footer={
        <>
          {count > 0 && (
            <Text tone="person" aria-live="polite">
              {t('people.form.putRight', { count })}
            </Text>
          )}
          {isTried && reading.kind === 'unchanged' && (
            <Text tone="quiet" aria-live="polite">
              {t('people.form.nothing')}
            </Text>
          )}
          <Button
            size="main"
            icon="check"
            label={t('common.save')}
            busy={isSaving}
            onPress={() => void submit()}
          />
        </>
      }
    >
      {field('firstname', { autoComplete: 'off' })}
      {field('surname', { autoComplete: 'off' })}
      {field('mail', { inputMode: 'email', autoCapitalize: 'none', hint: t('people.form.mailHint') })}
      {field('phone', { inputMode: 'tel' })}
      {field('address')}
      {field('postal')}
      {field('city')}
      {field('location', { hint: t('people.form.locationHint') })}
      {field('birthdate', {
        hint: t('common.day.hint', { example: '1990-12-31' }),
        placeholder: '1990-12-31',
      })}
      {field('avatar', { inputMode: 'url', autoCapitalize: 'none', hint: t('people.form.avatarHint') })}
    </Screen>
  );
}
