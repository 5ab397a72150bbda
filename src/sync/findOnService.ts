import type { BundleUpdate } from '@/contract/bundle';
import type { Team, TeamCreate } from '@/contract/team';
import { listNumbersOfOthers } from '@/db/deliveries';
import { getBundle } from '@/db/ledger/bundles';
import type { OutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import type { Scope } from '@/db/scopes';
import type { Reader } from '@/db/store';
import { listDownloadedTeams } from '@/db/teams';
import { listKnownMails } from '@/db/users';
import { additionsOf, missingAdditions } from '@/domain/additions';
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
  const [only, second] = similar;
  if (!only) return { kind: 'absent' };
  if (teamsBefore && !second) return { kind: 'found', serverId: only.id };
  return { kind: 'candidates', candidates: similar.map(({ id }) => candidateWithoutContent(id)) };
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
 * Checks whether the items that an update adds are in the bundle. Changed fields can be sent again without
 * harm.
 */
export async function findBundleUpdate(reader: Reader, scope: Scope, row: OutboxRow): Promise<FindResult> {
  const update = sentData<BundleUpdate>(row);
  const added = additionsOf(update).length;
  if (added === 0) return { kind: 'absent' };
  const id = serverIdOf(row.entity);
  const bundle = id === null ? null : await getBundle(reader, scope, id);
  if (!bundle) return { kind: 'unclear' };
  const missing = missingAdditions(update, bundle, row.base).size;
  if (missing === 0) return { kind: 'found', serverId: bundle.id };
  return missing === added
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
