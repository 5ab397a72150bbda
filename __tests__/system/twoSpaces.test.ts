import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';

import { listKnownSpaces } from '@/db/knownSpaces';
import { listOutbox } from '@/db/outbox/outbox';
import { openScope } from '@/db/scopes';
import { clearEndedMembership, onSessionEnd } from '@/session/revoked';
import {
  createSessionStorage,
  membershipEndOf,
  type SessionStorage,
  type StoredSession,
} from '@/session/session';
import { refreshSpaces, switchSpace } from '@/session/spaces';

import { runSql, startTestService, type TestService, type TestSpace } from '../server/harness';
import { addPerson, signIn } from '../server/signIn';
import { countStored } from '../support/records';
import { createSecrets } from '../support/secrets';
import { openMemoryEngine } from '../support/sqlite';
import { baseUrl, donation, startSystemPhone, type SystemPhone } from './support';

const minutes = (count: number) => count * 60_000;

describe('a phone of somebody in two spaces', () => {
  let service: TestService;
  let origin: string;
  let one: TestSpace;
  let two: TestSpace;
  let userId: number;
  let sessions: SessionStorage;
  let phone: SystemPhone;
  let isWriteLost: boolean;

  before(async () => {
    service = await startTestService();
    origin = await service.listen();
    one = await service.createSpace();
    two = await service.createSpace();
  });
  after(() => service.close());

  /** Signed in, with the contacts of the first space and an unsent gift. */
  beforeEach(async () => {
    const mail = await addPerson(service, one);
    const { rows } = await runSql(
      service.connectionString,
      `INSERT INTO space_users (group_id, user_id, role_id) SELECT $1, id, $2 FROM users WHERE mail = $3 RETURNING user_id`,
      [two.groupId, two.roles.user, mail]
    );
    userId = Number(rows[0]?.user_id);
    const tokens = await signIn(origin, service.config.dataDir, mail);
    sessions = createSessionStorage(createSecrets());
    await sessions.set({
      baseUrl,
      accessToken: tokens.access_token,
      refresh: { token: tokens.refresh_token, endpoint: `${baseUrl}/oidc/token`, clientId: 'doorstep' },
      userId,
      spaceId: one.groupId,
    });
    await service.untilShown();
    isWriteLost = true;
    const mine = { ...one, userIds: { ...one.userIds, volunteer: userId } };
    phone = await startSystemPhone({
      service,
      space: mine,
      person: 'volunteer',
      engine: openMemoryEngine(),
      sessions,
      interfere: ({ path }, pass) =>
        isWriteLost && path === '/v1/transaction_bundles' ? Promise.reject(new Error('lost')) : pass(),
    });
    await phone.save(donation(one, userId));
    await phone.pass(minutes(2));
    assert.ok((await countStored(phone.store, phone.scope, 'contacts')) > 0);
  });
  afterEach(() => phone.engine.stop());

  /** What a screen waits for. */
  const wait = async <T>(work: Promise<T>): Promise<T> => {
    let isDone = false;
    const done = work.finally(() => (isDone = true));
    await phone.clock.runUntil(() => isDone, minutes(1));
    return done;
  };
  const isGiftHere = async () => (await listOutbox(phone.store, phone.scope)).length === 1;

  test('that is signed out of the open space deletes what it downloaded there, in one round', async () => {
    const { getStatus, onStatus: subscribe } = phone.engine;
    const isEnd = (session: StoredSession) => membershipEndOf(session) !== null;
    onSessionEnd({ getStatus, subscribe }, sessions, isEnd, () =>
      clearEndedMembership(phone.store, phone.scope)
    );
    await service.call(one.tokens.manager, 'DELETE', `/users/${userId}/devices`);
    isWriteLost = false;
    phone.engine.requestRound('button');
    await phone.pass(minutes(2));
    assert.deepEqual((await sessions.load())?.ended, { spaceId: one.groupId, why: 'signed_out' });
    assert.equal(await countStored(phone.store, phone.scope, 'contacts'), 0);
    assert.ok(await isGiftHere());
  });

  test('that has the other space open deletes what it downloaded of a space that its person left', async () => {
    await phone.engine.stop();
    const scope = await openScope(phone.store, { ...phone.scope, spaceId: two.groupId });
    const parts = { store: phone.store, scope, ports: phone.ports };
    await wait(refreshSpaces(parts));
    assert.ok((await countStored(phone.store, phone.scope, 'contacts')) > 0);

    await service.call(one.tokens.manager, 'PATCH', `/v1/members/${userId}`, {
      body: { data: { state: 'removed' } },
    });
    await wait(refreshSpaces(parts));
    assert.equal(await countStored(phone.store, phone.scope, 'contacts'), 0);
    assert.ok(await isGiftHere());
    const known = await listKnownSpaces(phone.store, scope);
    assert.deepEqual(
      known.map(({ id }) => id),
      [two.groupId]
    );
    // The gift can be shared in the space where it was taken.
    assert.equal(await wait(switchSpace(parts, one.groupId)), 'switched');
    assert.equal(await wait(switchSpace(parts, 999_999)), 'refused');
  });
});
