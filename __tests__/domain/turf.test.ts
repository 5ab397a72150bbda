import { readAddress } from '@/domain/address';
import {
  countInTurf,
  groupByStation,
  isEmptyTurf,
  isStationList,
  outlineProblem,
  readTurf,
  turfFilter,
  writeTurf,
  type Turf,
} from '@/domain/turf';
import { mergeRecord } from '@/domain/merge';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const square = [at(1, 1), at(1, 10), at(10, 10), at(10, 1)];
const hole = [at(4, 4), at(4, 6), at(6, 6), at(6, 4)];
const home = (houseNumber: string, street: string, latitude = 50, longitude = 50) =>
  readAddress({
    house_number: houseNumber,
    street,
    city: 'Lyon',
    latitude: String(latitude),
    longitude: String(longitude),
  });

test('an address is inside an area unless it is in a hole', () => {
  const isIn = turfFilter({ areas: [square], holes: [hole], streets: [], stations: [] });
  expect([home('1', 'A', 2, 2), home('1', 'A', 5, 5), home('1', 'A', 11, 5)].map(isIn)).toEqual([
    true,
    false,
    false,
  ]);
});

test('a street counts by its house numbers and side, however it is written', () => {
  const isIn = turfFilter({
    areas: [],
    holes: [],
    streets: [{ street: 'Rue Neuve', city: 'lyon', from: 10, to: 20, side: 'even' }],
    stations: [],
  });
  const numbers = ['8', '10', '11', '12 bis', '20', '22', ''];
  expect(numbers.filter((number) => isIn(home(number, 'RUE NEUVE')))).toEqual(['10', '12 bis', '20']);
});

test('a hole of a drawn area is cut out of it', () => {
  const ring = (outline: readonly { latitude: number; longitude: number }[]) =>
    outline.map(({ latitude, longitude }) => [longitude, latitude]);
  const polygon = JSON.stringify({ type: 'Polygon', coordinates: [ring(square), ring(hole)] });
  expect(readTurf({ polygon })).toMatchObject({ areas: [square], holes: [hole] });
});

test('a polling station counts however it is written, and holes cut nothing out of it', () => {
  const voter = (pollingstation: string) =>
    readAddress({ house_number: '1', street: 'A', latitude: '5', longitude: '5', pollingstation });
  const isIn = turfFilter({ areas: [], holes: [hole], streets: [], stations: ['École Élan 2'] });
  expect(['ecole elan 2', 'ÉCOLE  ÉLAN 2', 'École Élan 20', ''].map((name) => isIn(voter(name)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const stations = groupByStation(['B 10', 'b 10', 'B 2', ''].map(voter));
  expect(stations).toEqual([
    { key: 'b 2', name: 'B 2', count: 1 },
    { key: 'b 10', name: 'B 10', count: 2 },
  ]);
  expect(readTurf({ polling_station_included: '[12,"b"]' }).stations).toEqual(['12', 'b']);
  expect(['', '["a"]', '[""]', '{}', 'x'].map(isStationList)).toEqual([true, true, false, false, false]);
});

test('contacts behind one door are one door', () => {
  const turf: Turf = { areas: [square], holes: [], streets: [], stations: [] };
  const addresses = [
    home('1', 'A', 2, 2),
    home('1', 'A', 2, 2),
    home('2', 'A', 3, 2),
    home('9', 'A', 30, 30),
  ];
  expect(countInTurf(turf, addresses)).toEqual({ contacts: 3, doors: 2 });
});

test('a turf survives being written and read', () => {
  const turf: Turf = {
    areas: [square],
    holes: [hole],
    streets: [{ street: 'Rue Neuve', city: 'Lyon', from: 1, to: null, side: 'all' }],
    stations: ['Bureau 12'],
  };
  expect(readTurf(writeTurf(turf))).toEqual(turf);
  expect(isEmptyTurf(readTurf(writeTurf({ areas: [], holes: [], streets: [], stations: [] })))).toBe(true);
  expect(readTurf({ address_included: 'nonsense' }).streets).toEqual([]);
});

test.each([
  ['a square', square, null],
  ['two corners', square.slice(0, 2), 'too_few'],
  ['a bow tie', [at(0, 0), at(10, 10), at(10, 0), at(0, 10)], 'crossing'],
  ['a corner on another side', [at(0, 0), at(0, 10), at(10, 10), at(0, 5)], 'crossing'],
  ['a concave area', [at(0, 0), at(0, 10), at(10, 10), at(4, 5)], null],
])('%s', (_name, outline, problem) => {
  expect(outlineProblem(outline)).toBe(problem);
});

test('an edit sends only what differs; lists are merged by additions and removals', () => {
  const base = { name: 'Doors', goal: 10, pitch: 'Old', users: [{ id: 1 }, { id: 2 }] };
  const mine = { ...base, goal: 20, pitch: null, users: [{ id: 2 }, { id: 3 }] };
  const theirs = { ...base, name: 'Windows', users: [{ id: 1 }, { id: 2 }, { id: 4 }] };
  expect(mergeRecord(base, mine, theirs, ['users'])).toEqual({
    kind: 'merged',
    changes: { goal: 20, pitch: null, users: [{ id: 2 }, { id: 4 }, { id: 3 }] },
  });
  expect(mergeRecord(base, { ...base, name: 'Gates' }, theirs)).toMatchObject({
    kind: 'conflict',
    conflicts: [{ field: 'name', mine: 'Gates', theirs: 'Windows' }],
  });
});
