import { type Action } from '@/contract/action';
import { contentOf, formOf, newContent, readActionForm, refusedAt } from '@/features/actions/edit/actionForm';
import {
  addCorner,
  doesHoleLeave,
  drawingProblem,
  finishRing,
  moveCorner,
  startHole,
  undo,
  type Drawing,
} from '@/features/actions/edit/drawing';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const draw = (...corners: { latitude: number; longitude: number }[]) =>
  corners.reduce<Drawing>(addCorner, { rings: [], isOpen: false });
const square = draw(at(0, 0), at(0, 1), at(1, 1), at(1, 0));

const action: Action = {
  id: 5,
  name: 'Doors',
  state: 'published',
  start: '2026-03-01T08:00:00Z',
  end: '2026-03-31T18:30:15Z',
  goal: 20,
  public: true,
  facts: [{ id: 1, title: 'Opening words', text: 'Hello' }],
  Users: [{ id: 3, firstname: 'Ada' }],
  polygon: 'POLYGON((0 0, 0 1, 1 1, 0 0))',
};

test('a form that was not touched changes nothing, whatever format the service has', () => {
  const seen = contentOf(action);
  expect(readActionForm(formOf(seen), seen)).toEqual({ kind: 'fields', fields: seen, isChanged: false });
});

test('a new action is a draft with what was typed', () => {
  const form = {
    ...formOf(newContent),
    name: ' Doors ',
    goal: '50',
    link: 'example.org/doors',
    drawing: square,
  };
  const reading = readActionForm(form, null);
  expect(reading).toMatchObject({
    kind: 'fields',
    fields: { name: 'Doors', state: 'draft', goal: 50, link: 'https://example.org/doors', pitch: null },
  });
  expect(reading.kind === 'fields' && JSON.parse(reading.fields.polygon)).toEqual({
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
          [0, 0],
        ],
      ],
    ],
  });
});

test('every error is at its field', () => {
  const form = {
    ...formOf(newContent),
    startDay: '2026-03-02',
    startTime: '9:00',
    endDay: '2026-03-01',
    goal: 'many',
    goalForms: '-1',
    link: 'not a link',
    streets: [{ street: 'Rue', city: '', from: 'x', to: '', side: 'all' as const }],
    drawing: draw(at(0, 0), at(1, 1), at(1, 0), at(0, 1)),
  };
  expect(readActionForm(form, null)).toEqual({
    kind: 'errors',
    errors: {
      name: 'name_missing',
      end: 'end_before_start',
      goal: 'bad_number',
      goal_forms: 'bad_number',
      link: 'bad_link',
      streets: 'bad_number',
      turf: 'crossing',
    },
  });
  expect(readActionForm({ ...formOf(newContent), name: 'x', startDay: '2026-02-30' }, null)).toMatchObject({
    errors: { start: 'bad_day' },
  });
});

test('a street whose last number is before its first is an error, unless the action has it already', () => {
  const street = { street: 'Rue', city: '', from: '20', to: '10', side: 'all' as const };
  const form = { ...formOf(newContent), name: 'x', streets: [street] };
  expect(readActionForm(form, null)).toEqual({ kind: 'errors', errors: { streets: 'from_after_to' } });
  for (const [from, to] of [
    ['10', '20'],
    ['20', ''],
    ['', '10'],
    ['10', '10'],
  ] as const)
    expect(readActionForm({ ...form, streets: [{ ...street, from, to }] }, null).kind).toBe('fields');
  const address_included = JSON.stringify([{ ...street, from: 20, to: 10 }]);
  const seen = { ...contentOf(action), address_included };
  expect(formOf(seen).streets).toEqual([street]);
  expect(readActionForm({ ...formOf(seen), name: 'New' }, seen)).toMatchObject({
    fields: { name: 'New', address_included },
  });
});

test('a goal that was not touched is kept, however large', () => {
  const seen = { ...contentOf(action), goal: 12_345_678_901 };
  expect(readActionForm({ ...formOf(seen), name: 'New' }, seen)).toMatchObject({
    fields: { name: 'New', goal: 12_345_678_901 },
  });
  expect(readActionForm({ ...formOf(seen), goal: '12345678902' }, seen)).toMatchObject({
    errors: { goal: 'bad_number' },
  });
});

