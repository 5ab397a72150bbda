import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { hashToken } from '../../server/auth/tokens';
import { query } from '../../server/store/database';
import { readFeed } from './feedReader';
import {
  type PersonName,
  type TestService,
  type TestSpace,
  bundleOf,
  runSql,
  startTestService,
  untilLockIsWaitedFor,
} from './harness';
import { answersOf, createAction, visitOf } from './visitSamples';

type Contact = { id: number; updated_at: string; uuid?: string };

describe('contacts that are one person', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace({ contacts: 2, visibility: 'assigned' });
  });
  after(() => service.close());

  const sql = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);
  const call = (
    person: PersonName,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    data?: object,
    key: string = randomUUID()
  ) =>
    service.call(space.tokens[person], method, path, {
      ...(data === undefined ? {} : { body: { data } }),
      headers: method === 'GET' ? {} : { 'idempotency-key': key },
    });
  const add = async (person: PersonName, data: object): Promise<Contact> =>
    (await call(person, 'POST', '/v1/contacts', { uuid: randomUUID(), ...data })).body.data;
  const bodyOf = (stays: Contact, leaves: Contact, take: string[] = []) => ({
    merged_id: leaves.id,
    take,
    seen: { stays: stays.updated_at, leaves: leaves.updated_at },
  });
  const merge = (stays: Contact, leaves: Contact, take: string[] = [], person: PersonName = 'manager') =>
    call(person, 'POST', `/v1/contacts/${stays.id}/merge`, bodyOf(stays, leaves, take));
  const pairs = async (): Promise<{ ids: [number, number]; likeness: string[] }[]> =>
    (await call('manager', 'GET', '/v1/contact_duplicates')).body.data.map(
      (pair: { one: Contact; other: Contact; likeness: string[] }) => ({
        ids: [pair.one.id, pair.other.id],
        likeness: [...pair.likeness].sort(),
      })
    );
  const pairOf = async (one: Contact, other: Contact) =>
    (await pairs()).find(({ ids }) => ids[0] === one.id && ids[1] === other.id)?.likeness;
  const give = async (person: PersonName, contactId: number) =>
    (
      await service.call(space.tokens[person], 'POST', '/v1/transaction_bundles', {
        body: {
          data: {
            ...bundleOf(space, { contact_id: contactId }).data,
            donations: [{ amount: 2000, contact_id: contactId }],
            memberships: [{ amount: 1, contact_id: contactId }],
          },
        },
      })
    ).body.data;
  const callerOf = async (person: PersonName) => {
    const hash = hashToken(space.tokens[person]).toString('hex');
    const caller = await service.database.findCaller(hash, space.groupId);
    assert.ok(caller);
    return caller;
  };
  const stored = async (id: number) => (await call('manager', 'GET', `/v1/contacts/${id}`)).body;

  it('are found by mail, phone, or name and house, and not by what a whole office shares', async () => {
    const house = { house_number: '8', street: 'Rue des Lilas', city: 'Lyon' };
    const one = await add('manager', {
      firstname: 'Élise',
      surname: 'Blum',
      mail: 'Elise@example.org',
      mobile: '06 12 34 56 78',
      address: house,
    });
    const two = await add('manager', {
      firstname: 'Elise',
      surname: 'BLUM',
      mail: ' elise@example.org'.trim(),
      phone: '+33 6 12 34 56 78',
      address: { ...house, street: 'rue des lilas' },
    });
    assert.deepEqual(await pairOf(one, two), ['address', 'mail', 'phone']);
    const neighbour = await add('manager', { firstname: 'Jo', surname: 'Blum', address: house });
    assert.equal(await pairOf(one, neighbour), undefined);
    const office = await Promise.all(
      Array.from({ length: 11 }, () => add('manager', { surname: 'Office', phone: '0499887766' }))
    );
    const [first, second] = office.sort((a, b) => a.id - b.id);
    assert.ok(first && second);
    assert.equal(await pairOf(first, second), undefined);
    const { body } = await call('manager', 'GET', '/v1/contact_duplicates?limit=1&offset=1');
    assert.equal(body.total, (await pairs()).length);
  });

  it('are not shown again once somebody said that they are two people', async () => {
    const one = await add('manager', { surname: 'Mother', mail: 'family@example.org' });
    const two = await add('manager', { surname: 'Daughter', mail: 'family@example.org' });
    const three = await add('manager', { surname: 'Son', mail: 'family@example.org' });
    const path = '/v1/contact_duplicates';
    assert.equal((await call('manager', 'POST', path, { one: two.id, other: one.id })).status, 200);
    assert.equal(await pairOf(one, two), undefined);
    assert.deepEqual(await pairOf(one, three), ['mail']);
    // The decision about a merged contact is one about the contact that stays.
    assert.equal((await call('manager', 'POST', path, { one: one.id, other: three.id })).status, 200);
    const four = await add('manager', { surname: 'Mother again', mail: 'family@example.org' });
    assert.equal((await merge(four, one)).status, 200);
    assert.equal(await pairOf(two, four), undefined);
    assert.equal(await pairOf(three, four), undefined);
    assert.deepEqual(await pairOf(two, three), ['mail']);
    const wrong = await call('manager', 'POST', path, { one: one.id, other: 999_999 });
    assert.equal(wrong.status, 404);
    assert.equal((await call('manager', 'POST', path, { one: two.id, other: two.id })).status, 422);
  });

  it('become one: gifts, visits, answers, tags and the stricter opt-out follow, field by field as chosen', async () => {
    const stays = await add('manager', { firstname: 'Ada', surname: 'Old', tags: [{ name: 'a' }] });
    const added = await add('volunteer', {
      firstname: 'Ada',
      surname: 'New',
      mail: 'ada@example.org',
      mobile: '0611111111',
      address: { house_number: '3', street: 'Quai' },
    });
    const action = await createAction(service, space);
    const bundle = await give('volunteer', added.id);
    const visit = (
      await service.call(space.tokens.volunteer, 'POST', '/v1/visits', {
        body: visitOf(action, { contact_id: added.id }),
      })
    ).body.data;
    const answers = (
      await service.call(space.tokens.volunteer, 'POST', '/v1/answers', {
        body: answersOf(space.forms.canHelp.id, { contact_id: added.id }),
      })
    ).body.data;
    await call('manager', 'PATCH', `/v1/contacts/${added.id}`, { tags: [{ name: 'a' }, { name: 'b' }] });
    await call('volunteer', 'PATCH', `/v1/contacts/${added.id}`, { black_list: true });
    await service.call(space.tokens.leader, 'POST', `/v1/contacts/${added.id}/look_up`, {
      body: { data: {} },
    });
    const leaves = await stored(added.id);
    const { status, body } = await merge(stays, leaves, ['surname', 'mail', 'address']);
    assert.equal(status, 200);
    const { data } = body;
    assert.deepEqual(
      [
        data.id,
        data.firstname,
        data.surname,
        data.mail,
        data.mobile,
        data.address,
        data.black_list,
        data.tags,
      ],
      [
        ...[stays.id, 'Ada', 'New', 'ada@example.org', undefined],
        ...[{ house_number: '3', street: 'Quai' }, true, [{ name: 'a' }, { name: 'b' }]],
      ]
    );
    const moved = (await call('manager', 'GET', `/v1/transaction_bundles/${bundle.id}`)).body.data;
    for (const kind of ['transactions', 'donations', 'memberships'])
      assert.equal(moved[kind][0].contact_id, stays.id, kind);
    const { rows } = await sql(
      `SELECT (SELECT contact_id FROM visits WHERE id = $1) AS visit, (SELECT contact_id FROM answers WHERE id = $2) AS answers,
         (SELECT count(*) FROM looked_up WHERE contact_id = $3) AS looked_up`,
      [visit.id, answers.id, stays.id]
    );
    assert.deepEqual(Object.values(rows[0]).map(Number), [stays.id, stays.id, 1]);
    // Its number answers with the one that stayed, to everybody who saw either.
    for (const person of ['manager', 'volunteer', 'leader'] as const)
      assert.equal((await call(person, 'GET', `/v1/contacts/${leaves.id}`)).body.id, stays.id, person);
    assert.equal((await call('newcomer', 'GET', `/v1/contacts/${leaves.id}`)).status, 404);
    const found = await call('manager', 'GET', '/v1/contacts?q=ada@example.org');
    assert.deepEqual(
      found.body.data.map(({ id }: Contact) => id),
      [stays.id]
    );
    await service.untilShown();
    const feed = await readFeed(service, space.tokens.volunteer);
    const last = (kind: string, id: number) =>
      feed.changes.filter((change) => change.kind === kind && change.id === id).at(-1);
    assert.notEqual(last('contact', leaves.id)?.deleted, undefined);
    assert.equal(last('contact', stays.id)?.deleted, undefined);
    assert.ok(last('contact', stays.id));
    // The maker can still correct the gift: only its contact changed.
    const corrected = await call('volunteer', 'PATCH', `/v1/transaction_bundles/${bundle.id}`, {
      id: bundle.id,
      donations: [{ id: bundle.donations[0].id, amount: 1500, contact_id: leaves.id }],
    });
    assert.equal(corrected.status, 200);
    assert.equal(corrected.body.data.donations[0].contact_id, stays.id);
    // Nothing of the history is lost.
    const kept = await sql('SELECT contact, moved, merged_by FROM merged_contacts WHERE id = $1', [
      leaves.id,
    ]);
    assert.equal(kept.rows[0].contact.mobile, '0611111111');
    assert.deepEqual(kept.rows[0].moved.visits, [visit.id]);
    const log = await sql(`SELECT actor_id, old_value FROM audit WHERE event = 'merged' AND record_id = $1`, [
      stays.id,
    ]);
    assert.deepEqual(
      [Number(log.rows[0].actor_id), log.rows[0].old_value],
      [space.userIds.manager, `#${leaves.id}`]
    );
  });

  it('take in what a phone sends later about the one that left, and a repeated addition of it', async () => {
    const stays = await add('manager', { surname: 'Stays' });
    const uuid = randomUUID();
    const leaves = await add('volunteer', { uuid, surname: 'Leaves', mail: 'late@example.org' });
    const last = await add('manager', { surname: 'Last' });
    const action = await createAction(service, space);
    assert.equal((await merge(stays, leaves)).status, 200);
    // Merged again: the chain ends at the last one.
    assert.equal((await merge(last, await stored(stays.id))).status, 200);
    const bundle = await give('volunteer', leaves.id);
    for (const kind of ['transactions', 'donations', 'memberships'])
      assert.equal(bundle[kind][0].contact_id, last.id, kind);
    const visit = await service.call(space.tokens.volunteer, 'POST', '/v1/visits', {
      body: visitOf(action, { contact_id: leaves.id }),
    });
    assert.equal(visit.body.data.contact_id, last.id);
    const answers = await service.call(space.tokens.volunteer, 'POST', '/v1/answers', {
      body: answersOf(space.forms.canHelp.id, { contact_id: leaves.id }),
    });
    assert.equal(answers.body.data.contact_id, last.id);
    const changed = await call('volunteer', 'PATCH', `/v1/contacts/${leaves.id}`, { black_list: true });
    assert.deepEqual([changed.body.data.id, changed.body.data.black_list], [last.id, true]);
    const repeated = await call('volunteer', 'POST', '/v1/contacts', { uuid, surname: 'Leaves' });
    assert.deepEqual([repeated.status, repeated.body.data.id], [200, last.id]);
    const { rows } = await sql(`SELECT 1 FROM contacts WHERE surname = 'Leaves'`);
    assert.equal(rows.length, 0);
  });

  it('are not added again by the same file', async () => {
    const contacts = [{ uuid: randomUUID(), surname: 'Filed' }];
    const begun = async () =>
      (await call('manager', 'POST', '/v1/contact_imports', { uuid: randomUUID(), name: 'x.csv' })).body.data
        .id;
    const id = await begun();
    await call('manager', 'POST', `/v1/contact_imports/${id}/contacts`, { contacts });
    const [leaves] = (await call('manager', 'GET', '/v1/contacts?q=filed')).body.data;
    const stays = await add('manager', { surname: 'Kept' });
    assert.equal((await merge(stays, leaves)).status, 200);
    const again = await call('manager', 'POST', `/v1/contact_imports/${await begun()}/contacts`, {
      contacts,
    });
    assert.deepEqual(again.body.data, { created: 0, known: 1 });
  });

  it('are merged once, whoever repeats it, and the second of two organisers is told', async () => {
    const [one, two, three] = [
      await add('manager', { surname: 'One' }),
      await add('manager', { surname: 'Two' }),
      await add('manager', { surname: 'Three' }),
    ];
    assert.equal((await merge(one, two)).status, 200);
    const again = await merge(one, two, [], 'admin');
    assert.deepEqual([again.status, again.body.data.id], [200, one.id]);
    const late = await merge(three, two, [], 'admin');
    assert.equal(late.status, 412);
    assert.equal(late.body.detail, `No. ${two.id} was merged into No. ${one.id} meanwhile.`);
    // Both at the same moment, each into the other.
    const fresh = await stored(one.id);
    const both = await Promise.all([merge(fresh, three), merge(three, fresh, [], 'admin')]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412]);
    // Changed since it was read.
    const [four, five] = [
      await add('manager', { surname: 'Four' }),
      await add('manager', { surname: 'Five' }),
    ];
    await call('manager', 'PATCH', `/v1/contacts/${five.id}`, { mail: 'five@example.org' });
    assert.equal((await merge(four, five)).status, 412);
    assert.equal((await stored(five.id)).id, five.id);
  });

  it('have the gift that was on its way while they were merged', async () => {
    const [stays, leaves] = [
      await add('manager', { surname: 'Lock one' }),
      await add('manager', { surname: 'Lock two' }),
    ];
    const manager = await callerOf('manager');
    let gift: Promise<{ transactions: { contact_id: number }[] }> | undefined;
    await service.database.write(manager, async (tx) => {
      await query(tx, 'SELECT FROM contacts WHERE id = $1 FOR UPDATE', [leaves.id]);
      gift = give('volunteer', leaves.id);
      await untilLockIsWaitedFor(service.connectionString);
      await query(tx, 'SELECT doorstep_merge_contact($1, $2)', [stays.id, leaves.id]);
    });
    assert.equal((await gift)?.transactions[0]?.contact_id, stays.id);
  });

  it('are merged by managers in person only, whatever the handler does', async () => {
    const [stays, leaves] = [
      await add('volunteer', { surname: 'Guard one' }),
      await add('volunteer', { surname: 'Guard two' }),
    ];
    assert.equal((await merge(stays, leaves, [], 'leader')).status, 403);
    assert.equal((await call('volunteer', 'GET', '/v1/contact_duplicates')).status, 403);
    const caller = await callerOf('volunteer');
    for (const text of ['SELECT doorstep_merge_contact($1, $2)', 'SELECT doorstep_mark_as_different($1, $2)'])
      await assert.rejects(
        service.database.write(caller, (tx) => query(tx, text, [stays.id, leaves.id])),
        ({ code, cause }: { code?: string; cause?: { code?: string } }) => (code ?? cause?.code) === 'DS003'
      );
    const seen = await service.database.read(caller, (tx) =>
      query(tx, 'SELECT * FROM doorstep_duplicates()')
    );
    assert.deepEqual(seen, []);
  });

  it('are erased together: nothing of the one that left stays behind', async () => {
    const stays = await add('manager', { surname: 'Erased' });
    const leaves = await add('volunteer', { surname: 'Vanished', mail: 'vanished@example.org' });
    assert.equal((await merge(stays, leaves)).status, 200);
    const file = await call('admin', 'GET', `/v1/contacts/${leaves.id}/data`);
    assert.match(JSON.stringify(file.body), /vanished@example\.org/);
    assert.equal((await call('admin', 'DELETE', `/v1/contacts/${leaves.id}/data`)).status, 200);
    const { rows } = await sql(
      `SELECT count(*) AS count FROM idempotency_keys WHERE response LIKE '%vanished@%'
       UNION ALL SELECT count(*) FROM merged_contacts WHERE contact::text LIKE '%vanished@%'`
    );
    assert.deepEqual(
      rows.map(({ count }) => Number(count)),
      [0, 0]
    );
    assert.equal((await call('manager', 'GET', `/v1/contacts/${leaves.id}`)).status, 404);
  });
});
