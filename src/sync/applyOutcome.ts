import { saveInvitationResult } from '@/db/invitationResults';
import { applyTransition, renameEntity, type OutboxRow, type TransitionPatch } from '@/db/outbox/outbox';
import type { Transaction } from '@/db/store';
import { backoffDelay, outageJitter } from '@/domain/backoff';
import { entityAfterAck } from '@/domain/entity';
import type { Outcome, RowProblem } from '@/domain/outcome';

import type { SyncContext } from './context';
import { setPause } from './pause';

/**
 * Writes the outcome of a row: its state, its next attempt, its problem, and a pause if there is one. Writes
 * nothing when the row has moved on or belongs to another claim.
 */
export async function applyOutcome(
  tx: Transaction,
  context: Pick<SyncContext, 'scope' | 'ports' | 'owner' | 'config'>,
  row: OutboxRow,
  outcome: Outcome
): Promise<void> {
  const { ports, owner } = context;
  const now = ports.clock.now();
  const moveTo = (
    to: 'acked' | 'queued' | 'unknown' | 'parked' | 'blocked' | 'needs_person',
    patch: object
  ) => applyTransition(tx, { id: row.id, from: row.state, to, owner, attempt: row.attempts, now, patch });
  const problem = (value: RowProblem) => ({ problem: value });

  if (outcome.pause) await setPause(tx, context, outcome.pause);
  switch (outcome.kind) {
    case 'acked':
      if (await moveTo('acked', { serverId: outcome.serverId, ackedAt: now, problem: null })) {
        await renameToServerId(tx, context, row, outcome.serverId);
        // The service reports once who was added or invited, and the row is deleted after the next
        // pull.
        if (row.kind === 'invitation' && outcome.answer !== undefined)
          await saveInvitationResult(tx, context.scope, {
            rowId: row.id,
            sentAt: now,
            invitations: outcome.answer,
          });
      }
      return;
    case 'queued': {
      // The claim counted an attempt; it is undone where nothing was sent.
      const attempts = outcome.countsAsAttempt ? row.attempts : row.attempts - 1;
      const wait = outcome.countsAsAttempt ? backoffDelay(row.attempts, ports.random) : 0;
      await moveTo('queued', {
        attempts,
        nextAttemptAt: now + wait,
        ...problem({ kind: 'waiting', why: outcome.why }),
      });
      return;
    }
    case 'unknown': {
      const spread = outcome.why === 'server_error' ? outageJitter(ports.random) : 0;
      const nextAttemptAt = now + backoffDelay(row.attempts, ports.random) + spread;
      await moveTo('unknown', { nextAttemptAt, ...problem({ kind: 'checking', why: outcome.why }) });
      return;
    }
    case 'parked': {
      // A refusal does not cover earlier attempts: one of them may have arrived.
      const isCertain = row.attempts <= 1 || row.kind !== 'bundle_create';
      const refused = {
        ...problem({ kind: 'refused', refusal: outcome.refusal }),
        ...uncountAttempt(row, outcome),
      };
      await (isCertain ? moveTo('parked', refused) : moveTo('unknown', { nextAttemptAt: now, ...refused }));
      return;
    }
    case 'blocked':
      await moveTo('blocked', problem({ kind: 'signed_out' }));
      return;
    case 'needs_person':
      await moveTo('needs_person', problem({ kind: 'question', question: outcome.question }));
      return;
  }
}

/** The phone's own refusal has status 0: nothing was sent, so the attempt counted by the claim is undone. */
function uncountAttempt(row: OutboxRow, { refusal }: Extract<Outcome, { kind: 'parked' }>): TransitionPatch {
  if (refusal.status !== 0 || row.state !== 'sending') return {};
  const attempts = row.attempts - 1;
  return attempts === 0 ? { attempts, sentAt: null } : { attempts };
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
