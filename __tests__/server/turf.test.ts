import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import pg from 'pg';

import type { Database } from '../../server/store/database';
import { settleTurfs } from '../../server/store/turf';
import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';
import { readFeed } from './feedReader';
import { visitOf } from './visitSamples';

/** A square of the map around a point, as GeoJSON. */
const square = (longitude: number, latitude: number, half = 0.5) =>
  JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [longitude - half, latitude - half],
        [longitude + half, latitude - half],
        [longitude + half, latitude + half],
        [longitude - half, latitude + half],
        [longitude - half, latitude - half],
      ],
    ],
  });

describe('the turf of an action', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => (service = await startTestService()));
  after(() => service.close());

  const sql = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);

  async function move(contactId: number, address: object): Promise<void> {
    await sql('UPDATE contacts SET address = $2 WHERE id = $1', [contactId, JSON.stringify(address)]);
  }

  async function createAction(scope: object, more: { addresses?: object[]; state?: string } = {}) {
    const { rows } = await sql(
      'INSERT INTO actions (group_id, name, scope, addresses, state) VALUES ($1, $2, $3, $4, $5) RETURNING id',
      [
        space.groupId,
        'Turf',
        JSON.stringify(scope),
        JSON.stringify(more.addresses ?? []),
        more.state ?? 'published',
      ]
    );
    return Number(rows[0].id);
  }

  /** The contacts in the bucket of an action, by the place in the list of the space. */
  async function inside(actionId: number): Promise<number[]> {
    await service.untilShown();
    const { rows } = await sql(
      "SELECT id FROM change_log WHERE group_id = $1 AND bucket = $2 AND kind = 'contact' AND NOT deleted ORDER BY id",
      [space.groupId, `action:${actionId}`]
    );
    return rows.map(({ id }) => space.contactIds.indexOf(Number(id)));
  }

  const at = (longitude: number, latitude: number) => ({
    latitude: String(latitude),
    longitude: String(longitude),
  });
  const door = (house_number: string, street: string, city = 'Lyon') => ({ house_number, street, city });

  before(async () => {
    space = await service.createSpace({ contacts: 10, visibility: 'assigned' });
    const [a, b, c, d, e, f, g, h, i, j] = space.contactIds as number[];
    await move(a ?? 0, at(10, 50));
    await move(b ?? 0, at(10.3, 50.3));
    await move(c ?? 0, at(12, 50));
    await move(d ?? 0, { ...at(0, 0), ...door('3', 'Rue Élan') });
    await move(e ?? 0, door('4 bis', 'rue elan', 'LYON'));
    await move(f ?? 0, door('15', 'RUE  ÉLAN'));
    await move(g ?? 0, door('4', 'Rue Élan', 'Paris'));
    await move(h ?? 0, { ...at(10.1, 50.1), ...door('7', 'Quai') });
    await move(i ?? 0, { pollingstation: 'Bureau 12' });
    await sql('UPDATE contacts SET address = NULL WHERE id = $1', [j]);
  });

  it('contains the contacts of its areas without those that are cut out', async () => {
    const action = await createAction({ polygon: square(10, 50), not_polygon: square(10.3, 50.3, 0.05) });
    assert.deepEqual(await inside(action), [0, 7]);
    const rings = [square(10, 50), square(10.3, 50.3, 0.05)].map((text) => JSON.parse(text).coordinates[0]);
    const holed = await createAction({ polygon: JSON.stringify({ type: 'Polygon', coordinates: rings }) });
    assert.deepEqual(await inside(holed), [0, 7]);
  });

  it('contains streets with their numbers and sides, for contacts without coordinates', async () => {
    const street = { street: 'Rue Élan', city: 'Lyon' };
    const all = await createAction({ address_included: JSON.stringify([{ ...street }]) });
    assert.deepEqual(await inside(all), [3, 4, 5]);
    const even = await createAction({ address_included: JSON.stringify([{ ...street, side: 'even' }]) });
    assert.deepEqual(await inside(even), [4]);
    const low = await createAction({
      address_included: JSON.stringify([{ ...street, from: 1, to: 9, side: 'all' }]),
    });
    assert.deepEqual(await inside(low), [3, 4]);
    const picks = [
      { from: 3, to: 3 },
      { from: 20, to: 10 },
      { from: 14, to: null, side: 'odd' },
    ];
    const some = await createAction({
      address_included: JSON.stringify(picks.map((pick) => ({ ...street, ...pick }))),
    });
    assert.deepEqual(await inside(some), [3, 5]);
    const none = await createAction({
      address_included: JSON.stringify([{ ...street, from: 20, to: 10 }]),
    });
    assert.deepEqual(await inside(none), []);
  });

  it('is without excluded addresses and polling stations, and with included ones', async () => {
    const excluded = await createAction({
      polygon: square(10, 50),
      address_excluded: JSON.stringify([{ street: 'Quai', city: 'Lyon', from: 7, to: 7, side: 'all' }]),
    });
    assert.deepEqual(await inside(excluded), [0, 1]);
    const station = await createAction({ polling_station_included: '["bureau 12"]' });
    assert.deepEqual(await inside(station), [8]);
    const without = await createAction({
      polling_station_included: '["bureau 12"]',
      polling_station_excluded: '["Bureau 12"]',
    });
    assert.deepEqual(await inside(without), []);
  });

  it('is its list of doors if it defines nothing else', async () => {
    const action = await createAction(
      { polygon: '', address_included: '[]' },
      { addresses: [{ housenumber: 15, street: 'rue Élan', city: 'Lyon' }] }
    );
    assert.deepEqual(await inside(action), [5]);
    const written = (house_number: string) =>
      createAction({}, { addresses: [{ house_number, street: 'rue Élan', city: 'Lyon' }] });
    assert.deepEqual(await inside(await written('n°15')), [5]);
    assert.deepEqual(await inside(await written('12345678901')), []);
  });

  it('is empty without anything that can be read, and an area that crosses itself has its loops', async () => {
    const nothing = {
      polygon: 'nonsense',
      address_included: '[{"city":"Lyon"}]',
      polling_station_included: '{',
    };
    assert.deepEqual(await inside(await createAction(nothing)), []);
    const bow = {
      type: 'Polygon',
      coordinates: [
        [
          [10.25, 50.28],
          [10.45, 50.32],
          [10.45, 50.28],
          [10.25, 50.32],
        ],
      ],
    };
    assert.deepEqual(await inside(await createAction({ polygon: JSON.stringify(bow) })), [1]);
  });

  it('follows a contact that moves, and an area, a list and a state that change', async () => {
    const action = await createAction({ polygon: square(20, 20) });
    assert.deepEqual(await inside(action), []);
    await move(space.contactIds[2] ?? 0, at(20, 20));
    assert.deepEqual(await inside(action), [2]);
    await move(space.contactIds[2] ?? 0, at(12, 50));
    assert.deepEqual(await inside(action), []);
    await sql('UPDATE actions SET scope = $2 WHERE id = $1', [
      action,
      JSON.stringify({ polygon: square(12, 50) }),
    ]);
    assert.deepEqual(await inside(action), [2]);
    await sql("UPDATE actions SET state = 'archived' WHERE id = $1", [action]);
    assert.deepEqual(await inside(action), []);
    await sql("UPDATE actions SET state = 'published' WHERE id = $1", [action]);
    assert.deepEqual(await inside(action), [2]);
  });

  it('misses no contact that moves while the area changes', async () => {
    const action = await createAction({ polygon: square(30, 30) });
    await service.untilShown();
    const moved = space.contactIds[9] ?? 0;
    await service.database.asOwner(async ({ $client: client }) => {
      await client.query('UPDATE contacts SET address = $2 WHERE id = $1', [
        moved,
        JSON.stringify(at(35, 35)),
      ]);
      // The contact does not see the new area, and the area does not see the contact.
      await sql('UPDATE actions SET scope = $2 WHERE id = $1', [
        action,
        JSON.stringify({ polygon: square(35, 35) }),
      ]);
      await settleTurfs(service.database);
    });
    for (let round = 0; (await inside(action)).length === 0 && round < 600; round += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(await inside(action), [9]);
  });

  it('waits for no transaction of another database, and for none of another space', async () => {
    const other = await service.createSpace({ contacts: 1 });
    const address = new URL(service.connectionString);
    address.pathname = '/postgres';
    const [stranger, importer] = [address.toString(), service.connectionString].map(
      (connectionString) => new pg.Client({ connectionString })
    );
    assert.ok(stranger && importer);
    await Promise.all([stranger.connect(), importer.connect()]);
    try {
      await stranger.query('BEGIN');
      await stranger.query('SELECT pg_current_xact_id()');
      await importer.query('BEGIN');
      await importer.query('UPDATE contacts SET address = $2 WHERE id = $1', [
        other.contactIds[0],
        JSON.stringify(at(33, 33)),
      ]);
      const action = await createAction({ polygon: square(10, 50) });
      await settleTurfs(service.database);
      assert.deepEqual((await sql('SELECT FROM turf_queue WHERE action_id = $1', [action])).rows, []);
    } finally {
      await Promise.all([stranger.end(), importer.end()]);
    }
  });

  it('is settled later if the service stops meanwhile', async () => {
    const { groupId } = await service.createSpace({ contacts: 0 });
    const address = JSON.stringify(at(50, 20));
    await sql('INSERT INTO contacts (group_id, address) SELECT $1, $2 FROM generate_series(1, 1200)', [
      groupId,
      address,
    ]);
    const { rows } = await sql(
      "INSERT INTO actions (group_id, name, scope) VALUES ($1, 'Stopped', $2) RETURNING id",
      [groupId, JSON.stringify({ polygon: square(50, 20) })]
    );
    const countInside = async () => {
      const text = "SELECT id FROM change_log WHERE bucket = $1 AND kind = 'contact'";
      return (await sql(text, [`action:${rows[0].id}`])).rows.length;
    };
    const stopping = new AbortController();
    const asOwner: Database['asOwner'] = async (work) => {
      const result = await service.database.asOwner(work);
      if ((await countInside()) > 0) stopping.abort();
      return result;
    };
    await settleTurfs({ ...service.database, asOwner }, stopping.signal);
    await service.untilShown();
    assert.equal(await countInside(), 1_200);
  });

  it('of one action that cannot be settled keeps no other one waiting, and is named', async () => {
    await sql("ALTER TABLE action_places ADD CONSTRAINT broken CHECK (place NOT LIKE '%broken%') NOT VALID");
    const streets = (street: string) => ({ address_included: JSON.stringify([{ street, city: 'Lyon' }]) });
    const broken = await createAction(streets('Rue Broken'));
    const later = await createAction(streets('Rue Élan'));
    await assert.rejects(
      async () => {
        for (;;) await settleTurfs(service.database);
      },
      new RegExp(`action ${broken} of space`)
    );
    await sql('ALTER TABLE action_places DROP CONSTRAINT broken');
    assert.deepEqual(await inside(later), [3, 4, 5]);
  });

  it('blocks no other write while ten thousand contacts move into it', async () => {
    await sql(
      `INSERT INTO contacts (group_id, firstname, address)
       SELECT $1, 'Many', jsonb_build_object('latitude', '40.1', 'longitude', '40.1') FROM generate_series(1, 10000)`,
      [space.groupId]
    );
    const action = await createAction({ polygon: square(40, 40) });
    const settling = service.untilShown();
    let writes = 0;
    let isSettled = false;
    void settling.then(() => (isSettled = true));
    // A write that waited for the entire turf would run into this limit.
    while (!isSettled) {
      await service.database.asOwner(async ({ $client: client }) => {
        await client.query("SELECT set_config('lock_timeout', '5s', true)");
        await client.query('UPDATE contacts SET firstname = $2 WHERE id = $1', [
          space.contactIds[writes % 10],
          `Edited ${writes}`,
        ]);
      });
      writes += 1;
    }
    assert.ok(writes > 0);
    const { rows } = await sql(
      "SELECT count(*)::int AS count, count(DISTINCT number)::int AS parts FROM change_log WHERE bucket = $1 AND kind = 'contact'",
      [`action:${action}`]
    );
    assert.equal(rows[0].count, 10_000);
    assert.ok(rows[0].parts >= 10, `${rows[0].parts} transactions`);
  });

  it('enters and leaves the phone of a volunteer as changes of the bucket', async () => {
    const { tokens, userIds, groupId, contactIds } = await service.createSpace({
      contacts: 3,
      visibility: 'assigned',
    });
    await move(contactIds[0] ?? 0, at(60, 60));
    const { rows } = await sql(
      "INSERT INTO actions (group_id, name, scope) VALUES ($1, 'Field', $2) RETURNING id",
      [groupId, JSON.stringify({ polygon: square(60, 60) })]
    );
    const action = Number(rows[0].id);
    const bucket = `action:${action}`;
    const first = await readFeed(service, tokens.volunteer);
    assert.equal(first.buckets.includes(bucket), false);
    await sql('INSERT INTO action_users VALUES ($1, $2, $3)', [groupId, action, userIds.volunteer]);
    const joined = await readFeed(service, tokens.volunteer, first.cursor);
    assert.deepEqual(joined.restarted, [bucket]);
    assert.deepEqual(
      joined.changes.filter(({ kind }) => kind === 'contact').map(({ bucket: of, id }) => [of, id]),
      [[bucket, contactIds[0]]]
    );
    await move(contactIds[0] ?? 0, at(0, 80));
    await move(contactIds[1] ?? 0, at(60, 60));
    const moved = await readFeed(service, tokens.volunteer, joined.cursor);
    assert.deepEqual(
      moved.changes.map(({ kind, id, deleted }) => [kind, id, deleted]),
      [
        ['contact', contactIds[0], true],
        ['contact', contactIds[1], undefined],
      ]
    );
    await sql("UPDATE actions SET ends_at = now() - interval '2 days' WHERE id = $1", [action]);
    const ended = await readFeed(service, tokens.volunteer, moved.cursor);
    assert.equal(ended.buckets.includes(bucket), false);
    assert.equal((await service.call(tokens.volunteer, 'GET', `/v1/contacts/${contactIds[1]}`)).status, 404);

    // A record about somebody who left the scope is accepted.
    const other = { ...space, contactIds: [contactIds[1] ?? 0] };
    const bundle = await service.call(tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(other),
    });
    assert.equal(bundle.status, 200);
    const recorded = await readFeed(service, tokens.volunteer, ended.cursor);
    assert.deepEqual(
      recorded.changes.map(({ bucket: of, kind, id }) => [of, kind, id]),
      [
        [`user:${userIds.volunteer}`, 'contact', contactIds[1]],
        [`user:${userIds.volunteer}`, 'transaction_bundle', bundle.body.data.id],
      ]
    );
    const visit = await service.call(tokens.volunteer, 'POST', '/v1/visits', {
      body: visitOf(action, { contact_id: contactIds[2] }),
    });
    assert.equal(visit.status, 200);
  });
});
