import { readAddress } from '@/domain/address';
import { doorKey, type ShownVisit } from '@/domain/visit';
import {
  doorLine,
  groupDoors,
  houseKey,
  listDoors,
  matchesFilter,
  sortByDistance,
  restOf,
  staircaseOf,
} from '@/domain/walkList';

const address = (housenumber: number | string, more: object = {}) =>
  readAddress({ housenumber, street: 'Rue des Lilas', city: 'Lyon', ...more });

const visit = (
  at: ReturnType<typeof address>,
  outcome: string,
  more: Partial<ShownVisit> = {}
): ShownVisit => ({
  uuid: `${outcome} ${doorKey(at)}`,
  door: doorKey(at),
  contactId: null,
  outcome,
  undoes: null,
  note: null,
  visitedAt: 1,
  comeBackAt: null,
  userId: 1,
  declared: false,
  state: null,
  ...more,
});

test('doors are in walking order, by street and side, then by floor and door', () => {
  const addresses = [address(10), address(2, { floor: 2 }), address(2, { floor: 1 }), address(3)];
  const groups = groupDoors(listDoors(addresses, [], []));
  expect(groups.map(({ side }) => side)).toEqual(['even', 'odd']);
  expect(groups[0]?.doors.map(({ address: { houseNumber, floor } }) => `${houseNumber}/${floor}`)).toEqual([
    '2/1',
    '2/2',
    '10/',
  ]);
});

test('every door has a line of its own', () => {
  const lines = [
    doorLine(address(12, { addition: 'bis', postalcode: '69001' }), ['Floor 3']),
    doorLine(address(12, { addition: '-14' }), ['Floor 2']),
    doorLine(address(12, { addition: 'Staircase C' }), []),
  ];
  expect(lines).toEqual([
    '12 bis Rue des Lilas, Floor 3, 69001 Lyon',
    '12-14 Rue des Lilas, Floor 2, Lyon',
    '12 Rue des Lilas, Staircase C, Lyon',
  ]);
});

test('a door that is finished is not left; one to come back to is left again when it is due', () => {
  const [one, two, three] = [address(1), address(3), address(5)];
  const visits = [
    visit(one, 'do_not_visit'),
    visit(two, 'nobody_in'),
    visit(three, 'come_back', { comeBackAt: 10_000_000 }),
  ];
  const shown = (filter: 'left' | 'due' | 'all', now: number) =>
    listDoors([one, two, three], visits, [])
      .filter((door) => matchesFilter(door, filter, now))
      .map(({ address: { houseNumber } }) => houseNumber);
  expect(shown('all', 0)).toEqual(['1', '3', '5']);
  expect(shown('left', 0)).toEqual(['3']);
  expect(shown('due', 0)).toEqual([]);
  expect(shown('due', 9_500_000)).toEqual(['5']);
  expect(shown('left', 9_500_000)).toEqual(['3', '5']);
});

test('the nearest door is first, and one without a position is last', () => {
  const far = address(1, { latitude: '45.80', longitude: '4.80' });
  const near = address(3, { latitude: '45.771', longitude: '4.80' });
  const doors = sortByDistance(listDoors([address(5), far, near], [], []), {
    latitude: 45.77,
    longitude: 4.8,
  });
  expect(doors.map(({ address: { houseNumber } }) => houseNumber)).toEqual(['3', '1', '5']);
});

test('a staircase is the doors of one house and building', () => {
  const doors = listDoors(
    [
      address(2, { door: 'A' }),
      address(2, { door: 'B' }),
      address(2, { door: 'C' }),
      address(2, { building: '2' }),
    ],
    [visit(address(2, { door: 'B' }), 'talked')],
    []
  );
  expect(staircaseOf(doors[0]!, doors).map(({ address: { door } }) => door)).toEqual(['A', 'B', 'C']);
});

test('the rest is the doors that are left and were not visited today', () => {
  const doors = listDoors(
    [address(2), address(4), address(6), address(8)],
    [visit(address(2), 'talked'), visit(address(4), 'nobody_in'), visit(address(6), 'come_back')],
    []
  );
  const visited = doors[1]!.visits[0]!.visitedAt;
  const numbers = (now: number) => restOf(doors, now).map(({ address: { houseNumber } }) => houseNumber);
  expect(numbers(visited)).toEqual(['8']);
  expect(numbers(visited + 24 * 60 * 60_000)).toEqual(['4', '6', '8']);
});

test('the rest has no door with an appointment that is later', () => {
  const visits = [visit(address(2), 'come_back', { comeBackAt: 10 * 24 * 60 * 60_000 })];
  const doors = listDoors([address(2), address(4)], visits, []);
  const numbers = (day: number) =>
    restOf(doors, day * 24 * 60 * 60_000).map(({ address: { houseNumber } }) => houseNumber);
  expect(numbers(5)).toEqual(['4']);
  expect(numbers(10)).toEqual(['2', '4']);
});

test('a contact without a floor is shown at every door of the house, one with a floor at that', () => {
  const resident = { id: 1, name: 'Rosa', optedOut: false, house: houseKey(address(2)), floor: '', door: '' };
  const doors = listDoors(
    [address(2, { floor: 1 }), address(2, { floor: 2 }), address(4)],
    [],
    [resident, { ...resident, id: 2, floor: '2' }]
  );
  expect(doors.map(({ residents }) => residents.map(({ id }) => id))).toEqual([[1], [1, 2], []]);
});

test('what follows the number of a house is part of it, in one field or in two', () => {
  const resident = (id: number, at: ReturnType<typeof address>) => ({
    ...{ id, name: 'Rosa', optedOut: false, house: houseKey(at), floor: '', door: '' },
  });
  const doors = listDoors(
    [address(12), address(12, { addition: 'bis' }), address(12, { addition: 'Building C' })],
    [],
    [
      resident(1, address('12')),
      resident(2, address('12 bis')),
      resident(3, address('12', { addition: 'Bis' })),
    ]
  );
  expect(doors.map(({ residents }) => residents.map(({ id }) => id))).toEqual([[1], [2, 3], [1]]);
});
