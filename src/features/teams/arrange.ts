import { type PublicTeam, type Team } from '@/contract/team';
import { wordsOf } from '@/domain/fold';
import { type OutboxRow } from '@/db/outbox/outbox';
import { type TeamView } from '@/db/teams';
import {
  hasMember,
  isLedBy,
  peopleOf,
  personName,
  seesMembers,
  type TeamPerson,
  type Viewer,
} from '@/domain/team';

export type TeamGroupName = 'mine' | 'led' | 'others' | 'public';

/** A team of the list, own or public. */
export type TeamLine = {
  /** The id in the address of its screen. */
  id: string;
  group: TeamGroupName;
  name: string;
  isPrivate: boolean;
  pending: readonly OutboxRow[];
  people: TeamPerson[];
  /** Only the leaders are visible, and not how many members there are. */
  areMembersHidden: boolean;
  team: Omit<Team, 'id'> | PublicTeam;
};

export type TeamSources = { teams: readonly TeamView[]; publicTeams: readonly PublicTeam[]; viewer: Viewer };

const order: readonly TeamGroupName[] = ['led', 'mine', 'others', 'public'];

/** Every team on the phone, by group, each once. */
export function arrangeTeams({ teams, publicTeams, viewer }: TeamSources): TeamLine[] {
  const ownIds = new Set(teams.map(({ id }) => id));
  const own = teams.map((view): TeamLine => ({
    ...lineOf(view.team, viewer),
    id: view.entity.slice('team:'.length),
    group: isLedBy(view.team, viewer.userId)
      ? 'led'
      : hasMember(view.team, viewer.userId)
        ? 'mine'
        : 'others',
    isPrivate: view.team.private === true,
    pending: view.pending,
  }));
  const open = publicTeams
    .filter(({ id }) => !ownIds.has(id))
    .map((team): TeamLine => ({
      ...lineOf(team, viewer),
      id: String(team.id),
      group: 'public',
      isPrivate: false,
      pending: [],
    }));
  const lines = [...own, ...open];
  return order.flatMap((group) => lines.filter((line) => line.group === group));
}

function lineOf(
  team: Omit<Team, 'id'> | PublicTeam,
  viewer: Viewer
): Pick<TeamLine, 'name' | 'people' | 'areMembersHidden' | 'team'> {
  return {
    name: team.name ?? '',
    people: peopleOf(team, viewer),
    areMembersHidden: !seesMembers(team, viewer),
    team,
  };
}

/** A searchable person of a team. */
export type PersonInTeams = { person: TeamPerson; name: string; teams: TeamLine[]; words: string[] };

/** Every person of every team, once, with their teams. Built once per list, so that searching only compares. */
export function indexPeople(lines: readonly TeamLine[]): PersonInTeams[] {
  const found = new Map<number, PersonInTeams>();
  for (const line of lines) {
    for (const person of line.people) {
      const indexed = found.get(person.id);
      if (indexed) indexed.teams.push(line);
      else {
        const words = wordsOf([person.firstname, person.surname, person.mail].join(' '));
        const digits = (person.phone ?? '').replace(/\D/g, '');
        found.set(person.id, {
          person,
          name: personName(person),
          teams: [line],
          words: digits === '' ? words : [...words, digits, digits.replace(/^0+/, '')],
        });
      }
    }
  }
  return [...found.values()].sort((one, other) => (one.words.join(' ') < other.words.join(' ') ? -1 : 1));
}

const mostPeople = 100;

/** Teams and people with a word that begins with each typed word. */
export function searchTeams(
  lines: readonly TeamLine[],
  people: readonly PersonInTeams[],
  typed: string
): { teams: TeamLine[]; people: PersonInTeams[] } {
  const prefixes = wordsOf(typed);
  const matches = (words: readonly string[]) =>
    prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)));
  return {
    teams: lines.filter((line) => matches(wordsOf(line.name))),
    people: people.filter(({ words }) => matches(words)).slice(0, mostPeople),
  };
}
