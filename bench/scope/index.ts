import pg from 'pg';

import { type TestService, type TestSpace, runSql, startTestService } from '../../__tests__/server/harness';
import { milliseconds, percentile, printTable, timed, type Measure } from '../measure';
import { addBundles } from '../service/filled';
import { createAction } from '../turf/spaces';

const size = { contacts: 50_000, gifts: 50_000, turf: 2_000, people: 5_000, team: 500 };
const rounds = 15;
const longestMs = 300;
const names = ['volunteer', 'leader', 'manager'] as const;
type Name = (typeof names)[number];

const median = (times: readonly number[]) => percentile(times, 0.5);

/**
 * A space of one size: the volunteer has a turf, and 1,000 gifts; the leader the gifts of a team, which are half of all; the
 * manager everything.
 */
async function fill(service: TestService): Promise<TestSpace> {
  const space = await service.createSpace({ contacts: size.contacts, visibility: 'assigned' });
  const { groupId, userIds, teamId, roles } = space;
  const sql = (text: string, values: unknown[]) => runSql(service.connectionString, text, values);
  const { rows: streets } = await sql(
    `SELECT street, city FROM (
       SELECT address ->> 'street' AS street, address ->> 'city' AS city, count(*) AS people,
         sum(count(*)) OVER (ORDER BY count(*) DESC, address ->> 'street', address ->> 'city') AS so_far
       FROM contacts WHERE group_id = $1 AND address ->> 'street' <> '' GROUP BY 2, 1
     ) AS streets WHERE so_far - people < $2`,
    [groupId, size.turf]
  );
  await createAction({ service, space }, { address_included: JSON.stringify(streets) });
  await sql('INSERT INTO action_teams SELECT group_id, id, $2 FROM actions WHERE group_id = $1', [
    groupId,
    teamId,
  ]);
  await sql(
    `WITH added AS (
       INSERT INTO users (mail, firstname, surname, group_id, sort_key)
       SELECT 'person.' || n || '@example.org', 'Person', 'Number ' || n, $1, 'number ' || n
       FROM generate_series(1, $3::int) AS n RETURNING id
     ), members AS (
       INSERT INTO space_users (group_id, user_id, role_id) SELECT $1, id, $2 FROM added RETURNING user_id
     )
     SELECT count(*) FROM members`,
    [groupId, roles.user, size.people]
  );
  await sql(
    `INSERT INTO team_users SELECT $1, $2, user_id, false, 9 FROM space_users
     WHERE group_id = $1 AND user_id > $3 ORDER BY user_id LIMIT $4`,
    [groupId, teamId, Math.max(...Object.values(userIds)), size.team]
  );
  const client = new pg.Client({ connectionString: service.connectionString });
  await client.connect();
  const { rows: members } = await sql(
    'SELECT user_id FROM team_users WHERE group_id = $1 AND team_id = $2 AND user_id <> ALL ($3) ORDER BY user_id LIMIT 1',
    [groupId, teamId, Object.values(userIds)]
  );
  await addBundles(client, groupId, userIds.volunteer, 1_000);
  await addBundles(client, groupId, Number(members[0].user_id), size.gifts / 2 - 1_000);
  await addBundles(client, groupId, userIds.manager, size.gifts / 2);
  await client.query('VACUUM ANALYZE');
  await client.end();
  await service.untilShown();
  return space;
}

/** The first page of a list for each role, in turn. */
async function measureList(service: TestService, { tokens }: TestSpace, list: string): Promise<Measure[]> {
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  const totals = new Map<Name, number>();
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names) {
      const time = await timed(async () => {
        const { body } = await service.call(tokens[name], 'GET', list);
        totals.set(name, body.total ?? body.data.count);
      });
      // The first round warms up.
      if (round > 0) times.get(name)?.push(time);
    }
  const all = median(times.get('manager') ?? []);
  return names.map((name) => {
    const own = median(times.get(name) ?? []);
    return {
      work: `GET ${list}, ${name}, ${totals.get(name)} in all`,
      ours: milliseconds(own),
      against: `manager ${milliseconds(all)}`,
      ratio: own / all,
      goal: `≤ ${longestMs} ms`,
      isMet: own <= longestMs,
    };
  });
}

