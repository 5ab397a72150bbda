import { envelopedList } from '@/contract/envelope';
import { ContactRead } from '@/contract/contact';
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

/** Stores one page as a pull does: text in, every record checked by itself, one transaction. */
export async function storePage({ store, scope }: OpenedStore, text: string): Promise<void> {
  const answer = readContacts(JSON.parse(text));
  if (!answer.ok) throw new Error(answer.failure.reason);
  const { good } = answer.value;
  await store.write(async (tx) => {
    await applyContacts(tx, scope, good);
    await noteListed(
      tx,
      scope,
      'contacts',
      good.map(({ id }) => id)
    );
  });
}

/** Ends the storing as a pull does after its last page. */
export function endStoring({ store, scope }: OpenedStore): Promise<void> {
  return store.write((tx) => indexWaiting(tx, scope));
}
