import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { AUDIT_EVENTS, type AuditEntry } from '@/contract/audit';
import { type Endpoint, type EndpointName, endpoints } from '@/contract/endpoints';
import { parseCsv } from '@/domain/csv';

import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';
import { sampleRequest } from './sampleRequests';
import { Browser, addPerson, enterMail, readMails, signIn, startSignIn, submit, waitForCode } from './signIn';

let service: TestService;
let space: TestSpace;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
});
after(() => service.close());

const sqlRun = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);

async function list(query = '', token = space.tokens.admin): Promise<AuditEntry[]> {
  const { status, body } = await service.call(token, 'GET', `/v1/audit?limit=1000${query}`);
  assert.equal(status, 200);
  return body.data.entries;
}
const lastId = async () => (await list())[0]?.id ?? 0;
const since = async (id: number, query = '') => (await list(query)).filter((entry) => entry.id > id);
const short = ({ kind, event }: AuditEntry) => `${kind} ${event}`;

// A visit itself shows who was at which door and when, and is never changed. Counts for the board are no record.
const notAudited: readonly string[] = ['createVisit', 'createAnswers', 'reportToBoard'];

const writing = Object.entries<Endpoint>(endpoints)
  .filter(([name, { writes }]) => writes && !notAudited.includes(name))
  .map(([name]) => name as EndpointName);

