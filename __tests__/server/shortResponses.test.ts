import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import type { OutboxKind } from '@/domain/outbox';
import { outcomeOfWrite } from '@/domain/outcome';
import { ackReaderOf } from '@/sync/requests';

import { removeExpired } from '../../server/auth/cleanup';
import { countOf } from './cashSamples';
import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';
import { createAction, visitOf } from './visitSamples';

let service: TestService;
let space: TestSpace;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
});
after(() => service.close());

type Write = { kind: OutboxKind; method: 'POST' | 'PATCH'; path: string; body: object; key: string };

/** Sends a write. A short response is not complete, so that it is not checked against the contract. */
async function send({ method, path, body, key }: Write, replaces?: string) {
  const response = await service.app.inject({
    method,
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${space.tokens.admin}`,
      'idempotency-key': key,
      ...(replaces === undefined ? {} : { 'doorstep-replaces': replaces }),
    },
    payload: body,
  });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

/** What the app makes of a response. */
function outcomeOf(write: Write, { status, headers, body }: Awaited<ReturnType<typeof send>>) {
  const response = {
    ...({ kind: 'answered', status, body, key: String(headers['idempotency-key']) } as const),
    ...{ position: null, etag: null, retryAfterMs: null, sentAt: null },
  };
  return outcomeOfWrite(response, { key: write.key, readAck: ackReaderOf(write.kind, { id: write.key }) });
}

/** Lets a hundred days pass for every stored response. */
async function passRetention(): Promise<void> {
  await runSql(
    service.connectionString,
    `UPDATE idempotency_keys SET created_at = created_at - interval '100 days'`
  );
  await removeExpired(service.database);
}

const countRows = async () => {
  const tables = ['transaction_bundles', 'transactions', 'teams', 'visits', 'cash_records', 'answers'];
  const sums = [...tables, 'contacts', 'invitations'].map((table) => `(SELECT count(*) FROM ${table})`);
  const { rows } = await runSql(service.connectionString, `SELECT ${sums.join(' + ')} AS count`);
  return Number(rows[0]?.count);
};

describe('a write whose response is stored no longer', () => {
  it('is recognised for ever: the app takes the repeat for stored, under the same number', async () => {
    const key = () => randomUUID();
    const bundleKey = key();
    const actionId = await createAction(service, space);
    const writes: Write[] = [
      {
        ...{ kind: 'bundle_create', method: 'POST', path: '/v1/transaction_bundles', key: bundleKey },
        body: bundleOf(space, { delivery_token: bundleKey }),
      },
      {
        kind: 'team_create',
        method: 'POST',
        path: '/teams',
        body: { data: { team: { name: 'A' } } },
        key: key(),
      },
      { kind: 'visit_create', method: 'POST', path: '/v1/visits', body: visitOf(actionId), key: key() },
      { kind: 'cash_record', method: 'POST', path: '/v1/cash_records', body: countOf(), key: key() },
      {
        ...{ kind: 'contact_create', method: 'POST', path: '/v1/contacts', key: key() },
        body: { data: { uuid: randomUUID(), firstname: 'Ida', surname: 'Vance' } },
      },
      {
        ...{ kind: 'role_change', method: 'PATCH', path: '/users/role', key: key() },
        body: { data: { user_id: space.userIds.newcomer, role_id: space.roles.manager } },
      },
      {
        ...{ kind: 'invitation', method: 'POST', path: '/users/invitation', key: key() },
        body: { data: { invitations: [{ email: 'late@example.org' }] } },
      },
    ];
    const acked = [];
    for (const write of writes) {
      const outcome = outcomeOf(write, await send(write));
      assert.equal(outcome.kind, 'acked', write.kind);
      acked.push(outcome.kind === 'acked' ? outcome.serverId : null);
    }
    const before = await countRows();
    await passRetention();
    for (const [index, write] of writes.entries()) {
      const again = await send(write);
      assert.equal(again.headers['idempotency-replayed'], 'true', write.kind);
      const outcome = outcomeOf(write, again);
      assert.ok(outcome.kind === 'acked' && outcome.serverId === acked[index], write.kind);
      const other = await send({ ...write, body: { data: {} } });
      assert.equal(other.body.code, 'key_reused', write.kind);
    }
    assert.equal(await countRows(), before);
    const { rows } = await runSql(
      service.connectionString,
      `SELECT count(*) AS count FROM idempotency_keys WHERE response ~ 'Ida|late@|amount'`
    );
    assert.equal(Number(rows[0]?.count), 0);
  });

  it('still refuses what replaces it, with its number and marker', async () => {
    const [original, replacement] = [randomUUID(), randomUUID()];
    const write: Write = {
      ...{ kind: 'bundle_create', method: 'POST', path: '/v1/transaction_bundles', key: original },
      body: bundleOf(space, { delivery_token: original }),
    };
    const { id } = (await send(write)).body.data;
    const before = await countRows();
    await passRetention();
    const late = { ...write, key: replacement, body: bundleOf(space, { delivery_token: replacement }) };
    const outcome = outcomeOf(late, await send(late, original));
    assert.deepEqual(outcome, { kind: 'original_arrived', originalId: original, serverId: id, pause: null });
    assert.equal(await countRows(), before);
  });

  it('waits for the next clean-up when the service stops during this one', async () => {
    const { connectionString, database } = service;
    await runSql(
      connectionString,
      `INSERT INTO idempotency_keys (group_id, key, user_id, request_hash, response, created_at)
       SELECT $1, 'old' || n, $2, '', '{"data":{"id":1}}', now() - interval '100 days' FROM generate_series(1, 5000) AS n`,
      [space.groupId, space.userIds.admin]
    );
    const countOld = async () => {
      const left = `SELECT count(*)::int AS count FROM idempotency_keys WHERE key LIKE 'old%' AND NOT is_short`;
      return (await runSql(connectionString, left)).rows[0]?.count;
    };
    const stopping = new AbortController();
    const maintain: typeof database.maintain = (work) =>
      database.maintain(work).finally(() => stopping.abort());
    await removeExpired({ ...database, maintain }, stopping.signal);
    assert.equal(await countOld(), 3000);
    await removeExpired(database);
    assert.equal(await countOld(), 0);
  });

  it('that was replaced is still refused', async () => {
    const [original, replacement] = [randomUUID(), randomUUID()];
    const path = '/v1/transaction_bundles';
    const write: Write = {
      kind: 'bundle_create',
      method: 'POST',
      path,
      key: original,
      body: bundleOf(space),
    };
    assert.equal((await send({ ...write, key: replacement }, original)).status, 200);
    await passRetention();
    assert.equal((await send(write)).body.code, 'replaced');
  });
});
