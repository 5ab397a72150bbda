/** Phones with the real engine on real SQLite files, for as long as the cluster fails around them. */
import { setTimeout as sleep } from 'node:timers/promises';

import { EXTENSION_HEADERS } from '@/contract/extensions';
import { countWaiting, enqueue, listOutbox } from '@/db/outbox/outbox';
import { openScope, type Scope } from '@/db/scopes';
import { openStore, type Store } from '@/db/store';
import { freezeBundle, makeExternalId } from '@/domain/bundle';
import { entityOf } from '@/domain/entity';
import { startSyncEngine, type SyncEngine } from '@/sync/engine';
import type { Clock, Fetch } from '@/sync/ports';

import type { PersonName, TestSpace } from '../server/harness';
import type { Random } from '../sim/random';
import { openFileEngine, temporaryFile } from '../support/sqlite';
import type { Book } from './book';

export type Phone = {
  /** Saves gifts until it is stopped. */
  work: () => Promise<void>;
  rest: () => void;
  sendNow: () => void;
  countWaiting: () => Promise<number>;
  /** The rows that need a person, with their state. */
  listStuck: () => Promise<string[]>;
  /** The ids of the bundles, and the surnames of the contacts, that the feed has delivered. */
  listBundles: () => Promise<Set<number>>;
  readSurnames: () => Promise<Map<number, string>>;
  close: () => Promise<void>;
};

export type PhoneOptions = {
  url: string;
  space: TestSpace;
  person: PersonName;
  random: Random;
  book: Book;
};

/** Time on a phone passes faster, so that its backoff fits between two faults. */
const speed = 5;

const clock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now() * speed),
  monotonic: () => performance.now() * speed,
  sleep: (ms, signal) => sleep(ms / speed, undefined, { signal }).catch(() => undefined),
};

/** Every gift has another amount, so that one that arrived twice is noticed under any key. */
let amounts = 0;
const nextAmount = () => (amounts += 1);

export async function openPhone({ url, space, person, random, book }: PhoneOptions): Promise<Phone> {
  const file = temporaryFile();
  const store = await openStore(openFileEngine(file.path));
  const baseUrl = `${url}/api`;
  const identity = { service: baseUrl, userId: space.userIds[person], spaceId: space.groupId };
  const scope = await openScope(store, identity);
  const engine = await startSyncEngine({
    store,
    scope,
    config: { pullIntervalMs: { feed: 10_000, lists: 60_000 } },
    ports: {
      clock,
      random: random.unit,
      fetch: observe(book),
      network: { isOnline: () => true, onChange: () => () => undefined },
      lifecycle: { isForeground: () => true, onChange: () => () => undefined },
      sessions: {
        load: () => Promise.resolve({ baseUrl, accessToken: space.tokens[person], refresh: null }),
        save: () => Promise.resolve(),
      },
      isAlone: true,
      onFailure: (failure) => {
        throw failure;
      },
    },
  });
  let isWorking = false;
  const save = async () => {
    const { id, row } = gift(space, random);
    await store.write((tx) => enqueue(tx, scope, row, clock.now()));
    book.saved.add(id);
    engine.requestRound('write');
  };
  return {
    work: async () => {
      isWorking = true;
      while (isWorking) {
        await save();
        await sleep(random.between(300, 1_500));
      }
    },
    rest: () => {
      isWorking = false;
    },
    ...reading(store, scope, engine),
    close: async () => {
      await engine.stop();
      await store.close();
      file.remove();
    },
  };
}

function reading(store: Store, scope: Scope, engine: SyncEngine) {
  return {
    sendNow: () => engine.requestRound('button'),
    countWaiting: () => countWaiting(store, scope),
    listStuck: async () => {
      const rows = await listOutbox(store, scope, {});
      return rows
        .filter(({ state }) => state === 'parked' || state === 'needs_person' || state === 'blocked')
        .map(({ id, state }) => `${id} ${state}`);
    },
    listBundles: async () => {
      const sql = 'SELECT id FROM transaction_bundles WHERE scope_id = ?';
      return new Set((await store.all<{ id: number }>(sql, [scope.id])).map(({ id }) => id));
    },
    readSurnames: async () => {
      const sql = `SELECT id, body ->> '$.surname' AS surname FROM contact_bodies WHERE scope_id = ?`;
      const rows = await store.all<{ id: number; surname: string }>(sql, [scope.id]);
      return new Map(rows.map(({ id, surname }) => [id, surname]));
    },
  };
}

function gift(space: TestSpace, random: Random) {
  const id = random.uuid();
  const amount = nextAmount();
  const externalId = makeExternalId(random.unit);
  const contactId = random.pick(space.contactIds);
  const supporter = { kind: 'contact', contactId } as const;
  const body = freezeBundle({
    id,
    externalId,
    takenAt: new Date().toISOString(),
    currency: 'eur',
    payer: supporter,
    paymentMethodKind: 'cash',
    items: [{ kind: 'donation', beneficiary: supporter, amount }],
  });
  const entity = entityOf('bundle', id);
  const row = {
    id,
    kind: 'bundle_create',
    entity,
    body,
    bodyVersion: 1,
    externalTransactionId: externalId,
  } as const;
  return { id, row };
}

/** Notes what the service acknowledges and whether it restarts a feed. */
function observe(book: Book): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const text = await response.text();
    const key = init.headers[EXTENSION_HEADERS.idempotencyKey];
    if (init.method === 'POST' && key !== undefined && book.saved.has(key) && response.status === 200)
      book.ack(key);
    if (url.includes('/v1/changes?') && url.includes('cursor=') && isRestart(response.status, text))
      book.restartedFeeds += 1;
    return { status: response.status, headers: response.headers, text: () => Promise.resolve(text) };
  };
}

/** A refused cursor restarts a feed too. */
function isRestart(status: number, text: string): boolean {
  if (status >= 400 && status < 500) return true;
  if (status !== 200) return false;
  const { data } = JSON.parse(text) as { data: { restarted?: string[] } };
  return (data.restarted ?? []).length > 0;
}
