import { type TFunction } from 'i18next';

import type { Team, TeamReplace } from '@/contract/team';
import type { FieldConflict } from '@/domain/merge';
import { addressLines } from '@/features/shared/teamFields';

const fieldNames = {
  name: 'teamEdit.name',
  description: 'teamEdit.description',
  private: 'teamEdit.private',
  hide_users: 'teamEdit.hideUsers',
} as const;

/** What a field of a team is called where it is edited; one that no form here has keeps the interface's name. */
export function fieldName(t: TFunction, field: string): string {
  const known = Object.entries(fieldNames).find(([name]) => name === field);
  if (known !== undefined) return t(known[1]);
  const line = addressLines.find((name) => field === `address.${name}`);
  return line === undefined ? field.replaceAll('_', ' ') : t(`teamEdit.address.${line}`);
}

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
