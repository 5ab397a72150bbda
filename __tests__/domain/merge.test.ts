import { TeamRead, type Team, type TeamReplace } from '@/contract/team';
import { mergeTeam } from '@/domain/merge';

import { fc } from '../support/property';

const people = (...ids: number[]) => ids.map((id) => ({ id }));
const base: Team = TeamRead.parse({
  id: 5,
  name: 'North',
  description: 'Saturdays',
  private: false,
  hide_users: false,
  leaders: people(1),
  users: people(1, 2, 3),
  address: { city: 'Lyon', street: 'Rue A' },
  badge: 'kept',
});
const theirs = (changes: object) => TeamRead.parse({ ...base, ...changes });
const mine = (changes: object): TeamReplace => ({ ...base, ...changes });

test('each side keeps its own changes, and unknown fields survive the replace', () => {
  const merge = mergeTeam(
    base,
    mine({ description: 'Sundays' }),
    theirs({ name: 'Far north', private: true })
  );
  expect(merge).toMatchObject({
    kind: 'merged',
    isChanged: true,
    team: { id: 5, name: 'Far north', description: 'Sundays', private: true, badge: 'kept' },
  });
});

test('people are merged by additions and removals', () => {
  const merge = mergeTeam(base, mine({ users: people(1, 2, 4) }), theirs({ users: people(2, 3, 5) }));
  expect(merge).toMatchObject({ kind: 'merged', team: { users: people(2, 5, 4), leaders: people(1) } });
});

test('an address is merged field by field', () => {
  const merge = mergeTeam(
    base,
    mine({ address: { city: 'Lyon', street: 'Rue B' } }),
    theirs({ address: { city: 'Villeurbanne', street: 'Rue A', floor: '2' } })
  );
  expect(merge).toMatchObject({
    kind: 'merged',
    team: { address: { city: 'Villeurbanne', street: 'Rue B', floor: '2' } },
  });
});

test('the same field changed on both sides is a conflict for a person, with all three values', () => {
  const merge = mergeTeam(base, mine({ name: 'South' }), theirs({ name: 'West' }));
  expect(merge).toEqual({
    kind: 'conflict',
    conflicts: [{ field: 'name', base: 'North', mine: 'South', theirs: 'West' }],
  });
});

test('the same change on both sides is no conflict, and nothing needs sending', () => {
  const change = { name: 'South', users: people(1, 2) };
  expect(mergeTeam(base, mine(change), theirs(change))).toMatchObject({ kind: 'merged', isChanged: false });
});

test('a team with hidden members is never fully replaced', () => {
  const hidden = TeamRead.parse({ ...base, hide_users: true, users: undefined });
  expect(mergeTeam(base, mine({ name: 'South' }), hidden)).toEqual({ kind: 'members_hidden' });
});

test('sending a merge twice changes nothing the second time', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 8 }));
  const edits = fc.record({
    name: fc.constantFrom('North', 'South'),
    description: fc.constantFrom('Saturdays', ''),
    users: ids.map((list) => people(...list)),
    leaders: ids.map((list) => people(...list)),
  });
  fc.assert(
    fc.property(edits, edits, (change, other) => {
      const first = mergeTeam(base, mine(change), theirs(other));
      if (first.kind !== 'merged') return;
      const second = mergeTeam(base, mine(change), TeamRead.parse(first.team));
      expect(second).toMatchObject({ kind: 'merged', isChanged: false });
    })
  );
});
