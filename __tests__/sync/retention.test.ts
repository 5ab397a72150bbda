import { applyActions } from '@/db/actions';
import { applyContacts, countContacts } from '@/db/contacts';
import { insertDayEntry, listDayEntries } from '@/db/dayTotals';
import { getDraft, setDraft } from '@/db/drafts';
import { endShift } from '@/db/cash/shifts';
import { listNumbersOfOthers } from '@/db/deliveries';
import { listInvitationResults, saveInvitationResult } from '@/db/invitationResults';
import { deleteConfirmed, markConfirmed } from '@/db/outbox/outbox';
import { listRollCalls, setRollCall } from '@/db/rollCalls';
import { openScope } from '@/db/scopes';
import { dayOf } from '@/domain/day';
import { retentionAfterActionMs } from '@/domain/retention';

import { createTestPhone, emptyService, type Script } from './support';

const hourMs = 60 * 60_000;

/** A phone with one contact in the street of an action that ends in an hour. */
async function phoneOfAnAction(script: Script = emptyService(['changes'], () => 'lost')) {
  const phone = await createTestPhone(script);
  const engine = await phone.start();
  // The first read of the feed deletes what the service does not return.
  await phone.pass(60_000);
  const end = new Date(phone.ports.clock.now() + hourMs).toISOString();
  const address = { street: 'Rue A', city: 'Lyon' };
  const action = {
    id: 1,
    name: 'Doors',
    group_id: 10,
    Users: [],
    Teams: [],
    facts: [],
    Forms: [],
    public: true,
    end,
    Addresses: [address],
  };
  await phone.store.write(async (tx) => {
    await applyActions(tx, phone.scope, [
      { Action: action, NbVisites: 0, NbContacts: 0, NbVisitesDeclared: 0 },
    ]);
    await applyContacts(tx, phone.scope, [{ id: 1, surname: 'Lacombe', address }]);
  });
  /** A later round that a person requested. */
  const roundAfter = async (ms: number) => {
    phone.ports.clock.jump(ms);
    engine.requestRound('button');
    await phone.pass(60_000);
    return countContacts(phone.store, phone.scope);
  };
  return { ...phone, engine, roundAfter };
}

test('a contact stays while the action runs and for a month after it, and is deleted at the next pull', async () => {
  const phone = await phoneOfAnAction();
  expect(await phone.roundAfter(0)).toBe(1);
  expect(await phone.roundAfter(retentionAfterActionMs)).toBe(1);
  expect(await phone.roundAfter(25 * hourMs)).toBe(0);
  await phone.engine.stop();
});

test('nothing is deleted while the service cannot be reached', async () => {
  const phone = await phoneOfAnAction(() => 'lost');
  expect(await phone.roundAfter(retentionAfterActionMs + 25 * hourMs)).toBe(1);
  await phone.engine.stop();
});

test('the totals of a day, which contain names, are stored for a month, and without names until the cash is counted', async () => {
  const phone = await phoneOfAnAction();
  const { store, scope } = phone;
  const savedAt = phone.ports.clock.now();
  const day = dayOf(savedAt);
  const record = { amount: 2000, currency: 'eur', paymentMethodKind: 'cash', memberships: 0, donations: 1 };
  await store.write((tx) =>
    insertDayEntry(tx, scope, { ...record, id: 'one', savedAt, takenOn: day, who: 'Ana Lacombe' })
  );
  await phone.roundAfter(retentionAfterActionMs - 25 * hourMs);
  expect(await listDayEntries(store, scope, day)).toHaveLength(1);
  await phone.roundAfter(75 * hourMs);
  expect(await listDayEntries(store, scope, day)).toMatchObject([{ amount: 2000, who: null }]);
  await store.write((tx) => endShift(tx, scope, { id: 'one', now: savedAt }));
  await phone.roundAfter(25 * hourMs);
  expect(await listDayEntries(store, scope, day)).toEqual([]);
  await phone.engine.stop();
});

test('the response to an invitation is stored for a month after it was sent', async () => {
  const phone = await phoneOfAnAction();
  const { store, scope } = phone;
  const now = phone.ports.clock.now();
  await store.write(async (tx) => {
    const invitations = [{ id: 1, email: 'new@example.org' }];
    await saveInvitationResult(tx, scope, { rowId: 'old', sentAt: now, invitations });
    await saveInvitationResult(tx, scope, { rowId: 'later', sentAt: now + 48 * hourMs, invitations });
  });
  const storedIds = async () => (await listInvitationResults(store, scope)).map(({ rowId }) => rowId);
  await phone.roundAfter(retentionAfterActionMs - hourMs);
  expect(await storedIds()).toEqual(['later', 'old']);
  await phone.roundAfter(25 * hourMs);
  expect(await storedIds()).toEqual(['later']);
  await phone.engine.stop();
});

test('a roll call, which contains names and places, is stored for a month, in each space separately', async () => {
  const phone = await phoneOfAnAction();
  const { store, scope } = phone;
  const now = phone.ports.clock.now();
  const another = await openScope(store, { ...scope, spaceId: scope.spaceId + 1 });
  const rollCall = (id: string, startedAt: number) => ({
    id,
    teamId: 7,
    startedAt,
    present: [{ userId: 3, at: startedAt }],
  });
  await store.write(async (tx) => {
    await setRollCall(tx, scope, rollCall('old', now));
    await setRollCall(tx, scope, rollCall('later', now + 48 * hourMs));
    await setRollCall(tx, another, rollCall('elsewhere', now));
  });
  const storedIds = async (of = scope) => (await listRollCalls(store, of, 7)).map(({ id }) => id);
  await phone.roundAfter(retentionAfterActionMs - hourMs);
  expect(await storedIds()).toEqual(['later', 'old']);
  await phone.roundAfter(25 * hourMs);
  expect(await storedIds()).toEqual(['later']);
  expect(await storedIds(another)).toEqual(['elsewhere']);
  await phone.engine.stop();
});

test('the number of a delivered record is stored for a month after its row is deleted', async () => {
  const phone = await phoneOfAnAction();
  const { store, scope } = phone;
  const id = await phone.capture(1);
  await store.write((tx) =>
    tx.run("UPDATE outbox SET state = 'acked', server_id = 5, updated_at = ?", [phone.ports.clock.now()])
  );
  const numbers = async () => [
    ...(await listNumbersOfOthers(store, scope, { kind: 'bundle_create', id: 'another' })),
  ];
  await phone.roundAfter(retentionAfterActionMs + 25 * hourMs);
  expect(await numbers()).toEqual([5]);
  await store.write(async (tx) => {
    await markConfirmed(tx, scope, [id], 1);
    await deleteConfirmed(tx, scope);
  });
  expect(await numbers()).toEqual([5]);
  await phone.roundAfter(25 * hourMs);
  expect(await numbers()).toEqual([]);
  await phone.engine.stop();
});

test('a draft is stored for a month after its last change, and holds the contact that it names so long', async () => {
  const phone = await phoneOfAnAction();
  const { store, scope } = phone;
  const now = phone.ports.clock.now();
  await store.write((tx) => setDraft(tx, scope, 'capture:contact:1', { contactId: 1 }, now + 50 * hourMs));
  expect(await phone.roundAfter(retentionAfterActionMs + 25 * hourMs)).toBe(1);
  expect(await getDraft(store, scope, 'capture:contact:1')).not.toBeNull();
  expect(await phone.roundAfter(50 * hourMs)).toBe(0);
  expect(await getDraft(store, scope, 'capture:contact:1')).toBeNull();
  await phone.engine.stop();
});
