import { enqueue, listOutbox, type NewOutboxRow, type OutboxRow } from '@/db/outbox/outbox';
import type { Engine } from '@/db/port';
import { openScope, type Scope } from '@/db/scopes';
import { openStore, type Store } from '@/db/store';
import { freezeBundle } from '@/domain/bundle';
import { entityOf } from '@/domain/entity';
import { startSyncEngine, type SyncEngine } from '@/sync/engine';
import type { FetchResponse, FetchInit, Ports, Session, SessionStore } from '@/sync/ports';

import type { TestService, TestSpace } from '../server/harness';
import type { SimProcess } from '../sim/process';
import { createVirtualClock, type VirtualClock } from '../sim/virtualClock';

export const baseUrl = 'https://service.test/api';

/** What the network does with a request; `pass` sends it to the service. Null: no response ever. */
export type Interfere = (
  request: { method: string; path: string; init: FetchInit },
  pass: () => Promise<FetchResponse>
) => Promise<FetchResponse | null>;

/** A phone connected to the real service in this process; only the network, the clock and the process fail. */
export type SystemPhone = {
  clock: VirtualClock;
  store: Store;
  scope: Scope;
  engine: SyncEngine;
  ports: Ports;
  requests: string[];
  save: (row: NewOutboxRow) => Promise<void>;
  rows: () => Promise<OutboxRow[]>;
  states: () => Promise<string[]>;
  pass: (ms: number) => Promise<void>;
};

export type SystemPhoneOptions = {
  service: TestService;
  space: TestSpace;
  person: keyof TestSpace['userIds'];
  engine: Engine;
  clock?: VirtualClock;
  /** Ends the process at a step that the test chooses. */
  simProcess?: SimProcess;
  interfere?: Interfere;
  session?: { current: Session | null };
  /** The storage of the session; without it, one in memory. */
  sessions?: SessionStore;
};

export async function startSystemPhone(options: SystemPhoneOptions): Promise<SystemPhone> {
  const { service, space, person, interfere = (_, pass) => pass() } = options;
  const clock = options.clock ?? createVirtualClock();
  const session = options.session ?? {
    current: { baseUrl, accessToken: space.tokens[person], refresh: null },
  };
  const requests: string[] = [];
  const fetch = (url: string, init: FetchInit): Promise<FetchResponse> => {
    const path = url.replace(baseUrl, '');
    requests.push(`${init.method} ${path}`);
    return new Promise((resolve, reject) => {
      // Inside an event of the clock, so that virtual time stops while the service works.
      clock.after(10, async () => {
        try {
          const response = await interfere({ method: init.method, path, init }, () =>
            inject(service, path, init)
          );
          if (response) resolve(response);
        } catch (failure) {
          reject(failure instanceof Error ? failure : new Error(String(failure)));
        }
      });
    });
  };
  const ports: Ports = {
    clock: options.simProcess?.clock(clock) ?? clock,
    random: () => 0.5,
    fetch,
    network: { isOnline: () => true, onChange: () => () => undefined },
    lifecycle: { isForeground: () => true, onChange: () => () => undefined },
    sessions: options.sessions ?? {
      load: () => Promise.resolve(session.current),
      save: (next) => {
        session.current = next;
        return Promise.resolve();
      },
    },
    isAlone: false,
    onFailure: (failure) => {
      throw failure;
    },
  };
  const store = await openStore(options.simProcess?.engine(options.engine) ?? options.engine);
  const scope = await openScope(store, {
    service: baseUrl,
    userId: space.userIds[person],
    spaceId: space.groupId,
  });
  const engine = await startSyncEngine({ store, scope, ports });
  const rows = () => listOutbox(store, scope, {});
  return {
    clock,
    store,
    scope,
    engine,
    ports,
    requests,
    rows,
    states: async () => (await rows()).map(({ state }) => state),
    save: async (row) => {
      await store.write((tx) => enqueue(tx, scope, row, clock.now()));
      engine.requestRound('write');
    },
    pass: (ms) => clock.runUntil(() => false, ms),
  };
}

async function inject(service: TestService, path: string, init: FetchInit): Promise<FetchResponse> {
  const { method } = init;
  if (method !== 'GET' && method !== 'POST' && method !== 'PATCH' && method !== 'DELETE')
    throw new Error(method);
  const response = await service.app.inject({
    method,
    url: `/api${path}`,
    headers: init.headers,
    payload: init.body,
  });
  return {
    status: response.statusCode,
    headers: {
      get: (name) => {
        const value = response.headers[name.toLowerCase()];
        return value === undefined ? null : String(value);
      },
    },
    text: () => Promise.resolve(response.body),
  };
}

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A donation as the form saves it. Numbers are unique within a space. */
export function donation(space: TestSpace, number: number): NewOutboxRow {
  const id = idOf(number);
  const person = { kind: 'contact', contactId: space.contactIds[0] ?? 0 } as const;
  return {
    id,
    kind: 'bundle_create',
    entity: entityOf('bundle', id),
    body: freezeBundle({
      id,
      externalId: number,
      takenAt: '2026-03-14T09:00:00+01:00',
      currency: 'eur',
      payer: person,
      paymentMethodKind: 'cash',
      items: [{ kind: 'donation', beneficiary: person, amount: 1_000 + number }],
    }),
    bodyVersion: 1,
    amount: 1_000 + number,
    currency: 'eur',
    externalTransactionId: number,
  };
}

/** The amounts of all bundles of a space, from the list of the service. */
export async function amountsIn(service: TestService, space: TestSpace): Promise<number[]> {
  const response = await service.call(space.tokens.manager, 'GET', '/v1/transaction_bundles?limit=1000');
  const bundles: { transactions: { amount: number }[] }[] = response.body.data;
  return bundles
    .flatMap(({ transactions }) => transactions.map(({ amount }) => amount))
    .sort((a, b) => a - b);
}
