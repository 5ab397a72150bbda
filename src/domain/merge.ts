import type { Team, TeamReplace } from '@/contract/team';

/** One field that both sides changed differently. */
export type FieldConflict = { field: string; base: unknown; mine: unknown; theirs: unknown };

export type TeamMerge =
  /** `team` is what to send; `isChanged` is false when the service has all of it. */
  | { kind: 'merged'; team: TeamReplace; isChanged: boolean }
  | { kind: 'conflict'; conflicts: FieldConflict[] }
  /** The service hides the members: a full replace would remove them. */
  | { kind: 'members_hidden' };

type Fields = Record<string, unknown>;

/** Set by the service, or merged separately. */
const notMerged = new Set([
  'id',
  'created_at',
  'updated_at',
  'CreatedAt',
  'UpdatedAt',
  'leaders',
  'users',
  'address',
]);

/**
 * Three-way merge of a team edit: `base` is what the user saw, `mine` what they made of it, `theirs` what the
 * service has. Members are merged by additions and removals, the address field by field. Unknown fields stay as
 * the service has them, because a replace clears what it omits.
 */
export function mergeTeam(base: Team, mine: TeamReplace, theirs: Team): TeamMerge {
  if (theirs.hide_users === true && theirs.users === undefined) return { kind: 'members_hidden' };

  const conflicts: FieldConflict[] = [];
  const top = mergeFields({ ...base }, { ...mine }, { ...theirs }, notMerged, '', conflicts);
  const address = mergeFields(
    { ...base.address },
    { ...mine.address },
    { ...theirs.address },
    new Set(),
    'address.',
    conflicts
  );
  if (conflicts.length > 0) return { kind: 'conflict', conflicts };

  const leaders = mergePeople(base.leaders, mine.leaders, theirs.leaders);
  const users = mergePeople(base.users, mine.users, theirs.users);
  const hasAddress = Object.keys(address).length > 0;
  const team: TeamReplace = { ...top, id: theirs.id, leaders, users, ...(hasAddress ? { address } : {}) };
  return { kind: 'merged', team, isChanged: !isSameTeam(team, theirs) };
}

/** A record as fields, for a merge in which nothing is left to the service. */
export type MergedFields = Readonly<Record<string, unknown>>;

export type RecordMerge =
  /** `changes` are the fields to send: null clears one. Empty when the service has all of it. */
  { kind: 'merged'; changes: Record<string, unknown> } | { kind: 'conflict'; conflicts: FieldConflict[] };

/**
 * Three-way merge of an edit whose request carries only the changed fields. The fields in `lists` hold references and are
 * merged by additions and removals.
 */
export function mergeRecord(
  base: MergedFields,
  mine: MergedFields,
  theirs: MergedFields,
  lists: readonly string[] = []
): RecordMerge {
  const conflicts: FieldConflict[] = [];
  const merged = mergeFields({ ...base }, { ...mine }, { ...theirs }, new Set(lists), '', conflicts);
  if (conflicts.length > 0) return { kind: 'conflict', conflicts };
  const changes: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    if (lists.includes(key)) continue;
    if (!isSame(merged[key], theirs[key])) changes[key] = merged[key] ?? null;
  }
  for (const list of lists) {
    const people = mergePeople(peopleIn(base[list]), peopleIn(mine[list]), peopleIn(theirs[list]));
    if (!isSamePeople(people, peopleIn(theirs[list]))) changes[list] = people;
  }
  return { kind: 'merged', changes };
}

const peopleIn = (list: unknown): People => (Array.isArray(list) ? (list as { id: number }[]) : []);

function mergeFields(
  base: Fields,
  mine: Fields,
  theirs: Fields,
  skipped: ReadonlySet<string>,
  prefix: string,
  conflicts: FieldConflict[]
): Fields {
  const merged: Fields = {};
  const keys = new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)]);
  for (const key of keys) {
    if (skipped.has(key)) continue;
    const [was, edited, now] = [base[key], mine[key], theirs[key]];
    const isMineChanged = !isSame(was, edited);
    const isTheirsChanged = !isSame(was, now);
    if (isMineChanged && isTheirsChanged && !isSame(edited, now))
      conflicts.push({ field: prefix + key, base: was, mine: edited, theirs: now });
    const value = isMineChanged ? edited : now;
    if (value !== undefined && value !== null) merged[key] = value;
  }
  return merged;
}

type People = readonly { id: number }[] | undefined;

/** Theirs, minus those I removed, plus those I added. */
function mergePeople(base: People, mine: People, theirs: People): { id: number }[] {
  const idsOf = (people: People) => new Set((people ?? []).map((person) => person.id));
  const [before, edited, now] = [idsOf(base), idsOf(mine), idsOf(theirs)];
  const remaining = [...now].filter((id) => edited.has(id) || !before.has(id));
  const added = [...edited].filter((id) => !before.has(id) && !now.has(id));
  return [...remaining, ...added].map((id) => ({ id }));
}

function isSameTeam(team: TeamReplace, theirs: Team): boolean {
  const keys = new Set([...Object.keys(team), ...Object.keys(theirs)]);
  const [one, other]: Fields[] = [{ ...team }, { ...theirs }];
  const isPlainSame = [...keys].every((key) => notMerged.has(key) || isSame(one?.[key], other?.[key]));
  return (
    isPlainSame &&
    isSame(team.address ?? {}, theirs.address ?? {}) &&
    isSamePeople(team.leaders, theirs.leaders) &&
    isSamePeople(team.users, theirs.users)
  );
}

function isSamePeople(one: People, other: People): boolean {
  const ids = (people: People) => (people ?? []).map((person) => person.id).sort((a, b) => a - b);
  return JSON.stringify(ids(one)) === JSON.stringify(ids(other));
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || value === false;

/** Whether two values are equal. Absent, null, empty text and false are. */
export function isSame(one: unknown, other: unknown): boolean {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
  return JSON.stringify(sortedKeys(one)) === JSON.stringify(sortedKeys(other));
}

/** The order of keys does not matter. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortedKeys(inner)]));
}
