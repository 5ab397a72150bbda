import { applyUsers } from '@/db/users';
import { markExported } from '@/db/outbox/outbox';
import { signOut } from '@/sync/signOut';

import { countStored } from '../support/records';
import { createTestPhone, emptyService } from './support';

async function signedInPhone() {
  const phone = await createTestPhone(emptyService([], () => 'lost'));
  await phone.store.write((tx) => applyUsers(tx, phone.scope, [{ id: 1, firstname: 'Ana' }]));
  const endSession = () => {
    phone.ports.stored.session = null;
    return Promise.resolve();
  };
  return { ...phone, signOut: () => signOut(phone.store, phone.scope, endSession) };
}

test('signing out is refused while unsent records are in no export, and changes nothing', async () => {
  const phone = await signedInPhone();
  await phone.capture(1);
  await phone.capture(2);
  expect(await phone.signOut()).toEqual({ kind: 'unsent', count: 2 });
  expect(await countStored(phone.store, phone.scope, 'users')).toBe(1);
  expect(phone.ports.stored.session).not.toBeNull();
});

test('after an export it is allowed, and the rows stay for their owner', async () => {
  const phone = await signedInPhone();
  const id = await phone.capture(1);
  await phone.store.write((tx) => markExported(tx, phone.scope, [id], phone.ports.clock.now()));
  expect(await phone.signOut()).toEqual({ kind: 'signed_out' });
  expect(await phone.states()).toEqual(['queued']);
  expect(await countStored(phone.store, phone.scope, 'users')).toBe(0);
  expect(phone.ports.stored.session).toBeNull();
});

test('with nothing unsent it signs out and deletes the cache', async () => {
  const phone = await signedInPhone();
  expect(await phone.signOut()).toEqual({ kind: 'signed_out' });
  expect(await countStored(phone.store, phone.scope, 'users')).toBe(0);
});
