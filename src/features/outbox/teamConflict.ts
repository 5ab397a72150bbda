import type { Team, TeamReplace } from '@/contract/team';
import type { FieldConflict } from '@/domain/merge';

export type Side = 'mine' | 'theirs';

type Fields = Record<string, unknown>;

/**
 * Settles fields that both sides changed, so that the merge on sending finds no conflict in them: where mine is to
 * stand, the service's value becomes what was seen; where theirs is, it becomes what is wanted. Everything else stays
 * a three-way merge, so that what others change in the meantime is still kept.
 */
export function settleConflict(
  edit: { base: Team; mine: TeamReplace },
  conflicts: readonly FieldConflict[],
  choices: Readonly<Record<string, Side>>
): { base: Team; mine: TeamReplace } {
  let { base, mine } = edit;
  for (const { field, theirs } of conflicts) {
    if (choices[field] === 'mine') base = withField(base, field, theirs);
    else mine = withField(mine, field, theirs);
  }
  return { base, mine };
}

/** A copy with one field set; `address.street` is a line of the address. */
function withField<T extends Team | TeamReplace>(team: T, field: string, value: unknown): T {
  const [first = field, second] = field.split('.');
  if (second === undefined) return { ...team, [first]: value };
  const inner: Fields = { ...team.address, [second]: value };
  return { ...team, [first]: inner };
}
