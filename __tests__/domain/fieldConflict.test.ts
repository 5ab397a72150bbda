import type { Team, TeamReplace } from '@/contract/team';
import { mergeTeam } from '@/domain/merge';
import { settleConflict } from '@/domain/fieldConflict';

describe('resolving a conflict field by field', () => {
  const base: Team = { id: 3, name: 'Plateau', description: 'old', users: [{ id: 1 }], leaders: [] };
  const mine: TeamReplace = {
    id: 3,
    name: 'Plateau nord',
    description: 'mine',
    users: [{ id: 1 }, { id: 2 }],
    leaders: [],
  };
  const theirs: Team = { ...base, name: 'Plateau', description: 'theirs', users: [{ id: 1 }, { id: 5 }] };
  const conflicts = [{ field: 'description', base: 'old', mine: 'mine', theirs: 'theirs' }];

  it.each([
    ['mine', 'mine'],
    ['theirs', 'theirs'],
  ] as const)('choosing %s sends that value and keeps what both sides added', (side, description) => {
    const settled = settleConflict({ base, mine }, conflicts, { description: side });
    const merged = mergeTeam(settled.base, settled.mine, theirs);
    expect(merged).toMatchObject({
      kind: 'merged',
      team: { name: 'Plateau nord', description, users: [{ id: 1 }, { id: 5 }, { id: 2 }] },
    });
  });

  it('sets a field of the address', () => {
    const street = [{ field: 'address.street', base: 'a', mine: 'b', theirs: 'c' }];
    const edit = {
      base: { ...base, address: { street: 'a', city: 'Lyon' } },
      mine: { ...mine, address: { street: 'b' } },
    };
    expect(settleConflict(edit, street, { 'address.street': 'mine' }).base.address).toEqual({
      street: 'c',
      city: 'Lyon',
    });
    expect(settleConflict(edit, street, { 'address.street': 'theirs' }).mine.address).toEqual({
      street: 'c',
    });
  });
});
