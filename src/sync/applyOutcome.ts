import { setInvitationAnswer } from '@/db/invitationAnswers';
import { applyTransition, renameEntity, type OutboxRow, type TransitionPatch } from '@/db/outbox/outbox';
import type { Transaction } from '@/db/store';
import { backoffDelay, spreadAfterOutage } from '@/domain/backoff';
import { entityOf } from '@/domain/entity';
import type { Outcome, RowProblem } from '@/domain/outcome';

import type { SyncContext } from './context';
import { setPause } from './pause';

/** What is needed of the engine to write down what became of its rows. */
type Applying = Pick<SyncContext, 'scope' | 'ports' | 'owner' | 'policy'>;

/**
 * Writes what became of a row: its new state, when it is due again and why, and the pause that its answer asked for.
 * One transaction; nothing is written when the row is no longer ours to move.
 */
export async function applyOutcome(
  tx: Transaction,
  context: Applying,
  row: OutboxRow,
  outcome: Outcome
): Promise<void> {
  const { ports, owner } = context;
  const now = ports.clock.now();
  const move = (to: 'acked' | 'queued' | 'unknown' | 'parked' | 'blocked' | 'needs_person', patch: object) =>
    applyTransition(tx, { id: row.id, from: row.state, to, owner, attempt: row.attempts, now, patch });
  const problem = (value: RowProblem) => ({ problem: value });

  if (outcome.pause) await setPause(tx, context, outcome.pause);
  switch (outcome.kind) {
    case 'acked':
      if (await move('acked', { serverId: outcome.serverId, ackedAt: now, problem: null })) {
        await adoptServerId(tx, context, row, outcome.serverId);
        // Who was added and who was invited is said once, and the row leaves with the next pull.
        if (row.kind === 'invitation' && outcome.answer !== undefined)
          await setInvitationAnswer(tx, context.scope, {
            rowId: row.id,
            sentAt: now,
            invitations: outcome.answer,
          });
      }
      return;
    case 'queued': {
      // The claim has counted a try; where nothing was tried it is taken back.
      const attempts = outcome.countsAsAttempt ? row.attempts : row.attempts - 1;
      const wait = outcome.countsAsAttempt ? backoffDelay(row.attempts, ports.random) : 0;
      await move('queued', {
        attempts,
        nextAttemptAt: now + wait,
        ...problem({ kind: 'waiting', why: outcome.why }),
      });
      return;
    }
    case 'unknown': {
      const spread = outcome.why === 'server_error' ? spreadAfterOutage(ports.random) : 0;
      const nextAttemptAt = now + backoffDelay(row.attempts, ports.random) + spread;
      await move('unknown', { nextAttemptAt, ...problem({ kind: 'checking', why: outcome.why }) });
      return;
    }
    case 'parked': {
      // A refusal says nothing about earlier tries: one of them may have arrived, and "refused" would be untrue.
      const isCertain = row.attempts <= 1 || row.kind !== 'bundle_create';
      const refused = {
        ...problem({ kind: 'refused', refusal: outcome.refusal }),
        ...untriedOf(row, outcome),
      };
      await (isCertain ? move('parked', refused) : move('unknown', { nextAttemptAt: now, ...refused }));
      return;
    }
    case 'blocked':
      await move('blocked', problem({ kind: 'signed_out' }));
      return;
    case 'needs_person':
      await move('needs_person', problem({ kind: 'question', question: outcome.question }));
      return;
  }
}

/** The phone's own refusal has no status: no byte left, so that the try which the claim counted is taken back. */
function untriedOf(row: OutboxRow, { refusal }: Extract<Outcome, { kind: 'parked' }>): TransitionPatch {
  if (refusal.status !== 0 || row.state !== 'sending') return {};
  const attempts = row.attempts - 1;
  return attempts === 0 ? { attempts, sentAt: null } : { attempts };
}

/** What waited for the new thing to exist is now about the thing the service knows. */
export async function adoptServerId(
  tx: Transaction,
  { scope }: Pick<SyncContext, 'scope'>,
  row: Pick<OutboxRow, 'kind' | 'entity'>,
  serverId: number | null
): Promise<void> {
  if (serverId === null) return;
  if (row.kind === 'bundle_create') await renameEntity(tx, scope, row.entity, entityOf('bundle', serverId));
  if (row.kind === 'team_create') await renameEntity(tx, scope, row.entity, entityOf('team', serverId));
}
