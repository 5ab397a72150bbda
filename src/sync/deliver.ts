import type { OutboxRow } from '@/db/outbox/outbox';
import { judgeWrite, type Outcome } from '@/domain/outcome';

import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { proofOf, requestOf } from './requests';
import { deliverTeamEdit } from './teamEdit';

/** Sends one claimed row and says what came of it. Ends before the claim does. */
export async function deliver(
  context: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<Outcome> {
  if (row.kind === 'team_edit') return deliverTeamEdit(context, capabilities, row, signal);

  const request = requestOf(row.kind, row);
  if (!request) return { kind: 'parked', refusal: { status: 0, code: 'target_missing' }, pause: null };
  const exchange = await context.transport.send({ ...request, signal });
  const isGone = exchange.kind === 'answered' && (exchange.status === 404 || exchange.status === 410);
  // Somebody else, or an earlier try of ours, has deleted it: that is what was asked for.
  if (row.kind === 'team_delete' && isGone) return { kind: 'acked', serverId: null, pause: null };
  return judgeWrite(exchange, proofOf(row.kind, row));
}
