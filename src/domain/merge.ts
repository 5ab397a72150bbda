import type { Team, TeamReplace } from '@/contract/team';

/** One field that both sides changed, each to something else. */
export type FieldConflict = { field: string; base: unknown; mine: unknown; theirs: unknown };

export type TeamMerge =
  /** `team` is what to send; `isChanged` is false when the service already has all of it. */
  | { kind: 'merged'; team: TeamReplace; isChanged: boolean }
  | { kind: 'conflict'; conflicts: FieldConflict[] }
  /** The service hides the members from us: a full replace would remove them all. */
  | { kind: 'members_hidden' };

type Fields = Record<string, unknown>;

/** What the service sets itself, and what has its own way of merging. */
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
 * Merges an edit of a team three ways: `base` is what the person saw, `mine` what they made of it, `theirs` what the
 * service has now. Lists of people are merged by who was added and who removed, an address line by line, and a field
 * that only one side changed takes that side. Fields nobody here knows stay as the service has them, because
 * whatever a replace omits is cleared.
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
    const [was, wanted, now] = [base[key], mine[key], theirs[key]];
    const isMineChanged = !isSame(was, wanted);
    const isTheirsChanged = !isSame(was, now);
    if (isMineChanged && isTheirsChanged && !isSame(wanted, now))
      conflicts.push({ field: prefix + key, base: was, mine: wanted, theirs: now });
    const value = isMineChanged ? wanted : now;
    if (value !== undefined && value !== null) merged[key] = value;
  }
  return merged;
}

type People = readonly { id: number }[] | undefined;

/** Theirs, without those I removed, with those I added. */
function mergePeople(base: People, mine: People, theirs: People): { id: number }[] {
  const idsOf = (people: People) => new Set((people ?? []).map((person) => person.id));
  const [before, wanted, now] = [idsOf(base), idsOf(mine), idsOf(theirs)];
  const kept = [...now].filter((id) => wanted.has(id) || !before.has(id));
  const added = [...wanted].filter((id) => !before.has(id) && !now.has(id));
  return [...kept, ...added].map((id) => ({ id }));
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

/** Absent, null and the empty text say the same, and so does a flag that is off. */
const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || value === false;

function isSame(one: unknown, other: unknown): boolean {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
  return JSON.stringify(sortedKeys(one)) === JSON.stringify(sortedKeys(other));
}

/** The order of keys says nothing. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortedKeys(inner)]));
}
