import { EXTENSION_HEADERS } from '@/contract/extensions';
import { isOurProblem, problem, PROBLEMS, readProblem, type ProblemCode } from '@/contract/problem';
import { enqueue, listOutbox, type NewOutboxRow, type OutboxRow } from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
import type { Engine } from '@/db/port';
import { openScope, type Scope } from '@/db/scopes';
import { openStore, type Store } from '@/db/store';
import { freezeBundle } from '@/domain/bundle';
import { entityOf } from '@/domain/entity';
import { startSyncEngine, type SyncEngine } from '@/sync/engine';
import type { SyncConfig } from '@/sync/config';
import type { FetchResponse, FetchInit, Ports, Session } from '@/sync/ports';

import { createVirtualClock, type VirtualClock } from '../sim/virtualClock';
import { openMemoryEngine } from '../support/sqlite';

/** A request on the simulated network. */
export type Sent = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
};

export const queryOf = (sent: Sent) => new URLSearchParams(sent.path.split('?')[1] ?? '');

/** The numbers from one to another, both included. */
export const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** What the simulated network does with a request: a response, a failure, or no response. */
export type Reaction =
  | { status: number; body?: unknown; text?: string; headers?: Record<string, string>; afterMs?: number }
  | 'lost'
  | 'silence';

export type Script = (sent: Sent, count: number) => Reaction;

export const baseUrl = 'https://service.test/api/';

export function respond(status: number, body: unknown, headers: Record<string, string> = {}): Reaction {
  return { status, body, headers };
}

export const success = (data: unknown, more: object = {}) =>
  respond(200, { status: 'success', data, ...more });

/** Ports with a virtual clock and a network that follows a script. */
export type TestPorts = Ports & {
  clock: VirtualClock;
  sent: Sent[];
  stored: { session: Session | null; revoked: string[] };
  setOnline: (isOnline: boolean) => void;
  setForeground: (isForeground: boolean) => void;
  failures: unknown[];
};

export function createTestPorts(script: Script, session: Session | null = defaultSession): TestPorts {
  const clock = createVirtualClock();
  const sent: Sent[] = [];
  const stored = { session, revoked: [] as string[] };
  const failures: unknown[] = [];
  const online = createFlag(true);
  const foreground = createFlag(true);
  const fetch = (url: string, init: FetchInit) =>
    new Promise<FetchResponse>((resolve, reject) => {
      const request = {
        method: init.method,
        path: url.replace(baseUrl.replace(/\/$/, ''), ''),
        headers: init.headers,
        body: init.body,
      };
      sent.push(request);
      const reaction = script(request, sent.length);
      init.signal.addEventListener('abort', () => reject(new Error('aborted')));
      if (reaction === 'silence') return;
      if (reaction === 'lost') return reject(new TypeError('network request failed'));
      const headers = new Map(Object.entries(reaction.headers ?? {}));
      const text = reaction.text ?? (reaction.body === undefined ? '' : JSON.stringify(reaction.body));
      const result = {
        status: reaction.status,
        headers: { get: (name: string) => headers.get(name) ?? null },
        text: () => Promise.resolve(text),
      };
      clock.after(reaction.afterMs ?? 0, () => resolve(result));
    });
  return {
    clock,
    sent,
    stored,
    failures,
    random: () => 0.5,
    fetch,
    network: { isOnline: online.get, onChange: online.onChange },
    lifecycle: { isForeground: foreground.get, onChange: foreground.onChange },
    sessions: {
      load: () => Promise.resolve(stored.session),
      save: (next) => {
        stored.session = next;
        return Promise.resolve();
      },
      markRevoked: (session) => {
        stored.revoked.push(session.accessToken);
        return Promise.resolve();
      },
      deleteToken: (session) => {
        stored.session = { ...session, accessToken: '' };
        return Promise.resolve();
      },
    },
    isAlone: false,
    onFailure: (failure) => failures.push(failure),
    setOnline: online.set,
    setForeground: foreground.set,
  };
}

