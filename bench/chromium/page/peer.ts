import { Dexie } from 'dexie';

import { listContacts, searchContacts } from '@/db/contacts';

import { captureOnce } from '../../engine/capturing';
import { newStore, storePages, type Place } from '../../engine/stores';
import { type contactMaker, contactPages, typedQueries } from '../../engine/sample';
import { bestTimesOf, milliseconds, percentile, timed, type Measure } from '../../measure';

type Contact = ReturnType<ReturnType<typeof contactMaker>>;
type Line = Contact & { sortKey: string; words: string[] };
type Capture = { id: string; body: string; state: string };

/** The best durable store of other projects in a browser: IndexedDB through Dexie, with strict durability. */
function openPeer() {
  const database = new Dexie('bench-peer', { chromeTransactionDurability: 'strict' });
  database.version(1).stores({ contacts: 'id, sortKey, *words', captures: '++seq, &id' });
  return {
    database,
    contacts: database.table<Line, number>('contacts'),
    captures: database.table<Capture, number>('captures'),
  };
}

type Peer = ReturnType<typeof openPeer>;

const toLine = (contact: Contact): Line => {
  const { firstname, surname, mail, mobile, phone, address } = contact;
  const words = [firstname, surname, address.city, mobile, phone, ...mail.split(/[.@]/)];
  return {
    ...contact,
    sortKey: `${surname} ${firstname}`.toLowerCase(),
    words: [...new Set(words.map((word) => word.toLowerCase()))],
  };
};

/** Every typed word is a prefix of a word of the record, in any order: as in the documentation of Dexie. */
async function searchPeer(peer: Peer, typed: string): Promise<Line[]> {
  const terms = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = await Promise.all(
    terms.map((term) => peer.contacts.where('words').startsWith(term).distinct().primaryKeys())
  );
  const [first = [], ...others] = found.map((keys) => new Set(keys));
  const shared = [...first].filter((key) => others.every((keys) => keys.has(key)));
  const lines = await peer.contacts.bulkGet(shared.slice(0, 50));
  return lines.filter((line) => line !== undefined);
}

const count = 50_000;
const rounds = 3;
const captures = 500;
const searches = 600;

/**
 * Waits for the background work of the previous run (IndexedDB compacts its files on another core), so that it does
 * not slow down the next one.
 */
const rest = () => new Promise<void>((done) => setTimeout(done, 4_000));

async function newPeer(): Promise<Peer> {
  await Dexie.delete('bench-peer');
  return openPeer();
}

async function storeInPeer(peer: Peer, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const { data } = JSON.parse(text) as { data: Contact[] };
    await peer.contacts.bulkPut(data.map(toLine));
  }
}

/** Stores the same 50,000 contacts in both from empty, alternating, and returns the last two. */
async function storeInBoth(place: Place) {
  const texts = [...contactPages(count)];
  const [mine, theirs]: [number[], number[]] = [[], []];
  for (let round = 1; ; round += 1) {
    const opened = await newStore(place);
    await rest();
    mine.push(
      await timed(async () => {
        await storePages(opened, texts);
      })
    );
    const peer = await newPeer();
    await rest();
    theirs.push(await timed(() => storeInPeer(peer, texts)));
    if (round === rounds) return { opened, peer, mine, theirs };
    await opened.remove();
    peer.database.close();
  }
}

/** Stores, captures, reads and searches the same records in both, alternating. */
export async function measurePeer(place: Place): Promise<Measure[]> {
  const { opened, peer, mine: storedMine, theirs: storedTheirs } = await storeInBoth(place);
  const { store, scope } = opened;
  const measures: Measure[] = [];
  const add = (work: string, mine: number, theirs: number, most: number) =>
    measures.push({
      work,
      ours: milliseconds(mine),
      against: `Dexie ${milliseconds(theirs)}`,
      ratio: mine / theirs,
      goal: `≤ ${most}`,
      isMet: mine / theirs <= most,
    });
  add(
    `store ${count} contacts from page texts`,
    percentile(storedMine, 0.5),
    percentile(storedTheirs, 0.5),
    0.6
  );
  await rest();

  const [capturedMine, capturedTheirs]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < captures; turn += 1) {
    const { id, body, save } = captureOnce(opened, turn);
    capturedMine.push(await timed(save));
    capturedTheirs.push(await timed(() => peer.captures.add({ id, body, state: 'queued' })));
  }
  add('durable capture p50', percentile(capturedMine, 0.5), percentile(capturedTheirs, 0.5), 1);

  const first = await bestTimesOf(100, () => listContacts(store, scope, { limit: 50 }));
  const peerFirst = await bestTimesOf(100, () => peer.contacts.orderBy('sortKey').limit(50).toArray());
  add('first 50 p95', percentile(first, 0.95), percentile(peerFirst, 0.95), 1);

  const queries = typedQueries(count, searches);
  const search = await bestTimesOf(searches, (turn) => searchContacts(store, scope, queries[turn] ?? ''));
  const peerSearch = await bestTimesOf(searches, (turn) => searchPeer(peer, queries[turn] ?? ''));
  add('search as you type p95', percentile(search, 0.95), percentile(peerSearch, 0.95), 1);

  await opened.remove();
  await peer.database.delete();
  return measures;
}
