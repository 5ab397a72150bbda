import type { Team, TeamCreate } from '@/contract/team';
import { listNumbersOfOthers } from '@/db/deliveries';
import { getBundle } from '@/db/ledger/bundles';
import type { OutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { isQuarantined, listQuarantinedWith } from '@/db/pull/quarantine';
import type { Scope } from '@/db/scopes';
import type { Reader } from '@/db/store';
import { listDownloadedTeams } from '@/db/teams';
import { listKnownMails } from '@/db/users';
import { additionsOf, findAdditions } from '@/domain/additions';
import type { BundleChange } from '@/domain/bundleChange';
import { serverIdOf } from '@/domain/entity';

import { candidateWithoutContent } from './findByMarker';
import type { FindResult } from './findResult';
import { notesOf } from './rowNotes';

/** Finds a created team: one that did not exist before the send, with the same name and content. */
export async function findTeam(reader: Reader, scope: Scope, row: OutboxRow): Promise<FindResult> {
  const { team } = sentData<{ team: TeamCreate }>(row);
  const { teamsBefore } = notesOf(row);
  const before = new Set(teamsBefore);
  const ofOthers = await listNumbersOfOthers(reader, scope, { kind: 'team_create', id: row.id });
  const similar = (await listDownloadedTeams(reader, scope)).filter(
    (candidate) => !before.has(candidate.id) && !ofOthers.has(candidate.id) && isSimilarTeam(candidate, team)
  );
  // An unreadable team with the name may be it.
  const unreadable = (await listQuarantinedWith(reader, scope, 'teams', [JSON.stringify(team.name)])).filter(
    ({ mark }) => !before.has(mark) && !ofOthers.has(mark)
  );
  const [only, second] = similar;
  if (!only && unreadable.length === 0) return { kind: 'absent' };
  if (only && teamsBefore && !second && unreadable.length === 0) return { kind: 'found', serverId: only.id };
  const numbers = [
    ...similar.map(({ id }) => id),
    ...unreadable.flatMap(({ mark }) => (mark < 0 ? [] : mark)),
  ];
  return { kind: 'candidates', candidates: numbers.map(candidateWithoutContent) };
}

function isSimilarTeam(theirs: Team, ours: TeamCreate): boolean {
  const ids = (people: readonly { id: number }[] = []) =>
    people
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .join();
  return (
    theirs.name === ours.name &&
    (theirs.description ?? '') === (ours.description ?? '') &&
    (theirs.users === undefined || ids(theirs.users) === ids(ours.users))
  );
}

/**
 * Checks whether the items that an update adds are in the bundle. A token proves it; equal content is a question,
 * because another user may have added the same. Changed fields can be sent again without harm.
 */
export async function findBundleUpdate(reader: Reader, scope: Scope, row: OutboxRow): Promise<FindResult> {
  const update = sentData<BundleChange>(row);
  const added = additionsOf(update).length;
  if (added === 0) return { kind: 'absent' };
  const id = serverIdOf(row.entity);
  const bundle = id === null ? null : await getBundle(reader, scope, id);
  // The cache has an earlier version of a bundle that cannot be read any more.
  if (!bundle || (await isQuarantined(reader, scope, 'transaction_bundles', bundle.id)))
    return { kind: 'unclear' };
  const { missing, alike } = findAdditions(update, bundle, row.base);
  if (missing.size + alike.size === 0) return { kind: 'found', serverId: bundle.id };
  return missing.size === added
    ? { kind: 'absent' }
    : { kind: 'candidates', candidates: [candidateWithoutContent(bundle.id)] };
}

/**
 * Checks whether the invited people are already users of the space. The interface does not list open
 * invitations, so a person has to decide about everyone else.
 */
export async function findInvited(reader: Reader, scope: Scope, row: OutboxRow): Promise<FindResult> {
  const { invitations } = sentData<{ invitations: { email: string }[] }>(row);
  const mails = await listKnownMails(
    reader,
    scope,
    invitations.map(({ email }) => email)
  );
  const areAllUsers = invitations.every(({ email }) => mails.has(email.toLowerCase()));
  return areAllUsers ? { kind: 'found', serverId: null } : { kind: 'candidates', candidates: [] };
}
