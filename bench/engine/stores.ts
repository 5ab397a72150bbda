import { envelopedList } from '@/contract/envelope';
import { ContactRead, type Contact } from '@/contract/contact';
import { applyContacts } from '@/db/contacts';
import { noteListed } from '@/db/listings';
import { type Engine } from '@/db/port';
import { openScope, type Scope } from '@/db/scopes';
import { indexWaiting } from '@/db/searchIndex';
import { openStore, type Store } from '@/db/store';

import { openBare } from './bare';

const readContacts = envelopedList(ContactRead);

/** Where the databases of the bench lie: in files of this machine, or in the storage of a browser. */
export type Place = {
  open: (name: string) => Promise<Engine>;
  /** Removes a database that is closed. */
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

/** A new store in a file of its own. */
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

/** The bare engine in a file of its own. */
export async function newBare(place: Place) {
  const name = newName();
  const engine = await openBare(await place.open(name));
  const remove = async () => {
    await engine.close();
    await place.remove(name);
  };
  return { engine, remove };
}

function readPage(text: string): Contact[] {
  const answer = readContacts(JSON.parse(text));
  if (!answer.ok) throw new Error(answer.failure.reason);
  return answer.value.good;
}

function writePage({ store, scope }: OpenedStore, contacts: Contact[]): Promise<void> {
  return store.write(async (tx) => {
    await applyContacts(tx, scope, contacts);
    await noteListed(
      tx,
      scope,
      'contacts',
      contacts.map(({ id }) => id)
    );
  });
}

/**
 * Stores pages as a pull does: text in, every record checked by itself, one transaction a page, the next page read while
 * one is written.
 */
export async function storePages(opened: OpenedStore, texts: Iterable<string>): Promise<void> {
  let writing = Promise.resolve();
  for (const text of texts) {
    const contacts = readPage(text);
    await writing;
    writing = writePage(opened, contacts);
  }
  await writing;
}

/** Ends the storing as a pull does after its last page. */
export function endStoring({ store, scope }: OpenedStore): Promise<void> {
  return store.write((tx) => indexWaiting(tx, scope));
}