type Page = { changes: { kind: string; record?: object }[]; more: boolean; cursor: string };

/** What a contact of a turf takes on the wire, in the pages of a first download that have contacts only. */
async function measureBytes(service: TestService, { tokens }: TestSpace): Promise<Measure[]> {
  const sums = { contacts: 0, plain: 0, br: 0, gzip: 0 };
  for (let cursor = '', more = true; more;) {
    const url = `/api/v1/changes?limit=1000${cursor && `&cursor=${cursor}`}`;
    const sizeOf = async (encoding: string) => {
      const headers = { authorization: `Bearer ${tokens.volunteer}`, 'accept-encoding': encoding };
      return (await service.app.inject({ method: 'GET', url, headers })).rawPayload;
    };
    const plain = await sizeOf('identity');
    const page = (JSON.parse(plain.toString()) as { data: Page }).data;
    ({ cursor, more } = page);
    if (page.changes.length < 1_000 || page.changes.some(({ kind }) => kind !== 'contact')) continue;
    sums.contacts += page.changes.length;
    sums.plain += plain.length;
    sums.br += (await sizeOf('br')).length;
    sums.gzip += (await sizeOf('gzip')).length;
  }
  return (['br', 'gzip'] as const).map((encoding) => ({
    work: `a contact in a page of the feed, ${encoding}, ${sums.contacts} contacts`,
    ours: `${Math.round(sums[encoding] / sums.contacts)} bytes`,
    against: `not compressed ${Math.round(sums.plain / sums.contacts)} bytes`,
    ratio: sums[encoding] / sums.plain,
    goal: '',
    isMet: null,
  }));
}

/** A poll with nothing new for each role, answered from memory, and the same one read from the database. */
async function measurePoll(service: TestService, { tokens }: TestSpace, name: Name): Promise<Measure> {
  let cursor = '';
  for (let more = true; more;) {
    const path: string = `/v1/changes?limit=1000${cursor && `&cursor=${cursor}`}`;
    ({ cursor, more } = (await service.call(tokens[name], 'GET', path)).body.data as Page);
  }
  // The same position in another notation is not the stored one.
  const other = Buffer.from(`${Buffer.from(cursor, 'base64url').toString()} `).toString('base64url');
  const poll = (text: string) => service.call(tokens[name], 'GET', `/v1/changes?limit=1000&cursor=${text}`);
  const [memory, database]: [number[], number[]] = [[], []];
  for (let round = 0; round < 10 * rounds; round += 1) {
    database.push(await timed(() => poll(other)));
    // The other one has stored its own end.
    await poll(cursor);
    memory.push(await timed(() => poll(cursor)));
  }
  const [known, read] = [median(memory), median(database)];
  return {
    work: `poll with nothing new, ${name}, one at a time`,
    ours: milliseconds(known),
    against: `read from the database ${milliseconds(read)}`,
    ratio: read / known,
    goal: '',
    isMet: null,
  };
}

/** Measures what each role reads first. */
export async function benchScope(): Promise<boolean> {
  const service = await startTestService();
  const measures: Measure[] = [];
  try {
    console.error(`filling a space: ${size.contacts} contacts, ${size.gifts} gifts …`);
    const space = await fill(service);
    for (const list of ['transaction_bundles?limit=100', 'contacts?limit=100'])
      measures.push(...(await measureList(service, space, `/v1/${list}`)));
    measures.push(...(await measureList(service, space, '/users?limit=100')));
    measures.push(...(await measureBytes(service, space)));
    for (const name of names) measures.push(await measurePoll(service, space, name));
  } finally {
    await service.close();
  }
  printTable(measures);
  return measures.every((measure) => measure.isMet !== false);
}
