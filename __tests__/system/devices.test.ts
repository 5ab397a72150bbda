import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { createSignedInDevices } from '@/session/devices';

import { startTestService, type TestService, type TestSpace } from '../server/harness';
import { openMemoryEngine } from '../support/sqlite';
import { startSystemPhone, type SystemPhone } from './support';

const minutes = (count: number) => count * 60_000;

describe('a manager of two spaces, who chose the other one on another device', () => {
  let service: TestService;
  let one: TestSpace;
  let two: TestSpace;
  let phone: SystemPhone;

  before(async () => {
    service = await startTestService();
    one = await service.createSpace();
    two = await service.createSpace();
    await service.database.asOwner(async ({ $client: client }) => {
      await client.query('INSERT INTO space_users (group_id, user_id, role_id) VALUES ($1, $2, $3)', [
        two.groupId,
        one.userIds.manager,
        two.roles.manager,
      ]);
      await client.query('UPDATE users SET selected_group_id = ARRAY[$1::bigint] WHERE id = $2', [
        two.groupId,
        one.userIds.manager,
      ]);
    });
    await service.untilShown();
    phone = await startSystemPhone({ service, space: one, person: 'manager', engine: openMemoryEngine() });
    await phone.pass(minutes(1));
  });
  after(async () => {
    await phone.engine.stop();
    await service.close();
  });

  /** What a screen waits for. */
  const wait = async <T>(work: Promise<T>): Promise<T> => {
    let isDone = false;
    const done = work.finally(() => (isDone = true));
    await phone.clock.runUntil(() => isDone, minutes(1));
    return done;
  };

  test('signs a person out of the space on the screen', async () => {
    const devices = createSignedInDevices(phone, phone.ports);
    const { volunteer } = one.tokens;
    assert.equal((await service.call(volunteer, 'GET', '/me')).status, 200);
    assert.equal(await wait(devices.signOutUser(one.userIds.volunteer)), 'signed_out');
    assert.equal((await service.call(volunteer, 'GET', '/me')).status, 401);
  });

  test('is told that a person of another space was not signed out', async () => {
    const devices = createSignedInDevices(phone, phone.ports);
    assert.equal(await wait(devices.signOutUser(two.userIds.volunteer)), 'refused');
    assert.equal((await service.call(two.tokens.volunteer, 'GET', '/me')).status, 200);
  });

  test('finds a device that is gone already signed out', async () => {
    const devices = createSignedInDevices(phone, phone.ports);
    assert.equal(await wait(devices.signOut(999_999)), 'signed_out');
  });
});
