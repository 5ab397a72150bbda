import { setTimeout as sleep } from 'node:timers/promises';

import { openScope } from '@/db/scopes';
import { openStore } from '@/db/store';
import { getCapabilities, fetchCapabilities, type Capabilities } from '@/sync/capabilities';
import type { SyncContext } from '@/sync/context';
import { defaultConfig } from '@/sync/config';
import type { Fetch, Ports } from '@/sync/ports';
import { createSettleTimes } from '@/sync/settleTimes';
import { createTransport, defaultLimits } from '@/sync/transport';

import { openFileEngine, temporaryFile } from '../../__tests__/support/sqlite';
import { type Filled } from '../service/filled';

export type Phone = {
  context: SyncContext;
  capabilities: Capabilities;
  signal: AbortSignal;
  baseUrl: string;
  remove: () => Promise<void>;
};

/** The parts of the sync engine on a real file, connected over loopback; the bench calls them without the scheduler. */
export async function openPhone(filled: Filled, port: number, connection: Fetch = fetch): Promise<Phone> {
  const baseUrl = `http://127.0.0.1:${port}/api`;
  const file = temporaryFile();
  const store = await openStore(openFileEngine(file.path));
  const scope = await openScope(store, { service: baseUrl, userId: filled.userId, spaceId: filled.groupId });
  const ports: Ports = {
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      // An aborted sleep resolves too.
      sleep: (ms, stop) => sleep(ms, undefined, { signal: stop }).catch(() => undefined),
    },
    random: Math.random,
    fetch: connection,
    network: { isOnline: () => true, onChange: () => () => undefined },
    lifecycle: { isForeground: () => true, onChange: () => () => undefined },
    sessions: {
      load: () => Promise.resolve({ baseUrl, accessToken: filled.token, refresh: null }),
      save: () => Promise.resolve(),
    },
    isAlone: false,
    onFailure: (failure) => {
      throw failure;
    },
  };
  const context: SyncContext = {
    store,
    scope,
    ports,
    config: defaultConfig,
    transport: createTransport(ports, { ...defaultLimits, space: () => Promise.resolve(scope.spaceId) }),
    owner: 'bench',
    settleTimes: createSettleTimes(),
    report: () => undefined,
  };
  const { signal } = new AbortController();
  await fetchCapabilities(context, { unclear: { count: 0 }, isRequired: false }, signal);
  return {
    context,
    capabilities: await getCapabilities(context),
    signal,
    baseUrl,
    remove: async () => {
      await store.close();
      file.remove();
    },
  };
}
