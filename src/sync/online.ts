import type { EndpointName } from '@/contract/endpoints';
import { readProblem, type ProblemCode } from '@/contract/problem';
import type { OnlineControls, OnlineFailure, OnlineWrite } from '@/domain/online';

import { getCapabilities } from './capabilities';
import type { SyncContext } from './context';
import type { Ports } from './ports';
import { readResource, type ReadResult } from './readResource';
import { createTransport, defaultLimits, type Call, type Transport } from './transport';

type Failed = Exclude<ReadResult<unknown>, { kind: 'read' }>;

/** What a request outside the rounds needs. */
export type OnlinePorts = Pick<Ports, 'clock' | 'fetch' | 'network' | 'sessions'>;

/** A transport outside the rounds that names the space of the phone. */
export function createSpaceTransport(
  scoped: Pick<SyncContext, 'store' | 'scope'>,
  ports: OnlinePorts
): Transport {
  const has = async (name: 'space' | 'idempotency_key') => (await getCapabilities(scoped)).has(name);
  return createTransport(ports, {
    ...defaultLimits,
    space: async () => ((await has('space')) ? scoped.scope.spaceId : null),
    isOurService: () => has('idempotency_key'),
  });
}

/**
 * Requests that a person waits for, outside the rounds. Each names the space of the phone. A write is never sent again
 * automatically: the person presses Save again, with the same key.
 */
export function createOnlineRequests(
  scoped: Pick<SyncContext, 'store' | 'scope'>,
  ports: OnlinePorts
): OnlineControls {
  const transport = createSpaceTransport(scoped, ports);
  return {
    read: async (call) => {
      const result = await readResource(transport, call);
      return result.kind === 'read' ? result : { kind: failureOf(result) };
    },
    write: async <Name extends EndpointName>({
      body,
      key,
      ...call
    }: Call<Name> & { body: unknown; key: string }) => {
      const request = { ...call, body: JSON.stringify(body), idempotencyKey: key };
      const result = await readResource<Name>(transport, request);
      return result.kind === 'read' ? { kind: 'written' as const, value: result.value } : refusalOf(result);
    },
  };
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
    case 'second_factor_needed':
      return { kind: 'second_step' };
    case 'invalid':
      return { kind: 'invalid', errors };
    default:
      return { kind: 'refused' };
  }
}
