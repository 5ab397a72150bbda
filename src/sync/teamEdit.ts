import { TeamRead, type TeamReplace } from '@/contract/team';
import type { OutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { serverIdOf } from '@/domain/entity';
import { mergeTeam } from '@/domain/merge';
import { judgeWrite, type Outcome } from '@/domain/outcome';

import { ask, type Asked } from './ask';
import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { proofOf } from './requests';

/** How often an edit is merged anew within one try when the team changes between reading and writing. */
const mostMerges = 3;

const parked = (status: number, code: string): Outcome => ({
  kind: 'parked',
  refusal: { status, code },
  pause: null,
});

/**
 * Sends an edit of a team: reads what the service has, merges the person's change into it and replaces the whole.
 * Sent twice it does nothing the second time, because the merge then finds its own change already there; that is
 * why it needs no key, and why a key would be wrong: the body differs with what others did meanwhile.
 */
export async function deliverTeamEdit(
  { transport }: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<Outcome> {
  const id = serverIdOf(row.entity);
  // An edit made before its team was sent was seen without an id.
  const base = TeamRead.safeParse({ ...Object(row.base), id });
  if (id === null || !base.success) return parked(0, 'target_missing');
  const mine = sentData<{ team: TeamReplace }>(row).team;

  for (let merges = 0; merges < mostMerges; merges += 1) {
    const asked = await ask(transport, { endpoint: 'getTeam', params: { id }, signal });
    if (asked.kind !== 'read') return notRead(asked);

    const merge = mergeTeam(base.data, mine, asked.value);
    if (merge.kind === 'members_hidden') return parked(0, 'members_hidden');
    if (merge.kind === 'conflict') {
      const question = { kind: 'team_conflict', conflicts: merge.conflicts } as const;
      return { kind: 'needs_person', question, pause: null };
    }
    if (!merge.isChanged) return { kind: 'acked', serverId: id, pause: null };

    const exchange = await transport.send({
      endpoint: 'replaceTeam',
      body: JSON.stringify({ data: { team: merge.team } }),
      ...(capabilities.has('if_match') && asked.etag ? { ifMatch: asked.etag } : {}),
      signal,
    });
    const isStale = exchange.kind === 'answered' && exchange.status === 412;
    if (!isStale) return judgeWrite(exchange, proofOf('team_edit', row));
  }
  return { kind: 'queued', why: 'changing', countsAsAttempt: true, pause: null };
}

/** Nothing was written yet, so whatever went wrong leaves the row certain. */
function notRead(asked: Exclude<Asked<unknown>, { kind: 'read' }>): Outcome {
  switch (asked.kind) {
    case 'missing':
      return parked(404, 'not_found');
    case 'refused':
      return parked(asked.status, 'refused');
    case 'unreadable':
    case 'unchanged':
      return parked(200, 'unreadable');
    case 'stopped':
      switch (asked.stop.kind) {
        case 'signed_out':
          return { kind: 'blocked', pause: null };
        case 'offline':
        case 'aborted':
          return { kind: 'queued', why: 'offline', countsAsAttempt: false, pause: null };
        case 'wait': {
          const pause = { kind: 'asked', forMs: asked.stop.forMs } as const;
          return { kind: 'queued', why: 'too_many_requests', countsAsAttempt: true, pause };
        }
        case 'login_page':
          return { kind: 'queued', why: 'unreachable', countsAsAttempt: true, pause: { kind: 'login_page' } };
        case 'unreachable':
        case 'service_trouble':
          return { kind: 'queued', why: 'unreachable', countsAsAttempt: true, pause: null };
      }
  }
}
