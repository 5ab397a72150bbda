import { TeamRead, type TeamReplace } from '@/contract/team';
import type { OutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { serverIdOf } from '@/domain/entity';
import { mergeTeam } from '@/domain/merge';
import { outcomeOfWrite, type Outcome } from '@/domain/outcome';

import { outcomeOfFailedRead } from './failedRead';
import { readResource } from './readResource';
import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { ackReaderOf } from './requests';

/** How often an edit is merged within one try when the team changes between read and write. */
const maxMerges = 3;

const parked = (status: number, code: string): Outcome => ({
  kind: 'parked',
  refusal: { status, code },
  pause: null,
});

/**
 * Sends an edit of a team: reads the team, merges the change into it and replaces it. A repeat changes nothing,
 * because the merge finds its own change.
 */
export async function deliverTeamEdit(
  { transport }: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<Outcome> {
  const id = serverIdOf(row.entity);
  // An edit that was saved before its team had a number has another id in its base.
  const base = TeamRead.safeParse({ ...Object(row.base), id });
  if (id === null || !base.success) return parked(0, 'target_missing');
  const mine = sentData<{ team: TeamReplace }>(row).team;

  for (let merges = 0; merges < maxMerges; merges += 1) {
    const result = await readResource(transport, { endpoint: 'getTeam', params: { id }, signal });
    if (result.kind !== 'read') return outcomeOfFailedRead(result, capabilities);

    const merge = mergeTeam(base.data, mine, result.value);
    if (merge.kind === 'members_hidden') return parked(0, 'members_hidden');
    if (merge.kind === 'conflict') {
      const question = { kind: 'field_conflict', conflicts: merge.conflicts } as const;
      return { kind: 'needs_person', question, wasSent: false, pause: null };
    }
    // With a feed it is sent all the same: only a write returns a position, and the feed may not contain the edit yet.
    if (!merge.isChanged && !capabilities.has('changes'))
      return { kind: 'acked', serverId: id, position: null, pause: null };

    // The body depends on the edits of others, so each request has a key of its own. It proves who responds.
    const key = capabilities.has('idempotency_key') ? `${row.id}.${row.attempts}.${merges}` : null;
    const exchange = await transport.send({
      endpoint: 'replaceTeam',
      body: JSON.stringify({ data: { team: merge.team } }),
      ...(capabilities.has('if_match') && result.etag ? { ifMatch: result.etag } : {}),
      ...(key === null ? {} : { idempotencyKey: key }),
      signal,
    });
    const isStale = exchange.kind === 'answered' && exchange.status === 412;
    if (!isStale) return outcomeOfWrite(exchange, { key, readAck: ackReaderOf('team_edit', row) });
  }
  return { kind: 'queued', why: 'changing', countsAsAttempt: true, pause: null };
}
