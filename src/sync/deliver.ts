import type { OutboxRow } from '@/db/outbox/outbox';
import { outcomeOfWrite, type Outcome } from '@/domain/outcome';

import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { ackReaderOf, requestOf } from './requests';
import { deliverTeamEdit } from './teamEdit';

/** Sends one claimed row and returns the outcome. Ends before the lease does. */
export async function deliver(
  context: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<Outcome> {
  if (row.kind === 'team_edit') return deliverTeamEdit(context, capabilities, row, signal);

  const key = capabilities.has('idempotency_key') ? row.id : null;
  const request = requestOf(row.kind, row);
  if (!request) return { kind: 'parked', refusal: { status: 0, code: 'target_missing' }, pause: null };
  const exchange = await context.transport.send({ ...request, signal });
  const isGone = exchange.kind === 'answered' && (exchange.status === 404 || exchange.status === 410);
  // Already deleted, by an earlier try or by another user: the goal is reached.
  if (row.kind === 'team_delete' && isGone)
    return { kind: 'acked', serverId: null, position: null, pause: null };
  return outcomeOfWrite(exchange, { key, readAck: ackReaderOf(row.kind, row) });
}