describe('the audit log', () => {
  for (const name of writing) {
    it(`has an entry for ${name}, with actor and token`, async () => {
      const token = await service.createTokenFor(space.userIds.admin);
      // A person signs their own devices out.
      const of = name === 'signOutDevice' ? 'admin' : 'newcomer';
      const { path, body } = await sampleRequest(service, space, name, of);
      const from = await lastId();
      const { status } = await service.call(token, endpoints[name].method, path, { body });
      assert.equal(status, 200);
      const entries = await since(from);
      const own = entries.filter(({ actor }) => actor?.id === space.userIds.admin);
      assert.ok(own.length > 0, JSON.stringify(entries));
      assert.ok(own.every((entry) => entry.token === 'test'));
    });
  }

  it('has only kinds and events of the contract', async () => {
    for (const { kind, event } of await list()) {
      const events: readonly string[] | undefined = Reflect.get(AUDIT_EVENTS, kind);
      assert.ok(events?.includes(event), `${kind} ${event}`);
    }
  });

  it('has sign-ins, wrong codes and sign-outs, with the device', async () => {
    const origin = await service.listen();
    const mail = await addPerson(service, space);
    const from = await lastId();
    const started = await startSignIn(origin);
    await enterMail(started, mail);
    const code = await waitForCode(service.config.dataDir, mail);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    await submit(started, 'code', { code: wrong });
    const tokens = await signIn(origin, service.config.dataDir, mail, {
      parameters: { device_name: 'Pixel 8' },
    });
    const devices = await service.call(tokens.access_token, 'GET', '/oidc/devices');
    await service.call(tokens.access_token, 'DELETE', `/oidc/devices/${devices.body.data.devices[0].id}`);
    const entries = (await since(from, '&kind=sign_in')).reverse();
    assert.deepEqual(entries.map(short), ['sign_in wrong_code', 'sign_in signed_in', 'sign_in signed_out']);
    const [failed, signedIn, signedOut] = entries;
    assert.deepEqual([failed?.actor, failed?.subject?.name], [undefined, 'Ada Person']);
    assert.deepEqual([signedIn?.actor?.name, signedIn?.device], ['Ada Person', 'Pixel 8']);
    assert.deepEqual([signedOut?.actor?.name, signedOut?.device], ['Ada Person', 'Pixel 8']);

    const before = await lastId();
    const id = signedIn?.subject?.id;
    await service.call(space.tokens.manager, 'PATCH', `/users/${id}`, {
      body: { data: { mail: `new.${mail}` } },
    });
    while ((await sqlRun(`SELECT 1 FROM mails WHERE status = 'queued'`)).rows.length > 0) await sleep(20);
    const mails = await readMails(service.config.dataDir);
    const link = /https?:\/\/\S+/.exec(mails.filter(({ to }) => to === mail).at(-1)?.text ?? '')?.[0] ?? '';
    const newCode = mails.findLast(({ to }) => to === `new.${mail}`)?.code ?? '';
    await new Browser(origin).send(new URL(link).pathname, { step: 'confirm', code: newCode });
    const changes = (await since(before, '&kind=mail')).reverse();
    assert.deepEqual(changes.map(short), ['mail proposed', 'mail changed']);
    assert.deepEqual(
      changes.map(({ actor }) => actor?.id),
      [space.userIds.manager, id]
    );
  });

  it('has roles by name, the changed fields, and no other value', async () => {
    const mail = await addPerson(service, space);
    const id = Number((await sqlRun('SELECT id FROM users WHERE mail = $1', [mail])).rows[0]?.id);
    const from = await lastId();
    await service.call(space.tokens.admin, 'PATCH', '/users/role', {
      body: { data: { user_id: id, role_id: space.roles.manager } },
    });
    await service.call(space.tokens.admin, 'PATCH', `/users/${id}`, {
      body: { data: { mail, city: 'Lyon', phone: '0611223344' } },
    });
    const made = await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space, { comment: 'Secret comment' }),
    });
    const { id: bundleId, transactions } = made.body.data;
    await service.call(space.tokens.manager, 'PATCH', `/v1/transaction_bundles/${bundleId}`, {
      body: { data: { id: bundleId, transactions: [{ ...transactions[0], amount: 4321 }] } },
    });
    const entries = (await since(from)).reverse();
    const role = entries.find(({ event }) => event === 'role_changed');
    const names = await sqlRun(
      'SELECT name FROM roles WHERE group_id = $1 AND id = ANY($2) ORDER BY "order" DESC',
      [space.groupId, [space.roles.user, space.roles.manager]]
    );
    assert.deepEqual(
      [role?.old, role?.new],
      names.rows.map(({ name }) => name)
    );
    assert.deepEqual(entries.find(({ kind, event }) => kind === 'member' && event === 'changed')?.fields, [
      'city',
      'phone',
    ]);
    const money = entries.filter(({ kind }) => kind === 'money');
    assert.deepEqual(money.map(short), ['money created', 'money corrected']);
    assert.deepEqual([money[1]?.record_id, money[1]?.fields], [bundleId, ['amount']]);
    assert.equal(money[1]?.actor?.id, space.userIds.manager);

    const stored = JSON.stringify((await sqlRun('SELECT * FROM audit')).rows);
    const people = await sqlRun(
      `SELECT mail, firstname, surname FROM users UNION ALL SELECT mail, firstname, surname FROM contacts`
    );
    const values = [
      ...people.rows.flatMap((row) => [row.mail, row.surname]),
      'Lyon',
      '0611223344',
      'Secret',
      '4321',
    ];
    for (const value of values.filter(Boolean)) assert.ok(!stored.includes(`"${value}"`), value);
  });

  it('has old and new values of one setting and of a status, and none of a suspension', async () => {
    const from = await lastId();
    const { admin } = space.tokens;
    await service.call(admin, 'PATCH', '/v1/space', { body: { data: { audit_days: 800 } } });
    const price = space.catalogue.donationPrices[0];
    await service.call(admin, 'PATCH', `/v1/donation_prices/${price}`, { body: { data: { amount: 98765 } } });
    const made = await service.call(admin, 'POST', '/v1/transaction_bundles', { body: bundleOf(space) });
    const { id, transactions } = made.body.data;
    const status_id = space.catalogue.statuses.unpaid;
    await service.call(admin, 'PATCH', `/v1/transaction_bundles/${id}`, {
      body: { data: { id, transactions: [{ id: transactions[0].id, status_id }] } },
    });
    const person = await sqlRun('SELECT id FROM users WHERE mail = $1', [await addPerson(service, space)]);
    const member = { path: `/v1/members/${person.rows[0]?.id}`, body: { data: { state: 'suspended' } } };
    await service.call(admin, 'PATCH', member.path, { body: member.body });
    const entries = await since(from);
    await service.call(admin, 'PATCH', '/v1/space', { body: { data: { audit_days: 730 } } });
    const valuesOf = (kind: string, event: string) => {
      const found = entries.find((entry) => entry.kind === kind && entry.event === event);
      return [found?.old, found?.new];
    };
    const settings = entries.filter(({ kind }) => kind === 'settings');
    assert.deepEqual(
      settings.map((entry) => [entry.fields, entry.new]),
      [
        [['amount'], '98765 eur'],
        [['audit_days'], '800'],
      ]
    );
    assert.equal(settings[1]?.old, '730');
    const [before, after] = valuesOf('money', 'status_changed');
    const names = await sqlRun('SELECT name FROM transaction_statuses WHERE id = $1', [status_id]);
    assert.equal(after, names.rows[0]?.name);
    assert.notEqual(before, after);
    assert.deepEqual(valuesOf('member', 'suspended'), [undefined, undefined]);
  });

  it('has who joins and leaves a team, not those who stay', async () => {
    const from = await lastId();
    const { leader, volunteer, newcomer } = space.userIds;
    const team = { id: space.teamId, name: 'Open', leaders: [{ id: leader }], users: [{ id: newcomer }] };
    await service.call(space.tokens.manager, 'PATCH', '/teams', { body: { data: { team } } });
    const entries = await since(from, '&kind=team');
    const people = entries.filter(({ subject }) => subject !== undefined);
    assert.deepEqual(
      people.map(({ event, subject }) => [event, subject?.id]),
      [
        ['person_removed', volunteer],
        ['person_added', newcomer],
      ]
    );
  });

  it('has no entry for a request that is refused', async () => {
    const from = await lastId();
    const refused = await service.call(space.tokens.volunteer, 'POST', '/teams', {
      body: { data: { team: { name: 'x' } } },
    });
    const invalid = await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space, { contact_id: 999_999 }),
    });
    assert.deepEqual([refused.status, invalid.status], [403, 422]);
    assert.deepEqual(await since(from), []);
  });

  it('has changes of settings from the command line, without an actor', async () => {
    const from = await lastId();
    await sqlRun('UPDATE donation_prices SET amount = amount + 1 WHERE group_id = $1', [space.groupId]);
    const entries = await since(from);
    assert.ok(entries.length > 0);
    for (const entry of entries) {
      assert.equal(short(entry), 'settings changed');
      assert.deepEqual(
        [entry.actor, entry.record_kind, entry.fields],
        [undefined, 'donation_price', ['amount']]
      );
    }
  });
});