function createFlag(initial: boolean) {
  let value = initial;
  const listeners = new Set<(next: boolean) => void>();
  return {
    get: () => value,
    set: (next: boolean) => {
      value = next;
      for (const listener of listeners) listener(next);
    },
    onChange: (listener: (next: boolean) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const defaultSession: Session = {
  baseUrl,
  accessToken: 'first',
  refresh: { token: 'refresh-1', endpoint: 'https://service.test/token', clientId: 'doorstep' },
};

/** Lets virtual time pass until the promise is settled, and returns its value. */
export async function runUntilResolved<T>(
  ports: TestPorts,
  promise: Promise<T>,
  mostMs = 24 * 3_600_000
): Promise<T> {
  let isDone = false;
  const done = promise.finally(() => {
    isDone = true;
  });
  done.catch(() => undefined);
  await ports.clock.runUntil(() => isDone, mostMs);
  if (!isDone) throw new Error('nothing more will happen, and the promise is still open');
  return done;
}

/** A phone with a signed-in user: a real store in memory, a scripted network and the engine on both. */
export type TestPhone = {
  ports: TestPorts;
  store: Store;
  scope: Scope;
  start: (config?: Partial<SyncConfig>) => Promise<SyncEngine>;
  /** Saves a donation as the capture form does, and returns its id. */
  capture: (number: number, more?: Partial<NewOutboxRow>) => Promise<string>;
  /** Another process, or an earlier page, claims the next row. */
  claimAs: (owner: string, leaseMs?: number) => Promise<void>;
  rows: () => Promise<OutboxRow[]>;
  states: () => Promise<string[]>;
  /** Lets virtual time pass. */
  pass: (ms: number) => Promise<void>;
};

export async function createTestPhone(
  script: Script,
  session: Session | null = defaultSession,
  engine: Engine = openMemoryEngine()
): Promise<TestPhone> {
  const ports = createTestPorts(script, session);
  const store = await openStore(engine);
  const scope = await openScope(store, { service: baseUrl, userId: 1, spaceId: 1 });
  const rows = () => listOutbox(store, scope, {});
  return {
    ports,
    store,
    scope,
    rows,
    start: (config) => startSyncEngine({ store, scope, ports, config }),
    capture: async (number, more = {}) => {
      const row = bundleRow(number, more);
      await store.write((tx) => enqueue(tx, scope, row, ports.clock.now()));
      return row.id;
    },
    claimAs: async (owner, leaseMs = 75_000) => {
      await store.write((tx) => claimNext(tx, { scope, now: ports.clock.now(), leaseMs, owner }));
    },
    states: async () => (await rows()).map(({ state }) => state),
    pass: (ms) => ports.clock.runUntil(() => false, ms),
  };
}

export const captureId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export function bundleRow(number: number, more: Partial<NewOutboxRow> = {}): NewOutboxRow {
  const id = captureId(number);
  const body = freezeBundle({
    id,
    externalId: number,
    takenAt: '2026-03-14T09:00:00+01:00',
    currency: 'eur',
    payer: { kind: 'contact', contactId: 12 },
    paymentMethodKind: 'cash',
    items: [{ kind: 'donation', beneficiary: { kind: 'contact', contactId: 12 }, amount: 1_000 + number }],
  });
  return {
    id,
    kind: 'bundle_create',
    entity: entityOf('bundle', id),
    body,
    bodyVersion: 1,
    amount: 1_000 + number,
    currency: 'eur',
    externalTransactionId: number,
    ...more,
  };
}

/** A script for everything except the writes under test: the capabilities, and lists without records. */
export function emptyService(extensions: readonly string[], onWrite: Script): Script {
  let writes = 0;
  return (sent) => {
    if (sent.path === '/health') return success({ name: 'doorstep', version: '1', extensions });
    if (sent.method !== 'GET') {
      const reaction = onWrite(sent, (writes += 1));
      return extensions.includes('idempotency_key') ? withKey(sent, reaction) : reaction;
    }
    if (sent.path.startsWith('/v1/changes'))
      return success({ changes: [], cursor: 'end', more: false, position: feedPosition });
    if (sent.path.startsWith('/teams/public')) return respond(200, []);
    if (sent.path.startsWith('/actions')) return success({ ActionsAggreg: [] });
    if (sent.path.startsWith('/teams')) return success({ teams: [] });
    if (sent.path.startsWith('/users')) return success({ count: 0, teams: null, users: [] });
    if (sent.path.startsWith('/v1/transaction_settings')) return success({ currency: 'eur' });
    return success([], { total: 0 });
  };
}

/** The feed of the empty service never reaches its writes, so that acked rows stay. */
const feedPosition = 'a.1';
const writePosition = 'a.10';

/** A service with keys returns the key with its successes and with its own refusals; a proxy does not. */
export function withKey(sent: Sent, reaction: Reaction): Reaction {
  if (typeof reaction === 'string' || !isOfService(reaction)) return reaction;
  const key = sent.headers[EXTENSION_HEADERS.idempotencyKey] ?? '';
  const headers = {
    [EXTENSION_HEADERS.idempotencyKey]: key,
    ...(reaction.status < 300 ? { [EXTENSION_HEADERS.position]: writePosition } : {}),
    ...reaction.headers,
  };
  return { ...reaction, headers };
}

function isOfService({ status, body }: Exclude<Reaction, string>): boolean {
  const undecided: ProblemCode[] = ['in_flight', 'unauthenticated', 'too_many_requests'];
  const { code } = readProblem(body);
  return status < 300 || (isOurProblem(body) && undecided.every((one) => one !== code));
}

/** A refusal as our service sends it. */
export const refuse = (code: ProblemCode, more: Parameters<typeof problem>[1] = {}): Reaction =>
  respond(PROBLEMS[code].status, problem(code, more));

/** The response of a service to a stored bundle. */
export function storedBundle(sent: Sent, id: number): Reaction {
  const { data }: { data: object } = JSON.parse(sent.body ?? '{}');
  return success({ ...data, id });
}

/** The amounts of the sent bundles, in order. */
export function amountsSent(ports: TestPorts): number[] {
  return ports.sent
    .filter(({ method, path }) => method === 'POST' && path === '/v1/transaction_bundles')
    .map(({ body }) => {
      const { data }: { data: { transactions: { amount: number }[] } } = JSON.parse(body ?? '{}');
      return data.transactions[0]?.amount ?? 0;
    });
}
