import { envelopedList } from '@/contract/envelope';
import { ContactRead } from '@/contract/contact';
import { applyContacts } from '@/db/contacts';
import { noteListed } from '@/db/listings';
import { type Engine } from '@/db/port';
import { openScope, type Scope } from '@/db/scopes';
import { openStore, type Store } from '@/db/store';

import { openFileEngine, temporaryFile } from '../../__tests__/support/sqlite';
import { openBare } from './bare';

const readContacts = envelopedList(ContactRead);

export type OpenedStore = {
  store: Store;
  scope: Scope;
  /** The same connection without the store around it. */
  engine: Engine;
  path: string;
  remove: () => Promise<void>;
};

/** A new store in a file of its own. */
export async function newStore(): Promise<OpenedStore> {
  const file = temporaryFile();
  const engine = openFileEngine(file.path);
  const store = await openStore(engine);
  const scope = await openScope(store, { service: 'https://bench.example/api', userId: 1, spaceId: 1 });
  const remove = async () => {
    await store.close();
    file.remove();
  };
  return { store, scope, engine, path: file.path, remove };
}

/** The bare engine in a file of its own. */
export async function newBare() {
  const file = temporaryFile();
  const engine = await openBare(openFileEngine(file.path));
  const remove = async () => {
    await engine.close();
    file.remove();
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
