import { milliseconds, percentile, printTable, type Measure } from '../measure';
import { casesOf, type Case } from './cases';
import { fillDatabase } from './filled';
import { load, type Request, type Round } from './load';
import { startProcess, stopProcess, type Running } from './processes';

const size = { contacts: 100_000, bundles: 100_000 };
const goal = 0.6;
const mostForDepth = 2;
const goalForIdle = 5;
const rounds = 7;
const connections = 16;

/** Alternates between both, so that other load affects both equally; returns the median round. */
async function compare(ours: Running, bare: Running, { work, count, ...make }: Case): Promise<Measure[]> {
  const ownRounds: Round[] = [];
  const bareRounds: Round[] = [];
  const given = { count, connections };
  for (const [port, requests] of [
    [ours.port, make.ours],
    [bare.port, make.bare],
  ] as const) {
    await load(port, requests, given);
  }
  for (let round = 0; round < rounds; round += 1) {
    ownRounds.push(await load(ours.port, make.ours, given));
    bareRounds.push(await load(bare.port, make.bare, given));
  }
  const median = (values: Round[]) =>
    percentile(
      values.map(({ perSecond }) => perSecond),
      0.5
    );
  const ratio = percentile(
    ownRounds.map(({ perSecond }, round) => perSecond / (bareRounds[round]?.perSecond ?? NaN)),
    0.5
  );
  const times = (share: number): Measure => {
    const [own, other] = [ownRounds, bareRounds].map((all) =>
      percentile(
        all.flatMap((round) => round.times),
        share
      )
    );
    return {
      work: `${work} p${share * 100}, ${connections} connections`,
      ours: milliseconds(own ?? NaN),
      against: `bare ${milliseconds(other ?? NaN)}`,
      ratio: (own ?? NaN) / (other ?? NaN),
      goal: '',
      isMet: null,
    };
  };
  return [
    {
      work: `${work}, requests per second`,
      ours: median(ownRounds).toFixed(0),
      against: `bare ${median(bareRounds).toFixed(0)}`,
      ratio,
      goal: `≥ ${goal}`,
      isMet: ratio >= goal,
    },
    times(0.5),
    times(0.99),
  ];
}

/** The first page of a list and its page 900, requested alternately by one caller. */
async function compareDepth(ours: Running, token: string, list: string): Promise<Measure> {
  const page = (offset: number) => (): Request => ({
    method: 'GET',
    path: `/api/v1/${list}?limit=100&offset=${offset}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const [first, deep]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const given = { count: 20, connections: 1 };
    first.push(...(await load(ours.port, page(0), given)).times);
    deep.push(...(await load(ours.port, page(89_900), given)).times);
  }
  const [near, far] = [percentile(first, 0.5), percentile(deep, 0.5)];
  return {
    work: `GET /api/v1/${list}, page 900 p50`,
    ours: milliseconds(far),
    against: `page 1 ${milliseconds(near)}`,
    ratio: far / near,
    goal: `≤ ${mostForDepth}`,
    isMet: far / near <= mostForDepth,
  };
}

type Feed = { data: { cursor: string; more: boolean } };

/** A poll with nothing new, answered from memory, and the same one read from the database. */
async function compareIdle(ours: Running, token: string): Promise<Measure> {
  const headers = { authorization: `Bearer ${token}` };
  const path = (cursor: string) => `/api/v1/changes?limit=1000&cursor=${cursor}`;
  let url = '/api/v1/changes?limit=1000';
  for (let more = true; more;) {
    const page = (await (await fetch(`http://127.0.0.1:${ours.port}${url}`, { headers })).json()) as Feed;
    ({ more } = page.data);
    url = path(page.data.cursor);
  }
  const cursor = new URL(url, 'http://localhost').searchParams.get('cursor') ?? '';
  // The same position in another notation is not the stored one.
  const other = Buffer.from(`${Buffer.from(cursor, 'base64url').toString()} `).toString('base64url');
  const [memory, database]: [number[], number[]] = [[], []];
  const given = { count: 1_000, connections };
  for (let round = 0; round <= rounds; round += 1) {
    const polls = (text: string) => () => ({ method: 'GET' as const, path: path(text), headers });
    const read = await load(ours.port, polls(other), given);
    const known = await load(ours.port, polls(cursor), given);
    // The first round warms up.
    if (round === 0) continue;
    database.push(read.perSecond);
    memory.push(known.perSecond);
  }
  const ratio = percentile(
    memory.map((perSecond, round) => perSecond / (database[round] ?? NaN)),
    0.5
  );
  return {
    work: 'GET /api/v1/changes with nothing new, requests per second',
    ours: percentile(memory, 0.5).toFixed(0),
    against: `read from the database ${percentile(database, 0.5).toFixed(0)}`,
    ratio,
    goal: `≥ ${goalForIdle}`,
    isMet: ratio >= goalForIdle,
  };
}

/** Measures the service and the baseline under load on the same rows, and prints one table. */
export async function benchService(names: readonly string[]): Promise<boolean> {
  console.error(`filling a database: ${size.contacts} contacts, ${size.bundles} bundles …`);
  const filled = await fillDatabase(size);
  const measures: Measure[] = [];
  const running: Running[] = [];
  try {
    const ours = await startProcess('ours', filled);
    running.push(ours);
    const bare = await startProcess('bare', filled);
    running.push(bare);
    const cases = casesOf(filled);
    const all = [...Object.keys(cases), 'depth', 'idle'];
    for (const name of names.length > 0 ? names : all) {
      console.error(`${name} …`);
      const chosen = cases[name];
      if (chosen) measures.push(...(await compare(ours, bare, chosen)));
      else if (name === 'depth') {
        for (const list of ['transaction_bundles', 'contacts']) {
          measures.push(await compareDepth(ours, filled.token, list));
        }
      } else if (name === 'idle') measures.push(await compareIdle(ours, filled.token));
      else {
        console.error(`There is no case "${name}". The cases are: ${all.join(', ')}.`);
        return false;
      }
    }
  } finally {
    await Promise.all(running.map(stopProcess));
    await filled.drop();
  }
  printTable(measures);
  return measures.every((measure) => measure.isMet !== false);
}
