import { saveInvitationResult } from '@/db/invitationResults';
import {
  applyTransition,
  listReplaced,
  renameEntity,
  type OutboxRow,
  type TransitionPatch,
} from '@/db/outbox/outbox';
import { askAboutLost } from '@/db/outbox/numbers';
import type { Transaction } from '@/db/store';
import { backoffDelay, outageJitter } from '@/domain/backoff';
import { entityAfterAck } from '@/domain/entity';
import type { OutboxState } from '@/domain/outbox';
import type { Outcome, RowProblem } from '@/domain/outcome';

import type { SyncContext } from './context';
import { endTrouble, setPause } from './pause';
import { addNotes, notesOf } from './rowNotes';

/**
 * Writes the outcome of a row: its state, its next attempt, its problem, and a pause if there is one. Writes
 * nothing about the row when it has moved on or belongs to another claim.
 */
export async function applyOutcome(
  tx: Transaction,
  context: Pick<SyncContext, 'scope' | 'ports' | 'owner' | 'config'>,
  row: OutboxRow,
  outcome: Outcome,
  { withoutKey = false } = {}
): Promise<void> {
  const { ports, owner, scope } = context;
  const now = ports.clock.now();
  const moveTo = (to: OutboxState, problem: RowProblem | null, patch: TransitionPatch = {}) =>
    applyTransition(tx, {
      id: row.id,
      from: row.state,
      to,
      owner,
      attempt: row.attempts,
      now,
      patch: { problem, ...patch },
    });

  /** What the service did not accept is not stored, so that no search is needed. */
  const notStored: TransitionPatch = withoutKey ? { attemptsWithoutKey: row.attemptsWithoutKey - 1 } : {};
  /** Undoes what the claim counted, where nothing was sent. */
  const uncounted: TransitionPatch = {
    attempts: row.attempts - 1,
    ...notStored,
    ...(row.attempts === 1 ? { sentAt: null } : {}),
  };

  if (outcome.pause) await setPause(tx, context, outcome.pause);
  switch (outcome.kind) {
    case 'acked': {
      const { serverId, position } = outcome;
      await endTrouble(tx, scope);
      if (!(await moveTo('acked', null, { serverId, position, ackedAt: now }))) return;
      if (row.kind === 'bundle_create' && serverId !== null)
        await askAboutLost(tx, scope, { id: row.id, serverId, now });
      await renameToServerId(tx, context, row, serverId);
      // The service reports once who was added or invited, and the row is deleted after the next pull.
      if (row.kind === 'invitation' && outcome.answer !== undefined)
        await saveInvitationResult(tx, scope, { rowId: row.id, sentAt: now, invitations: outcome.answer });
      return;
    }
    case 'queued': {
      const wait = outcome.countsAsAttempt ? backoffDelay(row.attempts, ports.random) : (outcome.waitMs ?? 0);
      const problem = { kind: 'waiting', why: outcome.why } as const;
      await moveTo('queued', problem, {
        ...(outcome.countsAsAttempt ? notStored : uncounted),
        nextAttemptAt: now + wait,
      });
      return;
    }
    case 'unknown': {
      if (outcome.why === 'not_the_service' && (await isInterceptedTooOften(tx, row))) {
        await moveTo('needs_person', {
          kind: 'question',
          question: { kind: 'is_it_there', candidates: [] },
        });
        return;
      }
      const spread = outcome.why === 'server_error' ? outageJitter(ports.random) : 0;
      const nextAttemptAt = now + backoffDelay(row.attempts, ports.random) + spread;
      await moveTo('unknown', { kind: 'checking', why: outcome.why }, { nextAttemptAt });
      return;
    }
    case 'maybe_refused':
      await moveTo('unknown', { kind: 'refused', refusal: outcome.refusal }, { nextAttemptAt: now });
      return;
    case 'parked':
      // The phone's own refusal has status 0: nothing was sent.
      await moveTo(
        'parked',
        { kind: 'refused', refusal: outcome.refusal },
        outcome.refusal.status === 0 ? uncounted : {}
      );
      return;
    case 'blocked':
      await moveTo('blocked', { kind: 'signed_out' }, notStored);
      return;
    case 'original_arrived': {
      const { originalId, serverId } = outcome;
      const question = { kind: 'arrived_already', serverId } as const;
      // This row is certainly not stored.
      if (await moveTo('needs_person', { kind: 'question', question }, uncounted))
        await ackOriginal(tx, context, row, { originalId, serverId });
      return;
    }
    case 'needs_person':
      await moveTo(
        'needs_person',
        { kind: 'question', question: outcome.question },
        outcome.wasSent ? {} : uncounted
      );
      return;
  }
}

/** After this many refusals by something in between, a person decides: it may refuse this record for ever. */
const maxIntercepted = 10;

async function isInterceptedTooOften(tx: Transaction, row: OutboxRow): Promise<boolean> {
  const intercepted = (notesOf(row).intercepted ?? 0) + 1;
  await addNotes(tx, row, { intercepted });
  return intercepted >= maxIntercepted;
}

/** The refused row that had arrived counts as sent. Where the service does not name it, it is the newest. */
async function ackOriginal(
  tx: Transaction,
  context: Pick<SyncContext, 'scope' | 'ports'>,
  row: OutboxRow,
  { originalId, serverId }: { originalId: string | null; serverId: number | null }
): Promise<void> {
  const replaced = await listReplaced(tx, context.scope, row.id);
  const original = originalId === null ? replaced[0] : replaced.find(({ id }) => id === originalId);
  if (!original) return;
  const now = context.ports.clock.now();
  const patch = { serverId, ackedAt: now, problem: null };
  if (await applyTransition(tx, { id: original.id, from: 'replaced', to: 'acked', now, patch }))
    await renameToServerId(tx, context, original, serverId);
}

/** Renames the entity of the rows that wait behind a created record. */
export async function renameToServerId(
  tx: Transaction,
  { scope }: Pick<SyncContext, 'scope'>,
  row: Pick<OutboxRow, 'kind' | 'entity'>,
  serverId: number | null
): Promise<void> {
  const entity = entityAfterAck(row.kind, serverId);
  if (entity !== null) await renameEntity(tx, scope, row.entity, entity);
}
