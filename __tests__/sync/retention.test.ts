import { applyActions } from '@/db/actions';
import { applyContacts, countContacts } from '@/db/contacts';
import { listFacts, setFact } from '@/db/facts';
import { listRollCalls, setRollCall } from '@/db/rollCalls';
import { openScope } from '@/db/scopes';
import { retentionAfterActionMs } from '@/domain/retention';

import { createTestPhone, emptyService, type Script } from './support';

const hourMs = 60 * 60_000;

/** A phone at work, with one contact in the street of an action that ends in an hour. */
async function phoneOfAnAction(script: Script = emptyService(['changes'], () => 'lost')) {
  const phone = await createTestPhone(script);
  const engine = await phone.start();
  // The first reading of the feed removes what the service does not name.
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
  /** A later round that a person asked for. */
  const roundAfter = async (ms: number) => {
    phone.ports.clock.jump(ms);
    engine.requestRound('button');
    await phone.pass(60_000);
    return countContacts(phone.store, phone.scope);
  };
  return { ...phone, engine, roundAfter };
}

test('a contact stays while the action runs and for a month after it, and is forgotten at the next pull', async () => {
  const phone = await phoneOfAnAction();
  expect(await phone.roundAfter(0)).toBe(1);
  expect(await phone.roundAfter(retentionAfterActionMs)).toBe(1);
  expect(await phone.roundAfter(25 * hourMs)).toBe(0);
  await phone.engine.stop();
});

test('nothing is forgotten while the service cannot be read', async () => {
  const phone = await phoneOfAnAction(() => 'lost');
  expect(await phone.roundAfter(retentionAfterActionMs + 25 * hourMs)).toBe(1);
  await phone.engine.stop();
});

test('the tally of a day, which names people, is kept for a month, as this build and an earlier one wrote it', async () => {
  const phone = await phoneOfAnAction();
  const day = new Date(phone.ports.clock.now()).toISOString().slice(0, 10);
  await phone.store.write(async (tx) => {
    await setFact(tx, phone.scope, `taking:${day}:one`, { who: 'Ana Lacombe' });
    await setFact(tx, phone.scope, `takings:${day}`, { two: { who: 'Ana Lacombe' } });
  });
  const kept = async () => (await listFacts(phone.store, phone.scope, 'taking')).length;
  await phone.roundAfter(retentionAfterActionMs - 25 * hourMs);
  expect(await kept()).toBe(2);
  await phone.roundAfter(75 * hourMs);
  expect(await kept()).toBe(0);
  await phone.engine.stop();
});

test('whom a phone has invited is kept for a month after it was sent, by the time of the service', async () => {
  const phone = await phoneOfAnAction();
  const now = phone.ports.clock.now();
  const at = (ms: number) => new Date(now + ms).toISOString();
  const email = 'new@example.org';
  await phone.store.write(async (tx) => {
    await setFact(tx, phone.scope, 'invited:old', [{ id: 1, email, created_at: at(0) }]);
    const sentAgain = { id: 2, email, created_at: at(0), last_sent: at(48 * hourMs).replace('Z', '+00:00') };
    await setFact(tx, phone.scope, 'invited:again', [sentAgain]);
    await setFact(tx, phone.scope, 'invited:undated', [{ id: 3, email }]);
  });
  const kept = async () => (await listFacts(phone.store, phone.scope, 'invited:')).map(({ key }) => key);
  await phone.roundAfter(retentionAfterActionMs - hourMs);
  expect(await kept()).toHaveLength(3);
  await phone.roundAfter(25 * hourMs);
  expect(await kept()).toEqual(['invited:again', 'invited:undated']);
  await phone.engine.stop();
});

test('a roll call, which says who was where, is kept for a month, in each space by itself', async () => {
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
  const kept = async (of = scope) => (await listRollCalls(store, of, 7)).map(({ id }) => id);
  await phone.roundAfter(retentionAfterActionMs - hourMs);
  expect(await kept()).toEqual(['later', 'old']);
  await phone.roundAfter(25 * hourMs);
  expect(await kept()).toEqual(['later']);
  expect(await kept(another)).toEqual(['elsewhere']);
  await phone.engine.stop();
});
