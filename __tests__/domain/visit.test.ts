import { readAddress } from '@/domain/address';
import { countedVisits, doorKey, visitAddress, visitsByDoor, type ShownVisit } from '@/domain/visit';

const visit = (uuid: string, more: Partial<ShownVisit> = {}): ShownVisit => ({
  uuid,
  door: 'a',
  contactId: null,
  outcome: 'nobody_in',
  undoes: null,
  note: null,
  visitedAt: 1,
  comeBackAt: null,
  userId: 1,
  declared: false,
  state: null,
  ...more,
});

test('a door has one key however its address is written', () => {
  const listed = readAddress({ housenumber: 8, street: 'Rue des Lilas', city: 'Lyon', floor: 3 });
  const visited = readAddress({ house_number: '8', street: 'rue  des lilas', city: 'LYON', floor: '3' });
  expect(doorKey(visited)).toBe(doorKey(listed));
  expect(doorKey(readAddress(visitAddress(listed)))).toBe(doorKey(listed));
  expect(doorKey({ ...listed, floor: '4' })).not.toBe(doorKey(listed));
});

test('the latest visit of a door decides, and both stay in its history', () => {
  const visits = [visit('early', { visitedAt: 1 }), visit('late', { visitedAt: 2, userId: 2 })];
  expect(
    visitsByDoor(visits)
      .get('a')
      ?.map(({ uuid }) => uuid)
  ).toEqual(['late', 'early']);
  // Of two at the same time every phone chooses the same.
  const same = [visit('b'), visit('c')];
  expect(visitsByDoor(same).get('a')?.[0]?.uuid).toBe('c');
  expect(visitsByDoor([...same].reverse()).get('a')?.[0]?.uuid).toBe('c');
});

test('a visit that its maker took back does not count; one that somebody else took back does', () => {
  const undo = (userId: number) => visit('undo', { outcome: 'undone', undoes: 'one', userId });
  expect(countedVisits([visit('one'), undo(1)])).toEqual([]);
  expect(countedVisits([visit('one'), undo(2)]).map(({ uuid }) => uuid)).toEqual(['one']);
});
