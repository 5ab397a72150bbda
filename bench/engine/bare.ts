import { type Engine } from '@/db/port';

/**
 * The bare engine: the same SQLite with the same promises about the disk, and the plainest code that ends with the
 * same content: a line, a body and the words of every contact, one prepared statement per row, one transaction per
 * page. No check of the records, no queue, nothing that tells a screen.
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

export async function storeBarePage(engine: Engine, text: string): Promise<void> {
  const { data } = JSON.parse(text) as Page;
  await engine.execute('BEGIN IMMEDIATE');
  for (const contact of data) {
    const { id, firstname, surname, mail, mobile, phone, address } = contact;
    await engine.run('INSERT INTO contacts VALUES (?, ?, ?, ?, ?)', [
      id,
      `${surname} ${firstname}`.toLowerCase(),
      `${firstname} ${surname}`,
      address.city,
      JSON.stringify(contact),
    ]);
    const words = [firstname, surname, address.city, mobile, phone, ...mail.split(/[.@]/)];
    for (const word of new Set(words)) {
      await engine.run('INSERT OR IGNORE INTO words VALUES (?, ?)', [word.toLowerCase(), id]);
    }
  }
  await engine.execute('COMMIT');
}

export async function captureBare(engine: Engine, id: string, body: string): Promise<void> {
  await engine.execute('BEGIN IMMEDIATE');
  await engine.run('INSERT INTO captures (id, body, state) VALUES (?, ?, ?)', [id, body, 'queued']);
  await engine.execute('COMMIT');
}
