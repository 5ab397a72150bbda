import { listContacts, searchContacts } from '@/db/contacts';
import { openScope } from '@/db/scopes';
import { openStore } from '@/db/store';

import { newStore, storePages, type OpenedStore, type Place } from './stores';
import { bestTimesInTurn, milliseconds, percentile, timed, type Measure } from '../measure';
import { contactPages, typedQueries } from './sample';

const small = 1_000;
const large = [50_000, 100_000];
const frame = 16;
const mostGrowth = 1.5;
const searches = 2_000;

type Times = {
  bare: number;
  first: number;
  middle: number;
  search50: number;
  search95: number;
  reopen: number;
};

async function filledWith(place: Place, size: number): Promise<OpenedStore> {
  const opened = await newStore(place);
  await storePages(opened, contactPages(size));
  return opened;
}

/** The same reads of a small and a large store, alternating. */
async function readingTimes(place: Place, sizes: readonly number[]): Promise<Times[]> {
  const stores: OpenedStore[] = [];
  for (const size of sizes) stores.push(await filledWith(place, size));
  const inTurn = (count: number, read: (opened: OpenedStore, turn: number) => Promise<unknown>) =>
    bestTimesInTurn(
      count,
      stores.map((opened) => (turn: number) => read(opened, turn))
    );

  const bare = await inTurn(300, ({ engine, scope }) =>
    engine.all(
      'SELECT id, name, town, opted_out, sort_key FROM contacts WHERE scope_id = ? ORDER BY sort_key, id LIMIT 50',
      [scope.id]
    )
  );
  const first = await inTurn(300, ({ store, scope }) => listContacts(store, scope, { limit: 50 }));
  const middle = await inTurn(300, ({ store, scope }, turn) =>
    listContacts(store, scope, { from: String.fromCharCode(97 + (turn % 26)), limit: 50 })
  );
  // The typed text is from contacts that stores of every size have.
  const queries = typedQueries(small, searches);
  const search = await inTurn(searches, ({ store, scope }, turn) =>
    searchContacts(store, scope, queries[turn] ?? '')
  );

  const times: Times[] = [];
  for (const [index, { store, scope, name }] of stores.entries()) {
    await store.close();
    const reopen = await timed(async () => {
      const again = await openStore(await place.open(name));
      const sameScope = await openScope(again, scope);
      await listContacts(again, sameScope, { limit: 50 });
      await again.close();
    });
    await place.remove(name);
    const at = (all: readonly number[][], share: number) => percentile(all[index] ?? [], share);
    times.push({
      bare: at(bare, 0.95),
      first: at(first, 0.95),
      middle: at(middle, 0.95),
      search50: at(search, 0.5),
      search95: at(search, 0.95),
      reopen,
    });
  }
  return times;
}

/** The first 50 rows, 50 rows anywhere, and search as you type, in large stores and each time in a small one. */
export async function measureReading(place: Place): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const size of large) {
    const [base, times] = await readingTimes(place, [small, size]);
    if (!base || !times) throw new Error('Both stores were read.');
    const row = (work: string, mine: number, other: number): Measure => ({
      work: `${work} of ${size}`,
      ours: milliseconds(mine),
      against: `of ${small}: ${milliseconds(other)}`,
      ratio: mine / other,
      goal: `≤ ${mostGrowth}, < ${frame} ms`,
      isMet: mine / other <= mostGrowth && mine < frame,
    });
    measures.push(
      {
        ...row('first 50 p95', times.first, times.bare),
        against: `bare query ${milliseconds(times.bare)}`,
        goal: '',
        isMet: null,
      },
      row('first 50 p95', times.first, base.first),
      row('50 from any letter p95', times.middle, base.middle),
      row('search as you type p95', times.search95, base.search95),
      { ...row('search as you type p50', times.search50, base.search50), goal: '', isMet: null },
      { ...row('reopen to the first 50', times.reopen, base.reopen), goal: '', isMet: null }
    );
  }
  return measures;
}
