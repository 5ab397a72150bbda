import { spaceOf } from '@/sync/space';

test.each([
  ['only the space of the user', { group_id: 3 }, 3],
  ['a selection that contains it', { group_id: 3, selected_group_id: [5, 3] }, 3],
  ['a selection of another space', { group_id: 3, selected_group_id: [5] }, 5],
  ['only a selection', { selected_group_id: [5, 6] }, 5],
  ['neither', {}, 0],
])('the space of a user record with %s', (_name, fields, space) => {
  expect(spaceOf({ id: 1, ...fields })).toBe(space);
});