describe('reading the audit log', () => {
  it('is for admins, also in the database', async () => {
    for (const name of ['volunteer', 'leader', 'manager'] as const) {
      const token = space.tokens[name];
      assert.equal((await service.call(token, 'GET', '/v1/audit')).status, 403);
      assert.equal((await service.call(token, 'GET', '/v1/audit/export')).status, 403);
    }
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256').update(space.tokens.manager).digest('hex');
    const caller = await service.database.findCaller(hash);
    assert.ok(caller);
    const count = (tx: { $client: { query(text: string): Promise<{ rows: { count: number }[] }> } }) =>
      tx.$client.query('SELECT count(*) AS count FROM audit');
    assert.equal((await service.database.read(caller, count)).rows[0]?.count, 0);
  });

  it('pages newest first, and filters by kind, person and time', async () => {
    const all = await list();
    const pages: AuditEntry[] = [];
    let cursor: string | undefined;
    do {
      const at: string = cursor === undefined ? '' : `&cursor=${cursor}`;
      const { body } = await service.call(space.tokens.admin, 'GET', `/v1/audit?limit=7${at}`);
      pages.push(...body.data.entries);
      cursor = body.data.cursor;
    } while (cursor !== undefined);
    assert.deepEqual(pages, all);
    assert.deepEqual(
      all.map(({ id }) => id),
      all.map(({ id }) => id).sort((one, other) => other - one)
    );
    const money = await list('&kind=money');
    assert.deepEqual(
      money,
      all.filter(({ kind }) => kind === 'money')
    );
    const { manager } = space.userIds;
    const ofManager = await list(`&person=${manager}`);
    assert.deepEqual(
      ofManager,
      all.filter(({ actor, subject }) => actor?.id === manager || subject?.id === manager)
    );
    const middle = all[Math.floor(all.length / 2)]?.at ?? '';
    assert.deepEqual(
      await list(`&from=${middle}`),
      all.filter(({ at }) => at >= middle)
    );
    assert.deepEqual(
      await list(`&to=${middle}`),
      all.filter(({ at }) => at < middle)
    );
    assert.equal((await service.call(space.tokens.admin, 'GET', '/v1/audit?kind=x')).status, 422);
    assert.equal((await service.call(space.tokens.admin, 'GET', '/v1/audit?cursor=x')).status, 422);
  });

  it('as CSV is recorded itself', async () => {
    const from = await lastId();
    const { body } = await service.call(space.tokens.admin, 'GET', '/v1/audit/export?kind=member');
    const { name, type, text } = body.data;
    assert.match(name, /^audit-log-\d{4}-\d\d-\d\d\.csv$/);
    assert.equal(type, 'text/csv');
    const lines = text.split('\r\n');
    assert.equal(
      lines[0],
      '\uFEFFtime,kind,event,actor,device,token,person,record,record_name,fields,old,new,id,actor_id,person_id,record_id'
    );
    assert.equal(lines.length, (await list('&kind=member')).length + 2);
    assert.deepEqual((await since(from)).map(short), ['data audit_exported']);
  });

  it('as CSV has the names of people, teams, actions, contacts and prices, and their ids', async () => {
    const { admin, leader } = space.userIds;
    const contactId = space.contactIds[0] ?? 0;
    const from = await lastId();
    const call = (method: 'PATCH' | 'POST', path: string, data: object) =>
      service.call(space.tokens.admin, method, path, { body: { data } });
    const team = { id: space.teamId, name: 'North, "old" town', leaders: [{ id: leader }], users: [] };
    await call('PATCH', '/teams', { team });
    await call('PATCH', `/v1/contacts/${contactId}`, { firstname: '=Ada', surname: 'Lovelace' });
    await call('POST', '/v1/donation_prices', { name: 'For the hall', amount: 100, currency: 'eur' });
    const { path, body } = await sampleRequest(service, space, 'createAction', 'newcomer');
    const made = await service.call(space.tokens.admin, 'POST', path, { body });
    assert.equal(made.status, 200);
    const { body: exported } = await service.call(space.tokens.admin, 'GET', '/v1/audit/export');
    const [head, ...lines] = parseCsv(exported.data.text).map(({ cells }) => cells);
    const rows = lines
      .map((cells) => Object.fromEntries((head ?? []).map((name, at) => [name, cells[at]])))
      .filter(({ id }) => Number(id) > from);
    const named = (kind: string, id: number) =>
      rows.find((row) => row.record === kind && row.record_id === String(id))?.record_name;
    assert.equal(named('team', space.teamId), team.name);
    assert.equal(named('contact', contactId), "'=Ada Lovelace");
    assert.equal(rows.find(({ record }) => record === 'donation_price')?.record_name, 'For the hall');
    const action = rows.find(({ record }) => record === 'action');
    const stored = await sqlRun('SELECT name FROM actions WHERE group_id = $1 AND id = $2', [
      space.groupId,
      Number(action?.record_id),
    ]);
    assert.equal(action?.record_name, stored.rows[0]?.name);
    assert.ok(rows.every((row) => row.actor_id === String(admin) && row.actor !== ''));
  });
});

