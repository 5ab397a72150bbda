import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { View } from 'react-native';

import { SearchDialog } from '@/features/shared/SearchDialog';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { peopleQueries } from '@/queries/people';
import { teamQueries } from '@/queries/teams';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { IconButton } from '@/ui/IconButton';
import { ListRow } from '@/ui/ListRow';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';

import { type ActionForm } from '../actionForm';

interface ParticipantsSectionProps {
  teams: ActionForm['teams'];
  people: ActionForm['people'];
  onChange: (part: Partial<Pick<ActionForm, 'teams' | 'people'>>) => void;
}

/** The teams and people that take part. */
export function ParticipantsSection({ teams, people, onChange }: ParticipantsSectionProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { data } = useQuery(teamQueries.own(runtime));
  const [isPicking, setPicking] = useState(false);
  // The number of a sent team is known before the team is downloaded. One that is not sent has none to refer to.
  const all = (data?.teams ?? []).map(({ id, team, pending }) => ({
    id: id ?? pending[0]?.serverId ?? null,
    name: team.name || t('common.unnamed'),
  }));
  const known = all.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]));
  const unsent = all.filter(({ id }) => id === null).map(({ name }) => name);
  return (
    <View>
      <SectionHeader title={t('actionEdit.teams')} />
      {all.length === 0 && <Text tone="quiet">{t('actionEdit.noTeams')}</Text>}
      {known.map(({ id, name }) => (
        <CheckboxRow
          key={id}
          label={name}
          checked={teams.includes(id)}
          onChange={(checked) =>
            onChange({ teams: checked ? [...teams, id] : teams.filter((each) => each !== id) })
          }
        />
      ))}
      {unsent.length > 0 && (
        <Text tone="quiet">{t('actionEdit.unsentTeams', { names: format.list(unsent) })}</Text>
      )}
      <SectionHeader
        title={t('actionEdit.people')}
        trailing={
          <Button
            kind="secondary"
            icon="plus"
            label={t('actionEdit.addPerson')}
            onPress={() => setPicking(true)}
          />
        }
      />
      {people.length === 0 && <Text tone="quiet">{t('teamEdit.nobody')}</Text>}
      {people.map(({ id, name }) => (
        <ListRow
          key={id}
          leading={<Avatar name={name} />}
          title={name || t('common.unnamed')}
          trailing={
            <IconButton
              icon="close"
              kind="plain"
              label={t('teamEdit.removeWhom', { name })}
              onPress={() => onChange({ people: people.filter((person) => person.id !== id) })}
            />
          }
        />
      ))}
      {isPicking && (
        <PeoplePicker
          people={people}
          onChange={(next) => onChange({ people: next })}
          onClose={() => setPicking(false)}
        />
      )}
    </View>
  );
}

interface PeoplePickerProps {
  people: ActionForm['people'];
  onChange: (people: ActionForm['people']) => void;
  onClose: () => void;
}

function PeoplePicker({ people, onChange, onClose }: PeoplePickerProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const [typed, setTyped] = useState('');
  const { data: found = [] } = useQuery(peopleQueries.search(runtime, useDeferredValue(typed.trim())));
  return (
    <SearchDialog
      title={t('actionEdit.addPerson')}
      placeholder={t('teamEdit.pick.placeholder')}
      typed={typed}
      onType={setTyped}
      none={found.length === 0 ? t('teamEdit.pick.none') : null}
      onClose={onClose}
    >
      {found.map(({ id, name, roleName, town }) => (
        <CheckboxRow
          key={id}
          label={name}
          hint={[roleName, town].filter(Boolean).join(' · ') || undefined}
          checked={people.some((person) => person.id === id)}
          onChange={(checked) =>
            onChange(checked ? [...people, { id, name }] : people.filter((person) => person.id !== id))
          }
        />
      ))}
    </SearchDialog>
  );
}
