import { type TeamView } from '@/db/teams';
import { projectToPlane } from '@/domain/geo';
import { panBy, scaleBar, scaleOf, toScreen, wholeView, zoomBy } from '@/features/actions/mapView';
import { searchActions } from '@/features/actions/search';
import { arrangeTeams, indexPeople, searchTeams } from '@/features/teams/arrange';

describe('the map', () => {
  const plane = projectToPlane([
    { latitude: 45.77, longitude: 4.82 },
    { latitude: 45.78, longitude: 4.84 },
  ]);
  const size = { width: 350, height: 240 };
  if (plane === null) throw new Error('a plane was laid');
  const whole = wholeView(plane);

  it('shows all of it at first', () => {
    const scale = scaleOf(plane, whole, size);
    for (const position of [
      { latitude: 45.77, longitude: 4.82 },
      { latitude: 45.78, longitude: 4.84 },
    ]) {
      const { x, y } = toScreen(plane.toPoint(position), whole, scale, size);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(size.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(size.height);
    }
  });

  it('keeps what is under the finger there while zooming', () => {
    const scale = scaleOf(plane, whole, size);
    const finger = { x: 60, y: -30 };
    const under = { x: whole.centre.x + finger.x / scale, y: whole.centre.y + finger.y / scale };
    const closer = zoomBy(plane, whole, 2, finger, scale);
    const seen = toScreen(under, closer, scaleOf(plane, closer, size), size);
    expect(seen.x).toBeCloseTo(size.width / 2 + finger.x, 5);
    expect(seen.y).toBeCloseTo(size.height / 2 + finger.y, 5);
  });

  it('is never zoomed out beyond all of it, nor lost to the side', () => {
    const scale = scaleOf(plane, whole, size);
    expect(zoomBy(plane, whole, 0.1, { x: 0, y: 0 }, scale)).toEqual(whole);
    const far = panBy(plane, whole, { x: 100_000, y: -100_000 }, scale);
    expect(Math.abs(far.centre.x - plane.centre.x)).toBeLessThanOrEqual(plane.width / 2);
    expect(Math.abs(far.centre.y - plane.centre.y)).toBeLessThanOrEqual(plane.height / 2);
  });

  it('says its scale in a round length', () => {
    const { metres, pixels } = scaleBar(0.2, size);
    expect(metres).toBe(500);
    expect(pixels).toBeLessThanOrEqual(size.width / 3);
  });
});

test('actions are found by the beginnings of words of name, pitch, team and town, in any order', () => {
  const aggregate = {
    Action: {
      id: 1,
      name: 'Porte à porte, versant nord',
      Teams: [{ id: 2, name: 'Plateau' }],
      Addresses: [{ city: 'Évreux' }],
    },
  };
  for (const typed of ['nord porte', 'plat', 'evreux', 'PORTE'])
    expect(searchActions([aggregate], typed)).toHaveLength(1);
  expect(searchActions([aggregate], 'porte sud')).toHaveLength(0);
});

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

  it('stand as mine, led by me, others and public, each once', () => {
    expect(lines.map(({ group, name }) => [group, name])).toEqual([
      ['mine', 'Mine'],
      ['led', 'Led'],
      ['others', 'Others'],
      ['others', 'Closed'],
      ['public', 'Open'],
    ]);
  });

  it('find every person in every team by name or number, except those who are hidden', () => {
    const people = indexPeople(lines);
    const find = (typed: string) => searchTeams(lines, people, typed).people.map(({ person }) => person.id);
    expect(find('elodie')).toEqual([7]);
    expect(find('person2')).toEqual([2]);
    expect(find('0600000002')).toEqual([2]);
    expect(find('person6')).toEqual([]);
    expect(searchTeams(lines, people, 'led').teams.map(({ name }) => name)).toEqual(['Led']);
  });
});
