/** Organisations with a turf each and many signed-in volunteers. */
import { runSql, startTestService } from '../../__tests__/server/harness';
import { createTestDatabase } from '../../__tests__/support/postgres';
import { settleTurfs } from '../../server/store/turf';

export type VirtualPhone = { token: string; userId: number; spaceId: number; contactId: number };

export type World = { connectionString: string; phones: VirtualPhone[]; drop: () => Promise<void> };

const turf = 2_000;
const perStreet = 200;

/** The phones belong to as many devices of the volunteers; each volunteer has the turf of the organisation. */
export async function createWorld(given: { organisations: number; phonesEach: number }): Promise<World> {
  const { connectionString, drop } = await createTestDatabase();
  const service = await startTestService({ connectionString });
  const run = <Row extends object>(text: string, values: unknown[]) =>
    runSql<Row>(connectionString, text, values);
  const phones: VirtualPhone[] = [];
  for (let index = 0; index < given.organisations; index += 1) {
    const { groupId, userIds } = await service.createSpace({ contacts: 1, visibility: 'assigned' });
    await run(
      `INSERT INTO contacts (group_id, firstname, surname, mail, address, sort_key, words)
       SELECT $1::bigint, 'Person', 'Number ' || n, 'person.' || n || '@example.org',
         jsonb_build_object('house_number', (n % $3 + 1)::text, 'street', 'Street ' || n / $3::int, 'city', 'Valorme'),
         'number ' || n, array_to_tsvector(ARRAY[$1::bigint || '/number', $1::bigint || '/' || n])
       FROM generate_series(0, $2::int - 1) AS n`,
      [groupId, turf, perStreet]
    );
    const streets = Array.from({ length: turf / perStreet }, (_, n) => ({
      street: `Street ${n}`,
      city: 'Valorme',
    }));
    const scope = JSON.stringify({ address_included: JSON.stringify(streets) });
    const action = await run<{ id: string }>(
      `INSERT INTO actions (group_id, name, scope, addresses, state) VALUES ($1, 'Turf', $2, '[]', 'published') RETURNING id`,
      [groupId, scope]
    );
    const people = [userIds.volunteer, userIds.newcomer, userIds.leader];
    for (const id of people)
      await run('INSERT INTO action_users VALUES ($1, $2, $3)', [groupId, action.rows[0]?.id, id]);
    const contact = await run<{ id: string }>('SELECT max(id) AS id FROM contacts WHERE group_id = $1', [
      groupId,
    ]);
    for (let phone = 0; phone < given.phonesEach; phone += 1) {
      const userId = people[phone % people.length] ?? 0;
      phones.push({
        token: await service.createTokenFor(userId, groupId),
        userId,
        spaceId: groupId,
        contactId: Number(contact.rows[0]?.id),
      });
    }
  }
  await settleTurfs(service.database);
  await run('VACUUM ANALYZE', []);
  await service.close();
  return { connectionString, phones, drop };
}
