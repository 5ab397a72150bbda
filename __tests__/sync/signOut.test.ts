import { applyUsers } from '@/db/users';
import { markExported, replaceRow } from '@/db/outbox/outbox';
import { signOut } from '@/sync/signOut';

import { countStored } from '../support/records';
import { bundleRow, captureId, createTestPhone, emptyService } from './support';

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

test('it deletes the sent records with what they replaced, and no unsent one', async () => {
  const phone = await signedInPhone();
  const [sent, unsent] = [await phone.capture(1), await phone.capture(3)];
  const now = phone.ports.clock.now();
  await phone.store.write(async (tx) => {
    await replaceRow(tx, phone.scope, { id: sent, state: 'queued' }, bundleRow(2), now);
    await tx.run("UPDATE outbox SET state = 'acked', acked_at = ?, server_id = 5 WHERE id = ?", [
      now,
      captureId(2),
    ]);
    await markExported(tx, phone.scope, [unsent], now);
  });
  expect(await phone.signOut()).toEqual({ kind: 'signed_out' });
  expect(await phone.rows()).toMatchObject([{ id: unsent, state: 'queued' }]);
});

test('with nothing unsent it signs out and deletes the cache', async () => {
  const phone = await signedInPhone();
  expect(await phone.signOut()).toEqual({ kind: 'signed_out' });
  expect(await countStored(phone.store, phone.scope, 'users')).toBe(0);
});

test('what the service has no place for does not prevent it, and stays for its owner', async () => {
  const phone = await signedInPhone();
  await phone.capture(1);
  await phone.store.write((tx) => tx.run(`UPDATE outbox SET state = 'local'`));
  expect(await phone.signOut()).toEqual({ kind: 'signed_out' });
  expect(await phone.states()).toEqual(['local']);
});
