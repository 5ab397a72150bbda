import { type EndpointName } from '@/contract/endpoints';
import { readProblem, type ProblemCode } from '@/contract/problem';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { type OnlineControls, type OnlineFailure, type OnlineWrite } from '@/features/shared/runtime';
import { clock, fetchOverNetwork } from '@/platform/ports';
import { getCapabilities } from '@/sync/capabilities';
import { type Fetch, type Network, type SessionStore } from '@/sync/ports';
import { readResource, type ReadResult } from '@/sync/readResource';
import { createTransport, defaultLimits } from '@/sync/transport';

type Parts = {
  store: Store;
  scope: Scope;
  sessions: SessionStore;
  network: Network;
  fetch?: Fetch;
};

type Failed = Exclude<ReadResult<unknown>, { kind: 'read' }>;

/** Requests of the office, each in the space of this phone. */
export function createOnlineControls({ store, scope, sessions, network, fetch }: Parts): OnlineControls {
  const has = async (name: 'space' | 'idempotency_key') =>
    (await getCapabilities({ store, scope })).has(name);
  const transport = createTransport(
    { clock, fetch: fetch ?? fetchOverNetwork, network, sessions },
    {
      ...defaultLimits,
      space: async () => ((await has('space')) ? scope.spaceId : null),
      isOurService: () => has('idempotency_key'),
    }
  );
  return {
    read: async (call) => {
      const result = await readResource(transport, call);
      return result.kind === 'read' ? result : { kind: failureOf(result) };
    },
    write: async <Name extends EndpointName>({
      body,
      key,
      ...call
    }: Parameters<typeof transport.send<Name>>[0] & { body: unknown; key: string }) => {
      const request = { ...call, body: JSON.stringify(body), idempotencyKey: key };
      const result = await readResource<Name>(transport, request);
      return result.kind === 'read' ? { kind: 'written', value: result.value } : refusalOf(result);
    },
  } as OnlineControls;
}

function failureOf(result: Failed): OnlineFailure {
  if (result.kind === 'missing') return 'missing';
  if (result.kind === 'refused') return 'refused';
  return result.kind === 'stopped' && result.stop.kind === 'offline' ? 'offline' : 'not_now';
}

function refusalOf(result: Failed): OnlineWrite<never> {
  if (result.kind !== 'refused') return { kind: failureOf(result) };
  const { body } = result.response;
  const { code, errors = [] } = readProblem(body);
  switch (code as ProblemCode | undefined) {
    case 'precondition_failed':
      return { kind: 'stale' };
    case 'key_reused':
      return { kind: 'key_reused' };
    case 'replaced_stored':
      return { kind: 'stored_before', stored: Reflect.get(Object(body), 'stored') };
    case 'in_flight':
      return { kind: 'not_now' };
    case 'invalid':
      return { kind: 'invalid', errors };
    default:
      return { kind: 'refused' };
  }
}
