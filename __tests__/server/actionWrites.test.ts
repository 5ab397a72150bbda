import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { sql } from 'drizzle-orm';

import { hashToken } from '../../server/auth/tokens';
import { type TestService, type TestSpace, startTestService } from './harness';

const square = (size: number) =>
  JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [4.8, 45.7],
        [4.8 + size, 45.7],
        [4.8 + size, 45.7 + size],
        [4.8, 45.7 + size],
        [4.8, 45.7],
      ],
    ],
  });
const circle = (corners: number) => {
  const turn = (place: number) => (place * 2 * Math.PI) / corners;
  const ring = Array.from({ length: corners }, (_, place) => [Math.cos(turn(place)), Math.sin(turn(place))]);
  return JSON.stringify({ type: 'Polygon', coordinates: [[...ring, ring[0]]] });
};

const bowTie = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [4.8, 45.7],
      [4.9, 45.8],
      [4.9, 45.7],
      [4.8, 45.8],
      [4.8, 45.7],
    ],
  ],
});

describe('a planned action', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
    await service.database.asOwner(({ $client: client }) =>
      client.query(
        `INSERT INTO contacts (group_id, firstname, address) SELECT $1, 'Resident ' || n, jsonb_build_object(
          'house_number', n::text || CASE WHEN n = 3 THEN ' bis' ELSE '' END, 'street', 'Rue Neuve', 'city', 'Lyon',
          'latitude', (45.7 + n * 0.001)::text, 'longitude', '4.801') FROM generate_series(1, 6) AS n`,
        [space.groupId]
      )
    );
  });
  after(() => service.close());

  const plan = (action: object, headers: Record<string, string> = {}) =>
    service.call(space.tokens.manager, 'POST', '/actions', { body: { data: { action } }, headers });
  const change = (id: number, action: object, headers: Record<string, string> = {}) =>
    service.call(space.tokens.manager, 'PATCH', `/actions/${id}`, { body: { data: { action } }, headers });
  const namesFor = async (token: string): Promise<string[]> => {
    const { body } = await service.call(token, 'GET', '/actions');
    return body.data.ActionsAggreg.map(({ Action }: { Action: { name: string } }) => Action.name);
  };
  const changeOf = async (token: string, id: number) => {
    await service.untilShown();
    const { body } = await service.call(token, 'GET', '/v1/changes?limit=1000');
    return body.data.changes.find(
      (entry: { kind: string; id: number }) => entry.kind === 'action' && entry.id === id
    );
  };

  it('is a draft that volunteers see once it is published, and no more when it is archived', async () => {
    const { body } = await plan({ name: 'Secret plan' });
    const { id, state } = body.data.Action;
    assert.equal(state, 'draft');
    assert.deepEqual(
      [await namesFor(space.tokens.volunteer), await namesFor(space.tokens.manager)],
      [[], ['Secret plan']]
    );
    assert.equal((await service.call(space.tokens.volunteer, 'GET', `/actions/${id}`)).status, 404);
    assert.equal((await changeOf(space.tokens.volunteer, id)).deleted, true);

    await change(id, { state: 'published' });
    assert.deepEqual(await namesFor(space.tokens.volunteer), ['Secret plan']);
    assert.equal((await changeOf(space.tokens.volunteer, id)).record.Action.name, 'Secret plan');

    await change(id, { state: 'archived' });
    assert.deepEqual(await namesFor(space.tokens.volunteer), []);
    assert.equal((await changeOf(space.tokens.volunteer, id)).deleted, true);
  });

  it('has every field that the form has', async () => {
    const content = {
      name: 'Doors',
      pitch: 'Every door.',
      link: 'https://example.org/a',
      registration_link: 'https://example.org/b',
      start: '2026-03-01T08:00:00.000Z',
      end: '2026-03-31T18:00:00.000Z',
      goal: 200,
      goal_forms: 20,
      public: true,
      state: 'published',
    };
    const { body } = await plan({
      ...content,
      users: [{ id: space.userIds.volunteer }],
      teams: [{ id: space.teamId }],
      forms: [{ id: space.forms.consent.id }],
      facts: [{ title: 'Opening words', text: 'Good evening.' }],
    });
    const { Action } = body.data;
    assert.deepEqual(Object.fromEntries(Object.keys(content).map((name) => [name, Action[name]])), content);
    assert.deepEqual([Action.Users[0].id, Action.Teams[0].id], [space.userIds.volunteer, space.teamId]);
    assert.equal(Action.Forms[0].id, space.forms.consent.id);
    assert.equal(Action.facts[0].text, 'Good evening.');

    const cleared = await change(Action.id, { pitch: null, goal: null, end: null, users: [], facts: [] });
    const after = cleared.body.data.Action;
    assert.deepEqual(
      [after.pitch, after.goal, after.end, after.Users, after.facts, after.Teams.length, after.name],
      [undefined, undefined, undefined, [], [], 1, 'Doors']
    );
  });

  it('gets the doors of the contacts in its turf, drawn or by street', async () => {
    const streets = JSON.stringify([{ street: 'rue neuve', city: 'LYON', from: 5, to: null, side: 'all' }]);
    const { body } = await plan({ name: 'Turf', polygon: square(0.0035), address_included: streets });
    const numbers = (action: { Addresses: { housenumber: number; addition?: string }[] }) =>
      action.Addresses.map(({ housenumber, addition = '' }) => `${housenumber}${addition}`);
    assert.deepEqual(numbers(body.data.Action), ['1', '2', '3bis', '5', '6']);

    // A hole over the first door; the streets stay as they are.
    const cut = await change(body.data.Action.id, { not_polygon: square(0.0015) });
    assert.deepEqual(numbers(cut.body.data.Action), ['2', '3bis', '5', '6']);
  });

  it('gets no doors at excluded addresses and polling stations', async () => {
    const { body } = await plan({ name: 'Without' });
    const { id } = body.data.Action;
    const excluded = {
      address_excluded: JSON.stringify([{ street: 'Rue Neuve', city: 'Lyon', from: 2, to: 2, side: 'all' }]),
      polling_station_excluded: '["Bureau 9"]',
    };
    await service.database.asOwner(({ $client: client }) =>
      client.query('UPDATE actions SET scope = $2 WHERE id = $1', [id, JSON.stringify(excluded)])
    );
    const drawn = await change(id, { polygon: square(0.0035) });
    assert.deepEqual(
      drawn.body.data.Action.Addresses.map(({ housenumber }: { housenumber: number }) => housenumber),
      [1, 3]
    );
  });

  it('is refused if more contacts are near than any action has doors', async () => {
    await service.database.asOwner(({ $client: client }) =>
      client.query(
        `INSERT INTO contacts (group_id, firstname, address) SELECT $1, 'Near', '{"latitude": "60", "longitude": "60"}'
         FROM generate_series(1, 50001)`,
        [space.groupId]
      )
    );
    const around = { type: 'Polygon', coordinates: [[59, 61].flatMap((x) => [59, 61].map((y) => [x, y]))] };
    const [ring = []] = around.coordinates;
    const polygon = JSON.stringify({
      ...around,
      coordinates: [[ring[0], ring[1], ring[3], ring[2], ring[0]]],
    });
    const { status, body } = await plan({ name: 'Crowd', polygon });
    assert.deepEqual([status, body.errors[0].location], [422, 'body/data/action/polygon']);
  });

  it('gets the doors of the contacts of a polling station', async () => {
    const voters = [
      { house_number: '40', street: 'Quai', city: 'Lyon', pollingstation: 'Bureau 7' },
      { house_number: '41', street: 'Quai', city: 'Lyon', pollingstation: 'BUREAU  7' },
      { house_number: '42', street: 'Quai', city: 'Lyon', pollingstation: 'Bureau 70' },
    ];
    for (const [index, address] of voters.entries()) {
      const { status } = await service.call(space.tokens.manager, 'POST', '/v1/contacts', {
        body: { data: { uuid: randomUUID(), surname: `Voter ${index}`, address } },
      });
      assert.equal(status, 200);
    }
    const { body } = await plan({ name: 'Station', polling_station_included: '["bureau 7"]' });
    const houses = body.data.Action.Addresses.map(({ housenumber }: { housenumber: number }) => housenumber);
    assert.deepEqual(houses, [40, 41]);
    const none = await change(body.data.Action.id, { polling_station_included: '' });
    assert.deepEqual(none.body.data.Action.Addresses, []);
  });

  it('is refused at the field, and nothing is written', async () => {
    const before = await namesFor(space.tokens.manager);
    const start = '2026-03-01T08:00:00.000Z';
    for (const [action, location] of [
      [{ name: '' }, 'name'],
      [{ name: 'x', address_included: JSON.stringify([{ street: 'Rue A', from: 1.5 }]) }, 'address_included'],
      [{ name: 'x', polygon: circle(2_001) }, 'polygon'],
      [{ name: 'x', polygon: `[${Array.from({ length: 6 }, () => circle(1_900)).join()}]` }, 'polygon'],
      [{ name: 'x', polygon: bowTie }, 'polygon'],
      [{ name: 'x', not_polygon: 'nonsense' }, 'not_polygon'],
      [{ name: 'x', not_polygon: bowTie }, 'not_polygon'],
      [{ name: 'x', address_included: 'nonsense' }, 'address_included'],
      [{ name: 'x', address_included: '[{"city":"Lyon"}]' }, 'address_included'],
      [{ name: 'x', polling_station_included: '{"name":1}' }, 'polling_station_included'],
      [{ name: 'x', start, end: '2026-02-01T08:00:00.000Z' }, 'end'],
      [{ name: 'x', users: [{ id: 999_999 }] }, 'users/0/id'],
      [{ name: 'x', teams: [{ id: space.teamId }, { id: 999_999 }] }, 'teams/1/id'],
      [{ name: 'x', forms: [{ id: 999_999 }] }, 'forms/0/id'],
      [{ name: 'x', link: 'javascript:alert(1)' }, 'link'],
    ] as const) {
      const { status, body } = await plan(action);
      assert.equal(status, 422, location);
      assert.equal(body.errors[0].location, `body/data/action/${location}`);
    }
    assert.deepEqual(await namesFor(space.tokens.manager), before);
    const { body } = await plan({ name: 'Dates', start });
    const { id } = body.data.Action;
    assert.equal((await change(id, { end: '2026-01-01T08:00:00.000Z' })).status, 422);
    // Nothing of a refused change is written, and an empty list is none.
    const bad = await change(id, { name: 'Half', address_included: '[]', polygon: bowTie });
    assert.deepEqual([bad.status, bad.body.errors[0].location], [422, 'body/data/action/polygon']);
    const empty = await change(id, { address_included: '[]', polling_station_included: '[]', polygon: '' });
    assert.deepEqual(
      [empty.status, empty.body.data.Action.name, empty.body.data.Action.Addresses],
      [200, 'Dates', []]
    );
  });

  it('is planned once, however often the request arrives', async () => {
    const headers = { 'idempotency-key': 'plan-once-0001' };
    const [one, two] = [await plan({ name: 'Once' }, headers), await plan({ name: 'Once' }, headers)];
    assert.equal(one.text, two.text);
    assert.equal((await namesFor(space.tokens.manager)).filter((name) => name === 'Once').length, 1);
  });

  it('is changed only as it was read, with If-Match', async () => {
    const { body } = await plan({ name: 'Version' });
    const { id } = body.data.Action;
    const { headers } = await service.call(space.tokens.manager, 'GET', `/actions/${id}`);
    const match = { 'if-match': headers.etag ?? '' };
    assert.equal((await change(id, { name: 'Second' }, match)).status, 200);
    assert.equal((await change(id, { name: 'Third' }, match)).status, 412);
  });

  it('is protected by the database: a volunteer cannot write one without a handler', async () => {
    const hash = hashToken(space.tokens.volunteer).toString('hex');
    const caller = await service.database.findCaller(hash);
    assert.ok(caller);
    await assert.rejects(
      service.database.write(caller, (tx) =>
        tx.execute(sql`INSERT INTO actions (group_id, name) VALUES (${space.groupId}, 'mine')`)
      ),
      { code: '42501' }
    );
    const { body } = await plan({ name: 'Open', state: 'published', users: [{ id: space.userIds.leader }] });
    const { id } = body.data.Action;
    const changed = await service.database.write(caller, async (tx) => [
      (await tx.execute(sql`UPDATE actions SET name = 'mine' WHERE id = ${id}`)).rowCount,
      (await tx.execute(sql`DELETE FROM action_users WHERE action_id = ${id}`)).rowCount,
    ]);
    assert.deepEqual(changed, [0, 0]);
  });
});
