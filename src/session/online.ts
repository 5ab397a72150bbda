import { type Scope } from '@/db/scopes';
import { type OnlineControls, type OnlineFailure } from '@/features/shared/runtime';
import { clock, fetchOverNetwork } from '@/platform/ports';
import { readResource, type ReadResult } from '@/sync/readResource';
import { type Network, type SessionStore } from '@/sync/ports';
import { createTransport, defaultLimits } from '@/sync/transport';

/** Requests for screens that need signal. Every request names the space of the screen. */
export function createOnlineControls({
  scope,
  sessions,
  network,
}: {
  scope: Scope;
  sessions: SessionStore;
  network: Network;
}): OnlineControls {
  const transport = createTransport(
    { clock, fetch: fetchOverNetwork, network, sessions },
    { ...defaultLimits, space: () => Promise.resolve(scope.spaceId) }
  );
  return {
    request: async ({ body, ...call }) => {
      const result = await readResource(transport, {
        ...call,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return result.kind === 'read' ? { kind: 'done', value: result.value } : { kind: failureOf(result) };
    },
  };
}

function failureOf(result: Exclude<ReadResult<unknown>, { kind: 'read' }>): OnlineFailure {
  if (result.kind === 'missing') return 'missing';
  if (result.kind !== 'stopped') return 'refused';
  return result.stop.kind === 'offline' ? 'offline' : 'not_now';
}
