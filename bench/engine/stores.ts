import { ContactRead } from '@/contract/contact';
import { readEnvelope } from '@/contract/envelope';
import { prepareContacts, readyContact } from '@/db/contacts';
import { enterBucket } from '@/db/pull/buckets';
import { type Engine } from '@/db/port';
import { openScope, type Scope } from '@/db/scopes';
import { indexDeferred } from '@/db/search/deferredIndex';
import { openStore, type Store } from '@/db/store';
import { parseInChunks } from '@/sync/parseInChunks';

import { openBare } from './bare';

/** Where the databases of the bench are: in files of this machine, or in the storage of a browser. */
export type Place = {
  open: (name: string) => Promise<Engine>;
  /** Deletes a closed database. */
  remove: (name: string) => Promise<void>;
};

export type OpenedStore = {
  store: Store;
  scope: Scope;
  /** The same connection without the store around it. */
  engine: Engine;
  name: string;
  remove: () => Promise<void>;
};

let made = 0;
const newName = () => `bench-${(made += 1)}.db`;

/** A new store in its own file. */
export async function newStore(place: Place): Promise<OpenedStore> {
  const name = newName();
  const engine = await place.open(name);
  const store = await openStore(engine);
  const scope = await openScope(store, { service: 'https://bench.example/api', userId: 1, spaceId: 1 });
  const remove = async () => {
    await store.close();
    await place.remove(name);
  };
  return { store, scope, engine, name, remove };
}

/** Bare SQLite in its own file. */
export async function newBare(place: Place) {
  const name = newName();
  const engine = await openBare(await place.open(name));
  const remove = async () => {
    await engine.close();
    await place.remove(name);
  };
  return { engine, remove };
}

/** Yields to other tasks, as the platform's clock does. */
const clock = {
  sleep: () =>
    new Promise<void>((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        done();
      };
      port2.postMessage(null);
    }),
};

async function preparePage(text: string) {
  // A network response arrives in a separate task.
  await clock.sleep();
  const opened = readEnvelope(JSON.parse(text));
  if (!opened.ok || !Array.isArray(opened.value.data)) throw new Error('this is no page');
  const { good } = await parseInChunks(clock, ContactRead, opened.value.data, readyContact);
  return { write: prepareContacts(good), ids: good.map(({ id }) => id) };
}

/**
 * Stores pages as a pull does: from text, every record validated, one transaction per page, the next page validated and
 * prepared while one is written.
 */
export async function storePages({ store, scope }: OpenedStore, texts: Iterable<string>): Promise<void> {
  let writing = Promise.resolve();
  for (const text of texts) {
    const { write, ids } = await preparePage(text);
    await writing;
    writing = store.write(async (tx) => {
      await write(tx, scope);
      await enterBucket(tx, scope, 'all', 'contact', ids);
    });
  }
  await writing;
  await store.write((tx) => indexDeferred(tx, scope));
}
