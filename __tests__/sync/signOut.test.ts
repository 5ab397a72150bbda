import { applyUsers } from '@/db/users';
import { enqueue, markExported, replaceRow } from '@/db/outbox/outbox';
import { openScope } from '@/db/scopes';
import { spaceQueries } from '@/queries/spaces';
import { countUnexported, signOut } from '@/sync/signOut';

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

test('the dialog names the spaces with records in no export, and counts those alone', async () => {
  const phone = await signedInPhone();
  const { store, scope } = phone;
  const other = await openScope(store, { ...scope, spaceId: 2 });
  const exported = await phone.capture(1);
  await phone.capture(2);
  await store.write(async (tx) => {
    await markExported(tx, scope, [exported], phone.ports.clock.now());
    await enqueue(tx, other, bundleRow(3), phone.ports.clock.now());
    await markExported(tx, other, [captureId(3)], phone.ports.clock.now());
  });
  const spaces = await spaceQueries.list({ store, scope }).queryFn();
  expect(spaces.map(({ id, waiting, onlyHere }) => [id, waiting, onlyHere]).sort()).toEqual([
    [scope.spaceId, 2, 1],
    [2, 1, 0],
  ]);
  expect(await countUnexported(store, scope)).toBe(1);
});
