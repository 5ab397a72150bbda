import { type TestService, type TestSpace, runSql } from '../../__tests__/server/harness';
import { settleTurfs } from '../../server/store/turf';

const PART = 20_000;
const peoplePerStreet = 200;

/** A space in a database of its own: the service of a small organisation has nobody else's contacts. */
export type Place = { service: TestService; space: TestSpace };

/** A space with contacts in streets of 200 people each, and no action yet. */
export async function createSpaceOf(service: TestService, contacts: number): Promise<TestSpace> {
  const space = await service.createSpace({ contacts: 1, visibility: 'assigned' });
  await addContacts(service.connectionString, space.groupId, contacts);
  return space;
}

/** Inserts contacts in streets of 200 people each, by SQL. */
export async function addContacts(
  connectionString: string,
  groupId: number,
  contacts: number
): Promise<void> {
  for (let from = 0; from < contacts; from += PART)
    await runSql(
      connectionString,
      `INSERT INTO contacts (group_id, firstname, surname, mail, address, sort_key, words)
       SELECT $1::bigint, 'Person', 'Number ' || n, 'person.' || n || '@example.org',
         jsonb_build_object('house_number', (n % ${peoplePerStreet} + 1)::text, 'street', 'Street ' || n / ${peoplePerStreet},
           'city', 'Valorme', 'latitude', (45 + n % 1000 / 1000.0)::text, 'longitude', (4 + n / 1000 / 1000.0)::text),
         'number ' || n, array_to_tsvector(ARRAY[$1::bigint || '/number', $1::bigint || '/' || n])
       FROM generate_series($2::int, $3::int - 1) AS n`,
      [groupId, from, Math.min(contacts, from + PART)]
    );
}

/** Streets of `createSpaceOf`, as the scope of an action. */
export const streetsOf = (first: number, people: number): object => ({
  address_included: JSON.stringify(
    Array.from({ length: people / peoplePerStreet }, (_, index) => ({
      street: `Street ${first + index}`,
      city: 'Valorme',
    }))
  ),
});

export async function createAction({ service, space }: Place, scope: object): Promise<void> {
  const { groupId, userIds } = space;
  const { rows } = await runSql<{ id: string }>(
    service.connectionString,
    `INSERT INTO actions (group_id, name, scope, addresses, state) VALUES ($1, 'Turf', $2, '[]', 'published') RETURNING id`,
    [groupId, JSON.stringify(scope)]
  );
  const id = Number(rows[0]?.id);
  await runSql(service.connectionString, 'INSERT INTO action_users VALUES ($1, $2, $3)', [
    groupId,
    id,
    userIds.volunteer,
  ]);
  await settleTurfs(service.database);
}

/** Actions with a street each that nobody of the measurement lives in. Their turf is written as the service would settle it. */
export async function addActions({ service, space }: Place, count: number): Promise<void> {
  const run = (text: string, values: unknown[]) => runSql(service.connectionString, text, values);
  await run(
    `WITH added AS (
       INSERT INTO actions (group_id, name, scope, addresses, state)
       SELECT $1, 'Other ' || n, '{}', '[]', 'published' FROM generate_series(1, $2::int) AS n RETURNING group_id, id
     )
     INSERT INTO action_places (group_id, action_id, excluded, kind, place, side)
     SELECT group_id, id, false, 'street', doorstep_street('Lane ' || id, 'Valorme'), 'all' FROM added`,
    [space.groupId, count]
  );
  await run('DELETE FROM turf_queue WHERE group_id = $1', [space.groupId]);
  await run('ANALYZE', []);
}
