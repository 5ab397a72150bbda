import { listContacts, searchContacts } from '@/db/contacts';
import { openScope } from '@/db/scopes';
import { openStore } from '@/db/store';

import { newStore, storePage, type Place } from './stores';
import { milliseconds, percentile, bestTimesOf, timed, type Measure } from '../measure';
import { contactPages, typedQueries } from './sample';

const sizes = [1_000, 50_000, 100_000];
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

async function readingTimes(place: Place, size: number): Promise<Times> {
  const opened = await newStore(place);
  for (const page of contactPages(size)) await storePage(opened, page);
  const { store, scope, engine, name } = opened;

  const bare = await bestTimesOf(300, () =>
    engine.all(
      'SELECT id, name, town, opted_out, sort_key FROM contacts WHERE scope_id = ? ORDER BY sort_key, id LIMIT 50',
      [scope.id]
    )
  );
  const first = await bestTimesOf(300, () => listContacts(store, scope, { limit: 50 }));
  const middle = await bestTimesOf(300, (turn) =>
    listContacts(store, scope, { from: String.fromCharCode(97 + (turn % 26)), limit: 50 })
  );
  const queries = typedQueries(size, searches);
  for (const query of queries.slice(0, 300)) await searchContacts(store, scope, query);
  const search = await bestTimesOf(queries.length, (turn) =>
    searchContacts(store, scope, queries[turn] ?? '')
  );

  await store.close();
  const reopen = await timed(async () => {
    const again = await openStore(await place.open(name));
    const sameScope = await openScope(again, scope);
    await listContacts(again, sameScope, { limit: 50 });
    await again.close();
  });
  await place.remove(name);
  return {
    bare: percentile(bare, 0.95),
    first: percentile(first, 0.95),
    middle: percentile(middle, 0.95),
    search50: percentile(search, 0.5),
    search95: percentile(search, 0.95),
    reopen,
  };
}

/** The first 50 rows, 50 rows anywhere, and search as you type, at three sizes. */
export async function measureReading(place: Place): Promise<Measure[]> {
  const measures: Measure[] = [];
  let smallest: Times | null = null;
  for (const size of sizes) {
    const times = await readingTimes(place, size);
    smallest ??= times;
    const row = (work: string, mine: number, base: number): Measure => ({
      work: `${work} of ${size}`,
      ours: milliseconds(mine),
      against: `at ${sizes[0]}: ${milliseconds(base)}`,
      ratio: mine / base,
      goal: `≤ ${mostGrowth}, < ${frame} ms`,
      isMet: mine / base <= mostGrowth && mine < frame,
    });
    measures.push(
      {
        ...row('first 50 p95', times.first, times.bare),
        against: `bare query ${milliseconds(times.bare)}`,
        goal: '',
        isMet: null,
      },
      row('first 50 p95', times.first, smallest.first),
      row('50 from any letter p95', times.middle, smallest.middle),
      row('search as you type p95', times.search95, smallest.search95),
      { ...row('search as you type p50', times.search50, smallest.search50), goal: '', isMet: null },
      { ...row('reopen to the first 50', times.reopen, smallest.reopen), goal: '', isMet: null }
    );
  }
  return measures;
}
