import { useState } from 'react';
import { View } from 'react-native';

import { type Action } from '@/contract/action';
import { type ActionUser } from '@/contract/user';
import { type TeamPerson } from '@/domain/team';
import { MemberRow } from '@/features/shared/MemberRow';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { SectionHeader } from '@/ui/SectionHeader';

type Crew = { key: string; name: string; people: TeamPerson[] };

const few = 4;

/** The people of the action, by team, each one tap away. */
export function People({ action }: { action: Action }) {
  const { t } = useI18n();
  const crews: Crew[] = [
    ...contactPerson(action, t('actions.people.organiser')),
    ...(action.Teams ?? []).map((team) => ({
      key: `team ${team.id}`,
      name: team.name || t('common.unnamed'),
      people: (team.userswithactive ?? []).filter((user) => user.active !== false).map(asPerson),
    })),
    {
      key: 'assigned',
      name: t('actions.people.assigned'),
      people: (action.Users ?? []).filter((user) => user.active !== false).map(asPerson),
    },
  ].filter(({ people }) => people.length > 0);
  return crews.map((crew) => <CrewPart key={crew.key} crew={crew} />);
}

function CrewPart({ crew }: { crew: Crew }) {
  const { t, format } = useI18n();
  const { scope } = useRuntime();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? crew.people : crew.people.slice(0, few);
  return (
    <View>
      <SectionHeader title={crew.name} />
      {shown.map((person, place) => (
        <MemberRow
          key={person.id}
          person={person}
          userId={scope.userId}
          ways={['call', 'text', 'mail']}
          last={place === shown.length - 1}
        />
      ))}
      {shown.length < crew.people.length && (
        <Button
          kind="quiet"
          label={t('actions.people.all', { number: format.number(crew.people.length) })}
          onPress={() => setShowsAll(true)}
        />
      )}
    </View>
  );
}

function asPerson({ id, firstname, surname, mail, phone, role }: ActionUser): TeamPerson {
  return { id, firstname, surname, mail, phone, role, isLeader: false };
}

/** The organiser of the action, with contact buttons. */
function contactPerson({ created_by_detail: detail, created_by }: Action, name: string): Crew[] {
  if (detail === undefined || !(detail.phone || detail.email)) return [];
  const person: TeamPerson = {
    id: created_by ?? -1,
    firstname: detail.first_name,
    surname: detail.last_name,
    mail: detail.email,
    phone: detail.phone,
    role: detail.status,
    isLeader: false,
  };
  return [{ key: 'organiser', name, people: [person] }];
}
