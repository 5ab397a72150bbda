import { type Engine } from '@/db/port';

/**
 * Bare SQLite: the same engine with the same durability, and the simplest code with the same resulting
 * content: a line, a body and the words of every contact, one transaction per page. No validation, no
 * queue, no change events.
 */
export async function openBare(engine: Engine): Promise<Engine> {
  await engine.all('PRAGMA locking_mode = EXCLUSIVE', []);
  await engine.all('PRAGMA journal_mode = WAL', []);
  await engine.execute(`
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -8000;
    CREATE TABLE contacts (id INTEGER PRIMARY KEY, sort_key TEXT, name TEXT, town TEXT, body TEXT);
    CREATE INDEX contacts_by_name ON contacts (sort_key, id);
    CREATE TABLE words (word TEXT, id INTEGER, PRIMARY KEY (word, id)) WITHOUT ROWID;
    CREATE TABLE captures (seq INTEGER PRIMARY KEY, id TEXT UNIQUE, body TEXT, state TEXT);
  `);
  return engine;
}

type Page = {
  data: {
    id: number;
    firstname: string;
    surname: string;
    mail: string;
    mobile: string;
    phone: string;
    address: { city: string };
  }[];
};

type Rows = { contacts: (string | number)[][]; words: (string | number)[][] };

function rowsOf(text: string): Rows {
  const { data } = JSON.parse(text) as Page;
  const rows: Rows = { contacts: [], words: [] };
  for (const contact of data) {
    const { id, firstname, surname, mail, mobile, phone, address } = contact;
    const sortKey = `${surname} ${firstname}`.toLowerCase();
    rows.contacts.push([id, sortKey, `${firstname} ${surname}`, address.city, JSON.stringify(contact)]);
    const words = [firstname, surname, address.city, mobile, phone, ...mail.split(/[.@]/)];
    for (const word of new Set(words)) rows.words.push([word.toLowerCase(), id]);
  }
  return rows;
}

export type StoreBarePage = (engine: Engine, text: string) => Promise<void>;

/** A statement per row: the fastest simple way if a statement is a function call. */
export const storeBarePage: StoreBarePage = async (engine, text) => {
  const { contacts, words } = rowsOf(text);
  await engine.execute('BEGIN IMMEDIATE');
  for (const row of contacts) await engine.run('INSERT INTO contacts VALUES (?, ?, ?, ?, ?)', row);
  for (const row of words) await engine.run('INSERT OR IGNORE INTO words VALUES (?, ?)', row);
  await engine.execute('COMMIT');
};

/** A statement per page: the fastest simple way if a statement is a message to another thread. */
export const storeBarePageBatched: StoreBarePage = async (engine, text) => {
  const { contacts, words } = rowsOf(text);
  await engine.execute('BEGIN IMMEDIATE');
  await engine.run(
    `INSERT INTO contacts
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)`,
    [JSON.stringify(contacts)]
  );
  await engine.run('INSERT OR IGNORE INTO words SELECT value ->> 0, value ->> 1 FROM json_each(?)', [
    JSON.stringify(words),
  ]);
  await engine.execute('COMMIT');
};

export async function captureBare(engine: Engine, id: string, body: string): Promise<void> {
  await engine.execute('BEGIN IMMEDIATE');
  await engine.run('INSERT INTO captures (id, body, state) VALUES (?, ?, ?)', [id, body, 'queued']);
  await engine.execute('COMMIT');
}
