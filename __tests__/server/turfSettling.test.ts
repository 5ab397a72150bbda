import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { settleTurfs } from '../../server/store/turf';
import { type TestService, runSql, startTestService } from './harness';
import { square } from './scopeSamples';

describe('settling a turf', () => {
  let service: TestService;

  // One connection: what it has read is counted when it says so.
  before(async () => (service = await startTestService({ connections: 1 })));
  after(() => service.close());

  async function countPages(): Promise<number> {
    const ask = async (text: string) =>
      service.database.asOwner(async ({ $client: client }) => (await client.query(text)).rows[0]);
    await ask('SELECT pg_stat_force_next_flush()');
    const { pages } = await ask(
      'SELECT sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::int AS pages FROM pg_statio_user_tables'
    );
    return pages;
  }

  const street = { street: 'Rue Longue', city: 'Lyon' };
  const turfs: [string, (contacts: number) => { scope: object; addresses?: object[] }][] = [
    ['of an area', () => ({ scope: { polygon: square(10) } })],
    ['of a street', () => ({ scope: { address_included: JSON.stringify([street]) } })],
    [
      'of doors',
      (contacts) => ({
        scope: {},
        addresses: Array.from({ length: contacts }, (_, n) => ({ ...street, house_number: `${n}` })),
      }),
    ],
  ];
  for (const [name, turfOf] of turfs)
    it(`${name} grows with the number of contacts, not with its square`, async () => {
      const { groupId } = await service.createSpace({ contacts: 0 });
      const pages: number[] = [];
      let contacts = 0;
      for (const wanted of [10, 1_000, 8_000]) {
        await runSql(
          service.connectionString,
          `INSERT INTO contacts (group_id, address) SELECT $1, $2::jsonb || jsonb_build_object('house_number', n::text)
           FROM generate_series($3::int, $4::int - 1) AS n`,
          [groupId, JSON.stringify({ ...street, latitude: '50', longitude: '10' }), contacts, wanted]
        );
        contacts = wanted;
        const { scope, addresses = [] } = turfOf(contacts);
        const { rows } = await runSql(
          service.connectionString,
          "INSERT INTO actions (group_id, name, scope, addresses) VALUES ($1, 'Turf', $2, $3) RETURNING id",
          [groupId, JSON.stringify(scope), JSON.stringify(addresses)]
        );
        // A plan that PostgreSQL makes for a short log has to serve a long one too.
        if (contacts === 10) await runSql(service.connectionString, 'ANALYZE');
        const before = await countPages();
        await settleTurfs(service.database);
        pages.push((await countPages()) - before);
        const inside = await runSql(
          service.connectionString,
          "SELECT id FROM change_log WHERE bucket = $1 AND kind = 'contact' AND NOT deleted",
          [`action:${rows[0].id}`]
        );
        assert.equal(inside.rows.length, contacts);
      }
      const [, few = 0, many = 0] = pages;
      // Eight times as many contacts. A second pass, or deeper indexes, may add to it.
      assert.ok(many < 20 * few, `${many} pages instead of ${few}`);
    });
});