describe('an entry', () => {
  it('cannot be changed, deleted or inserted by a request, nor changed or deleted by the owner', async () => {
    const denied = { code: '42501' };
    for (const text of ['UPDATE audit SET actor_id = NULL', 'DELETE FROM audit', 'TRUNCATE audit']) {
      await assert.rejects(sqlRun(text), { message: 'the audit log is append-only' });
      await assert.rejects(sqlRun(`BEGIN; SET LOCAL ROLE doorstep_app; ${text}`), denied);
    }
    const insert = `INSERT INTO audit (group_id, kind, event) VALUES (${space.groupId}, 'money', 'created')`;
    await assert.rejects(sqlRun(`BEGIN; SET LOCAL ROLE doorstep_app; ${insert}`), denied);
  });

  it('can be deleted once the space stores it no longer', async () => {
    const old = `INSERT INTO audit (group_id, at, kind, event)
      VALUES ($1, now() - make_interval(days => $2), 'money', 'created') RETURNING id`;
    const [kept, expired] = await Promise.all(
      [729, 731].map(async (days) => (await sqlRun(old, [space.groupId, days])).rows[0]?.id)
    );
    await assert.rejects(sqlRun('DELETE FROM audit WHERE id = $1', [kept]));
    assert.equal((await sqlRun('DELETE FROM audit WHERE id = $1', [expired])).rowCount, 1);
  });
});
