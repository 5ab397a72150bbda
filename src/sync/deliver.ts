import { isNumberExpected } from '@/db/outbox/numbers';
import { listReplaced, type OutboxRow } from '@/db/outbox/outbox';
import { serverIdOf } from '@/domain/entity';
import { isSafeToRepeat } from '@/domain/outbox';
import { outcomeOfWrite, type Outcome } from '@/domain/outcome';

import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { deliverContactEdit } from './contactEdit';
import { findReplaced } from './findReplaced';
import { readResource } from './readResource';
import { ackReaderOf, requestOf } from './requests';
import { notesOf } from './rowNotes';
import { requestOfCorrection } from './correction';
import { requestOfProfile } from './profile';
import { deliverTeamEdit } from './teamEdit';

/**
 * How often a row is sent automatically to a service without keys. Each try may be stored although a search does not
 * find it; a person who presses "Send again" begins a new count.
 */
const maxSendsWithoutKey = 3;

/** Sends one claimed row and returns the outcome. Ends before the lease does. */
export async function deliver(
  context: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<Outcome> {
  const key = capabilities.has('idempotency_key') ? row.id : null;
  // The service has lost its keys since it was decided to send the row again: it is searched first.
  if (key === null && notesOf(row).needsKey === true)
    return { kind: 'unknown', why: 'incomplete', pause: null };
  if (key === null && !isSafeToRepeat(row.kind) && row.attemptsWithoutKey > maxSendsWithoutKey)
    return {
      kind: 'needs_person',
      question: { kind: 'is_it_there', candidates: [] },
      wasSent: false,
      pause: null,
    };
  if (row.kind === 'team_edit') return deliverTeamEdit(context, capabilities, row, signal);
  if (row.kind === 'contact_update') return deliverContactEdit(context, capabilities, row, signal);

  const made =
    row.kind === 'bundle_update'
      ? await requestOfCorrection(context, capabilities, row, signal)
      : row.kind === 'user_update'
        ? await requestOfProfile(context, capabilities, row, signal)
        : { request: requestOf(row.kind, row) };
  if ('outcome' in made) return made.outcome;
  const { request } = made;
  if (!request) return outcomeWithoutNumber(context, row);
  const replaced =
    row.kind === 'bundle_create' ? await listReplaced(context.store, context.scope, row.id) : [];
  const found = await findReplaced(context, replaced, { hasKeys: key !== null }, signal);
  if (found) return found;

  const exchange = await context.transport.send({
    ...request,
    ...(key === null ? {} : { replaces: replaced.map(({ id }) => id) }),
    signal,
  });
  const sentKey = key && (request.idempotencyKey ?? key);
  const outcome = outcomeOfWrite(exchange, { key: sentKey, readAck: ackReaderOf(row.kind, row) });
  if (row.kind === 'team_delete' && (await isDeletedAlready(context, row, outcome, signal)))
    return { kind: 'acked', serverId: null, position: null, pause: null };
  return outcome;
}

/** A list that has not shown an acknowledged record by then cannot be read. */
const numberTimeoutMs = 30 * 60_000;

/** Nothing can be sent to a record without a number. A pull may return it, if the record is acknowledged. */
async function outcomeWithoutNumber(
  { store, scope, config, ports }: SyncContext,
  { entity }: OutboxRow
): Promise<Outcome> {
  const since = ports.clock.now() - numberTimeoutMs;
  return (await isNumberExpected(store, scope, { entity, since }))
    ? { kind: 'queued', why: 'searching', countsAsAttempt: false, waitMs: config.settleMs, pause: null }
    : { kind: 'parked', refusal: { status: 0, code: 'target_missing' }, pause: null };
}

/**
 * Deleted by an earlier try or by another user: the goal is reached. A 404 without a key may be of a proxy, so the list
 * of teams decides.
 */
async function isDeletedAlready(
  { transport }: SyncContext,
  row: OutboxRow,
  outcome: Outcome,
  signal: AbortSignal
): Promise<boolean> {
  if (outcome.kind !== 'parked' && outcome.kind !== 'maybe_refused') return false;
  const { status } = outcome.refusal;
  if (status !== 404 && status !== 410) return false;
  if (outcome.kind === 'parked') return true;
  const list = await readResource(transport, { endpoint: 'listTeams', signal });
  if (list.kind !== 'read') return false;
  // A team that cannot be read exists too.
  return [...list.value.good, ...list.value.bad].every(({ id }) => id !== serverIdOf(row.entity));
}
