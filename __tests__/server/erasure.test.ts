import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { removeExpired } from '../../server/auth/cleanup';
import { perform } from '../../server/cli/command';
import { setRetention } from '../../server/cli/retention';
import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';
import { createAction, visitOf } from './visitSamples';

let service: TestService;
let space: TestSpace;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
});
after(() => service.close());

const sqlRun = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = await sqlRun(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`
  );
  const texts = await Promise.all(
    tables.rows.map(({ relname }) =>
      sqlRun(`SELECT coalesce(string_agg(t::text, E'\n'), '') AS text FROM "${relname}" t`)
    )
  );
  return texts.map(({ rows }) => rows[0]?.text ?? '').join('\n');
}

async function readFeed(cursor?: string) {
  await service.untilShown();
  const query = cursor === undefined ? '' : `&cursor=${cursor}`;
  const { body } = await service.call(space.tokens.volunteer, 'GET', `/v1/changes?limit=1000${query}`);
  return body.data;
}

describe('erasing a contact', () => {
  it('leaves nothing of them in any table, and the money as it was', async () => {
    const added = await service.call(space.tokens.admin, 'POST', '/v1/contacts', {
      body: {
        data: { uuid: randomUUID(), firstname: 'Zenobia', surname: 'Quillfeather', phone: '0699887766' },
      },
      headers: { 'idempotency-key': 'zenobia' },
    });
    const { id } = added.body.data;
    const changed = await service.call(space.tokens.admin, 'PATCH', `/v1/contacts/${id}`, {
      body: { data: { mail: 'zenobia@example.org', tags: [{ name: 'patron' }] } },
      headers: { 'idempotency-key': 'zenobias-mail' },
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const actionId = await createAction(service, space);
    const visited = await service.call(space.tokens.volunteer, 'POST', '/v1/visits', {
      body: visitOf(actionId, { contact_id: id, note: 'Quillfeather has a cold' }),
      headers: { 'idempotency-key': 'zenobias-visit' },
    });
    assert.equal(visited.status, 200, JSON.stringify(visited.body));
    const given = bundleOf(space, {
      contact_id: id,
      comment: 'Zenobia rang the bell',
      payment_method: { drawer: 'Z. Quillfeather' },
    });
    const request = {
      body: {
        data: { ...given.data, donations: [{ amount: 2000, contact_id: id, comment: 'for Zenobia' }] },
      },
      headers: { 'idempotency-key': 'zenobias-gift' },
    };
    const send = () => service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', request);
    const { id: bundleId, transactions } = (await send()).body.data;
    const item = { ...transactions[0], comment: 'Quillfeather called', amount: 2500 };
    await service.call(space.tokens.manager, 'PATCH', `/v1/transaction_bundles/${bundleId}`, {
      body: { data: { id: bundleId, transactions: [item] } },
      headers: { 'idempotency-key': 'zenobias-correction' },
    });
    const { cursor } = await readFeed();

    const exported = await service.call(space.tokens.admin, 'GET', `/v1/contacts/${id}/data`);
    const file = JSON.parse(exported.body.data.text);
    assert.equal(exported.body.data.name, `contact-${id}.json`);
    assert.deepEqual([file.contact.surname, file.transactions[0].amount], ['Quillfeather', 2500]);
    assert.ok(file.donations.length === 1 && file.bundle_history.length > 0);

    const erased = await service.call(space.tokens.admin, 'DELETE', `/v1/contacts/${id}/data`);
    assert.deepEqual([erased.status, erased.body.data], [200, { id }]);
    const left = await dump();
    for (const word of ['Zenobia', 'Quillfeather', 'quillfeather', '0699887766', 'zenobia@', 'patron'])
      assert.ok(!left.includes(word), word);
    assert.equal((await service.call(space.tokens.admin, 'GET', `/v1/contacts/${id}`)).status, 404);
    assert.equal((await service.call(space.tokens.admin, 'DELETE', `/v1/contacts/${id}/data`)).status, 404);

    // A phone that was offline since then deletes its copy, and gets the bundle without the person.
    const { changes } = await readFeed(cursor);
    const contact = changes.find((change: { kind: string }) => change.kind === 'contact');
    assert.deepEqual(contact, { bucket: 'contacts', kind: 'contact', id, deleted: true });
    const bundle = changes.find((change: { kind: string }) => change.kind === 'transaction_bundle');
    assert.deepEqual([bundle.id, bundle.record.transactions[0].amount], [bundleId, 2500]);
    assert.equal(bundle.record.transactions[0].contact_id, undefined);
    // Its repeat gets the first response, without the person.
    const repeat = await send();
    assert.deepEqual([repeat.status, repeat.headers['idempotency-replayed']], [200, 'true']);
    assert.equal(repeat.body.data.id, bundleId);
    const audit = await service.call(space.tokens.admin, 'GET', '/v1/audit?kind=data');
    const events = audit.body.data.entries.map(
      ({ event, record_id: record }: { event: string; record_id: number }) => [event, record]
    );
    assert.deepEqual(events, [
      ['erased', id],
      ['exported', id],
    ]);
  });

  it('does not change the money of other contacts', async () => {
    const [one = 0, other = 0] = space.contactIds;
    const made = await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space, { contact_id: other, comment: 'Stays' }),
    });
    await service.call(space.tokens.admin, 'DELETE', `/v1/contacts/${one}/data`);
    const { body } = await service.call(
      space.tokens.admin,
      'GET',
      `/v1/transaction_bundles/${made.body.data.id}`
    );
    assert.deepEqual(
      [body.data.transactions[0].contact_id, body.data.transactions[0].comment],
      [other, 'Stays']
    );
  });
});

describe('erasing a user', () => {
  async function addUser(mail: string): Promise<number> {
    const { rows } = await sqlRun(
      `WITH person AS (INSERT INTO users (mail, firstname, surname, phone, city, group_id)
         VALUES ($1, 'Barnaby', 'Thistledown', '0655443322', 'Elsewhere', $2) RETURNING id)
       INSERT INTO space_users (group_id, user_id, role_id) SELECT $2, id, $3 FROM person RETURNING user_id AS id`,
      [mail, space.groupId, space.roles.user]
    );
    return Number(rows[0]?.id);
  }

  it('leaves a contact with the same number alone', async () => {
    const id = await addUser('same@example.org');
    await sqlRun(
      `INSERT INTO contacts (id, group_id, firstname, surname) OVERRIDING SYSTEM VALUE VALUES ($1, $2, 'Old', 'Name')
       ON CONFLICT DO NOTHING`,
      [id, space.groupId]
    );
    const change = () =>
      service.call(space.tokens.admin, 'PATCH', `/v1/contacts/${id}`, {
        body: { data: { firstname: 'Perpetua' } },
        headers: { 'idempotency-key': 'the-same-number' },
      });
    const before = await change();
    assert.equal(before.status, 200, JSON.stringify(before.body));
    assert.equal((await service.call(space.tokens.admin, 'DELETE', `/users/${id}/data`)).status, 200);
    assert.deepEqual((await change()).body, before.body);
  });

  it('empties the account, and signs it out; what they recorded stays under their id', async () => {
    const mail = 'barnaby@example.org';
    await service.call(space.tokens.manager, 'POST', '/users/invitation', {
      body: { data: { invitations: [{ email: mail }] } },
      headers: { 'idempotency-key': 'invite-barnaby' },
    });
    const id = await addUser(mail);
    const token = await service.createTokenFor(id);
    const team = { name: 'Thistles', leaders: [{ id }] };
    await service.call(space.tokens.manager, 'POST', '/teams', {
      body: { data: { team } },
      headers: { 'idempotency-key': 'team-of-barnaby' },
    });
    const made = await service.call(token, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space, { contact_id: space.contactIds[2] }),
    });
    await service.call(token, 'PATCH', `/users/${id}`, {
      body: { data: { mail: 'new.barnaby@example.org' } },
    });
    const { cursor } = await readFeed();

    const exported = await service.call(space.tokens.admin, 'GET', `/users/${id}/data`);
    const file = JSON.parse(exported.body.data.text);
    assert.deepEqual([file.user.surname, file.teams[0].name], ['Thistledown', 'Thistles']);
    assert.equal(file.transaction_bundles[0].id, made.body.data.id);

    assert.equal((await service.call(space.tokens.admin, 'DELETE', `/users/${id}/data`)).status, 200);
    const left = await dump();
    for (const word of ['Barnaby', 'Thistledown', '0655443322', 'barnaby@'])
      assert.ok(!left.includes(word), word);
    assert.equal((await service.call(token, 'GET', '/me')).status, 401);
    const { rows } = await sqlRun(
      'SELECT created_by FROM transaction_bundles WHERE group_id = $1 AND id = $2',
      [space.groupId, made.body.data.id]
    );
    assert.equal(Number(rows[0]?.created_by), id);
    const { changes } = await readFeed(cursor);
    assert.deepEqual(
      changes.find((change: { kind: string; id: number }) => change.kind === 'user' && change.id === id),
      { bucket: 'all', kind: 'user', id, deleted: true }
    );
  });

  it('is refused for oneself, and for people above', async () => {
    const erase = (id: number, token = space.tokens.admin) =>
      service.call(token, 'DELETE', `/users/${id}/data`);
    assert.equal((await erase(space.userIds.admin)).status, 403);
    assert.equal((await erase(space.userIds.superadmin)).status, 403);
    assert.equal((await erase(space.userIds.volunteer, space.tokens.manager)).status, 403);
  });

  it('who left another space keeps the name there until that space erases them too', async () => {
    const home = await service.createSpace();
    const id = home.userIds.newcomer;
    await service.call(home.tokens.manager, 'PATCH', `/v1/members/${id}`, {
      body: { data: { state: 'removed' } },
    });
    await sqlRun('INSERT INTO space_users (group_id, user_id, role_id) VALUES ($1, $2, $3)', [
      space.groupId,
      id,
      space.roles.user,
    ]);
    const eraseIn = async ({ tokens }: TestSpace) =>
      (await service.call(tokens.admin, 'DELETE', `/users/${id}/data`)).status;
    const names = async () =>
      (await service.call(home.tokens.manager, 'GET', '/v1/members')).body.data.members.map(
        (away: { firstname: string }) => away.firstname
      );
    assert.equal(await eraseIn(space), 200);
    assert.deepEqual(await names(), ['newcomer']);
    assert.equal(await eraseIn(home), 200);
    assert.deepEqual(await names(), []);
    const { rows } = await sqlRun('SELECT firstname, deleted_at FROM users WHERE id = $1', [id]);
    assert.equal(rows[0]?.firstname, '');
    assert.ok(rows[0]?.deleted_at);
  });

  it('who belongs to another space too leaves this one with a number only, and keeps the account there', async () => {
    const other = await service.createSpace();
    const mail = 'both@example.org';
    await service.call(space.tokens.manager, 'POST', '/users/invitation', {
      body: { data: { invitations: [{ email: mail }] } },
      headers: { 'idempotency-key': 'invite-both' },
    });
    const id = await addUser(mail);
    await sqlRun('INSERT INTO space_users (group_id, user_id, role_id) VALUES ($1, $2, $3)', [
      other.groupId,
      id,
      other.roles.user,
    ]);
    const token = await service.createTokenFor(id);
    const made = await service.call(token, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space, { contact_id: space.contactIds[3] }),
    });
    const erase = () => service.call(space.tokens.admin, 'DELETE', `/users/${id}/data`);
    assert.equal((await erase()).status, 200);

    const inSpace = async (groupId: number) => {
      const named = { headers: { 'doorstep-space': String(groupId) } };
      return service.call(token, 'GET', '/me', named);
    };
    assert.equal((await inSpace(space.groupId)).body.code, 'membership_removed');
    const there = (await inSpace(other.groupId)).body.data.User;
    assert.deepEqual([there.surname, there.mail, there.group_id], ['Thistledown', mail, other.groupId]);
    const seen = [
      await service.call(space.tokens.admin, 'GET', '/v1/members'),
      await service.call(space.tokens.admin, 'GET', '/users'),
      await service.call(space.tokens.admin, 'GET', '/v1/invitations'),
      await service.call(space.tokens.admin, 'GET', `/v1/audit?person=${id}`),
      await service.call(space.tokens.admin, 'GET', `/v1/transaction_bundles/${made.body.data.id}/history`),
    ];
    const stored = await sqlRun(
      `SELECT to_jsonb(k) AS row FROM idempotency_keys k WHERE group_id = $1
       UNION ALL SELECT to_jsonb(i) FROM invitations i WHERE group_id = $1
       UNION ALL SELECT to_jsonb(m) FROM mails m WHERE group_id = $1
       UNION ALL SELECT to_jsonb(s) FROM space_users s WHERE group_id = $1`,
      [space.groupId]
    );
    const text = JSON.stringify([seen.map(({ body }) => body), stored.rows]).toLowerCase();
    for (const word of ['thistledown', mail]) assert.ok(!text.includes(word), word);
    // A change of the name does not bring it back.
    await service.call(token, 'PATCH', `/users/${id}`, {
      body: { data: { mail, surname: 'Thistledown-Rey' } },
      headers: { 'doorstep-space': String(other.groupId) },
    });
    const sorted = 'SELECT sort_key FROM space_users WHERE group_id = $1 AND user_id = $2';
    assert.doesNotMatch((await sqlRun(sorted, [space.groupId, id])).rows[0]?.sort_key, /thistle/i);
    assert.equal((await erase()).status, 404);
    assert.equal(
      (
        await service.call(space.tokens.admin, 'PATCH', `/v1/members/${id}`, {
          body: { data: { state: 'active' } },
        })
      ).status,
      404
    );
    // Invited again, they are a person of this space again.
    await service.call(space.tokens.manager, 'POST', '/users/invitation', {
      body: { data: { invitations: [{ email: mail }] } },
    });
    const users = (await service.call(space.tokens.admin, 'GET', '/users')).body.data.users;
    assert.ok(users.some((user: { surname: string }) => user.surname === 'Thistledown-Rey'));
  });
});

describe('retention', () => {
  const count = async (table: string) =>
    Number(
      (await sqlRun(`SELECT count(*) AS count FROM ${table} WHERE group_id = $1`, [space.groupId])).rows[0]
        ?.count
    );

  const countLong = async () => {
    const text = 'SELECT count(*) AS count FROM idempotency_keys WHERE NOT is_short AND group_id = $1';
    return Number((await sqlRun(text, [space.groupId])).rows[0]?.count);
  };

  it('deletes what is older than the settings of the space, and nothing else', async () => {
    const days = 'now() - make_interval(days => $2)';
    const addOld = async (age: number) => {
      await sqlRun(`INSERT INTO audit (group_id, at, kind, event) VALUES ($1, ${days}, 'money', 'created')`, [
        space.groupId,
        age,
      ]);
      await sqlRun(
        `INSERT INTO idempotency_keys (group_id, key, user_id, response, created_at) VALUES ($1, gen_random_uuid(), $3, '{}', ${days})`,
        [space.groupId, age, space.userIds.admin]
      );
      await sqlRun(
        `INSERT INTO mails (group_id, recipient, status, expires_at, ended_at) VALUES ($1, 'x@example.org', 'sent', now(), ${days})`,
        [space.groupId, age]
      );
    };
    await addOld(10);
    const kept = [await count('audit'), await countLong(), await count('mails')];
    await addOld(1000);
    await removeExpired(service.database);
    assert.deepEqual([await count('audit'), await countLong(), await count('mails')], kept);

    process.env.DATABASE_URL = service.connectionString;
    const set = await perform(setRetention, [
      '--space',
      String(space.groupId),
      '--mails',
      '5',
      '--responses',
      '1200',
    ]);
    assert.match(set.text, /audit log for 730 days, sent mails for 5, responses to writes for 1200/);
    await addOld(1000);
    await removeExpired(service.database);
    assert.equal(await countLong(), (kept[1] ?? 0) + 1);
    assert.ok((await count('mails')) < (kept[2] ?? 0));
    for (const wrong of [
      ['--space', '999999'],
      ['--space', '1', '--audit', '10'],
      ['--space', '1', '--responses', 'x'],
    ])
      assert.equal((await perform(setRetention, wrong)).code, 1);
  });
});