test('a refused field is shown at its place, and one without a place at none', () => {
  expect(refusedAt('pitch')).toEqual({ pitch: 'refused' });
  expect(refusedAt('polygon')).toEqual({ turf: 'turf_refused' });
  expect(refusedAt('users')).toEqual({});
});

test('an error about a time is at the field of the time', () => {
  const times = { ...formOf(newContent), name: 'x', startDay: '2026-02-20', startTime: '9 o’clock' };
  expect(readActionForm(times, null)).toEqual({ kind: 'errors', errors: { start_time: 'bad_time' } });
  const both = { start: 'bad_day', start_time: 'bad_time' };
  expect(readActionForm({ ...times, startDay: '2026-02-30' }, null)).toEqual({
    kind: 'errors',
    errors: both,
  });
  const late = { ...times, startTime: '18:00', endDay: '2026-02-20', endTime: '9:00' };
  expect(readActionForm(late, null)).toEqual({ kind: 'errors', errors: { end_time: 'end_before_start' } });
  expect(readActionForm({ ...late, endDay: '' }, null)).toEqual({
    kind: 'errors',
    errors: { end: 'bad_day' },
  });
});

test('a hole that leaves its area is noticed with its first corner outside, and by an edge alone', () => {
  const inside = addCorner(startHole(finishRing(square)), at(0.4, 0.4));
  expect(doesHoleLeave(inside)).toBe(false);
  expect(doesHoleLeave(addCorner(startHole(finishRing(square)), at(0.4, 1.4)))).toBe(true);
  expect(doesHoleLeave(addCorner(inside, at(0.4, 1.4)))).toBe(true);
  // A bay in the area: both corners are inside, the line between them is not.
  const bay = draw(at(0, 0), at(0, 1), at(1, 1), at(1, 0.6), at(0.2, 0.5), at(1, 0.4), at(1, 0));
  const across = [at(0.7, 0.2), at(0.7, 0.8)].reduce(addCorner, startHole(finishRing(bay)));
  expect(doesHoleLeave(across)).toBe(true);
  // The edge that closes the ring counts once the ring is finished.
  const around = [at(0.7, 0.2), at(0.1, 0.2), at(0.1, 0.8), at(0.7, 0.8)].reduce(
    addCorner,
    startHole(finishRing(bay))
  );
  expect([doesHoleLeave(around), doesHoleLeave(finishRing(around))]).toEqual([false, true]);
});

test('an action with a hole that leaves its area is not saved, also while the hole is open', () => {
  const holed = (...corners: ReturnType<typeof at>[]) => ({
    ...formOf(newContent),
    name: 'x',
    drawing: corners.reduce(addCorner, startHole(finishRing(square))),
  });
  expect(readActionForm(holed(at(0.2, 0.2), at(0.2, 0.8), at(0.8, 0.5)), null).kind).toBe('fields');
  expect(readActionForm(holed(at(0.2, 0.2), at(0.2, 0.8), at(1.8, 0.5)), null)).toEqual({
    kind: 'errors',
    errors: { turf: 'hole_outside' },
  });
  expect(readActionForm(holed(at(2.2, 2.2), at(2.2, 2.8), at(2.8, 2.5)), null)).toEqual({
    kind: 'errors',
    errors: { turf: 'hole_outside' },
  });
});

test('undo takes corners back, opens a finished ring and removes an empty one', () => {
  const withHole = addCorner(startHole(finishRing(square)), at(0.4, 0.4));
  expect(drawingProblem(withHole)).toBe('hole_too_few');
  const back = undo(withHole);
  expect(back).toEqual({ rings: square.rings, isOpen: false });
  expect(undo(back).isOpen).toBe(true);
  expect(undo(undo(back)).rings[0]?.corners).toHaveLength(3);
  expect(moveCorner(square, 0, 1, at(5, 5)).rings[0]?.corners[1]).toEqual(at(5, 5));
  expect(undo({ rings: [], isOpen: false })).toEqual({ rings: [], isOpen: false });
});
