import { applyUsers } from '@/db/users';
import { watchRole } from '@/session/role';

import { createTestRuntime } from '../features/support/runtime';

async function setUp(roleType?: string) {
  const { store, scope } = await createTestRuntime();
  const give = (type: string) =>
    store.write((tx) =>
      applyUsers(tx, scope, [{ id: scope.userId, firstname: 'Marc', role_data: { id: 1, name: type, type } }])
    );
  if (roleType !== undefined) await give(roleType);
  const followed = await watchRole(store, scope);
  let tellings = 0;
  followed.role.subscribe(() => (tellings += 1));
  /** A later read of the store: earlier reads have finished by then. */
  const settle = () => store.read(() => Promise.resolve());
  return { ...followed, give, settle, tellings: () => tellings };
}

test('the role is available before the first screen', async () => {
  const { role } = await setUp('manager');
  expect(role.get()).toEqual({ type: 'manager' });
});

test('the role is null until a pull brings the user', async () => {
  const { role, give, settle, tellings } = await setUp();
  expect(role.get()).toBeNull();
  await give('admin');
  await settle();
  expect(role.get()).toEqual({ type: 'admin' });
  expect(tellings()).toBe(1);
});

test('the same role is the same object and notifies no listener; another role notifies', async () => {
  const { role, give, settle, tellings } = await setUp('manager');
  const before = role.get();
  await give('manager');
  await settle();
  expect(role.get()).toBe(before);
  expect(tellings()).toBe(0);
  await give('user');
  await settle();
  expect(role.get()).toEqual({ type: 'user' });
  expect(tellings()).toBe(1);
});

test('no change is reported after stop', async () => {
  const { role, stop, give, settle } = await setUp('manager');
  stop();
  await give('user');
  await settle();
  expect(role.get()).toEqual({ type: 'manager' });
});
