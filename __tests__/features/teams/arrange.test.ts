import { type TeamView } from '@/db/teams';
import { arrangeTeams, indexPeople, searchTeams } from '@/features/teams/arrange';

describe('teams', () => {
  const view = (id: number, name: string, leaders: number[], users: number[], hidden = false): TeamView => ({
    entity: `team:${id}`,
    id,
    pending: [],
    isLeaving: false,
    team: {
      name,
      hide_users: hidden,
      leaders: leaders.map((person) => ({
        id: person,
        firstname: `Person${person}`,
        phone: `06 00 00 00 0${person}`,
      })),
      users: users.map((person) => ({ id: person, firstname: `Person${person}` })),
    },
  });
  const viewer = { userId: 1, isManager: false };
  const lines = arrangeTeams({
    teams: [
      view(1, 'Others', [2], [3]),
      view(2, 'Led', [1], [4]),
      view(3, 'Mine', [2], [1, 5]),
      view(4, 'Closed', [2], [6], true),
    ],
    publicTeams: [
      { id: 3, name: 'Mine' },
      { id: 9, name: 'Open', users: [{ id: 7, firstname: 'Élodie', surname: 'Roy' }] },
    ],
    viewer,
  });

  it('are grouped into led by me, mine, others and public, each once', () => {
    expect(lines.map(({ group, name }) => [group, name])).toEqual([
      ['led', 'Led'],
      ['mine', 'Mine'],
      ['others', 'Others'],
      ['others', 'Closed'],
      ['public', 'Open'],
    ]);
  });

  it('find every person in every team by name or number, except hidden ones', () => {
    const people = indexPeople(lines);
    const find = (typed: string) => searchTeams(lines, people, typed).people.map(({ person }) => person.id);
    expect(find('elodie')).toEqual([7]);
    expect(find('person2')).toEqual([2]);
    expect(find('0600000002')).toEqual([2]);
    expect(find('person6')).toEqual([]);
    expect(searchTeams(lines, people, 'led').teams.map(({ name }) => name)).toEqual(['Led']);
  });
});
