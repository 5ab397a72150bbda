import { applyUsers } from '@/db/users';
import { watchRole } from '@/session/role';

import { createTestRuntime } from '../features/support/runtime';

async function setUp(roleType?: string) {
  const { store, scope } = await createTestRuntime();
  const setRole = (type: string) =>
    store.write((tx) =>
      applyUsers(tx, scope, [{ id: scope.userId, firstname: 'Marc', role_data: { id: 1, name: type, type } }])
    );
  if (roleType !== undefined) await setRole(roleType);
  const watched = await watchRole(store, scope);
  let notifications = 0;
  watched.role.subscribe(() => (notifications += 1));
  /** A later read of the store: earlier reads have finished by then. */
  const settle = () => store.read(() => Promise.resolve());
  return { ...watched, setRole, settle, notifications: () => notifications };
}

test('the role is available before the first screen', async () => {
  const { role } = await setUp('manager');
  expect(role.get()).toEqual({ type: 'manager' });
});

test('the role is null until a pull brings the user', async () => {
  const { role, setRole, settle, notifications } = await setUp();
  expect(role.get()).toBeNull();
  await setRole('admin');
  await settle();
  expect(role.get()).toEqual({ type: 'admin' });
  expect(notifications()).toBe(1);
});

test('the same role is the same object and notifies no listener; another role notifies', async () => {
  const { role, setRole, settle, notifications } = await setUp('manager');
  const before = role.get();
  await setRole('manager');
  await settle();
  expect(role.get()).toBe(before);
  expect(notifications()).toBe(0);
  await setRole('user');
  await settle();
  expect(role.get()).toEqual({ type: 'user' });
  expect(notifications()).toBe(1);
});

test('no change is reported after stop', async () => {
  const { role, stop, setRole, settle } = await setUp('manager');
  stop();
  await setRole('user');
  await settle();
  expect(role.get()).toEqual({ type: 'manager' });
});
