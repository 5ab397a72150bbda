import { type VisitCreate, type VisitOutcome } from '@/contract/visit';
import { applyActions } from '@/db/actions';
import { claimNext } from '@/db/outbox/claims';
import { applyTransition, deleteConfirmed, listOutbox, markConfirmed } from '@/db/outbox/outbox';
import { applyTransactionStatuses } from '@/db/statuses';
import { applyVisits, listVisits } from '@/db/visits';
import { readAddress } from '@/domain/address';
import { doorKey, visitsByDoor } from '@/domain/visit';
import { markDoors } from '@/features/actions/mutations';
import { openForm } from '@/features/capture/openForm';
import { payPromise } from '@/features/promises/mutations';
import { cancelRecord } from '@/features/shared/cancelRecord';

import { createTestRuntime, saturday } from '../support/runtime';
import { draftOf } from './catalogue';
import { mistake, paris, save } from './savedGift';

const address = readAddress({ housenumber: 2, street: 'rue d’Ivry', city: 'Lyon' });
const key = doorKey(address);
const refused = { kind: 'refused', refusal: { status: 422, code: 'invalid' } } as const;
const hour = 60 * 60_000;

async function atDoor() {
  const test = await createTestRuntime();
  const { runtime, store, scope } = test;
  const Addresses = [{ housenumber: 2, street: 'rue d’Ivry', city: 'Lyon' }];
  await store.write((tx) => applyActions(tx, scope, [{ Action: { id: 1, name: 'North', Addresses } }]));
  const origin = { kind: 'action', actionId: 1, place: '2 rue d’Ivry, Lyon', contactId: null } as const;
  const opened = await openForm(runtime, origin, { ...paris, door: key });
  if (opened.kind !== 'open') throw new Error('The form does not open.');
  const { door } = opened.draft;
  const gift = (part = {}) => save(runtime, draftOf({ door, ...part }));
  const outcomes = async () => {
    const visits = await listVisits(store, scope, 1);
    return (visitsByDoor(visits).get(key) ?? []).map(({ outcome }) => outcome);
  };
  const mark = (outcome: VisitOutcome, comeBackAt?: number) =>
    markDoors(runtime, {
      actionId: 1,
      doors: [address],
      outcome,
      ...(comeBackAt === undefined ? {} : { comeBackAt }),
    });
  const visitRows = async () =>
    (await listOutbox(store, scope)).filter(({ kind }) => kind === 'visit_create');
  return { ...test, gift, outcomes, mark, visitRows };
}

const otherVisit = (outcome: VisitOutcome, userId: number) => ({
  id: 1,
  uuid: '00000000-0000-4000-8000-000000000001',
  action_id: 1,
  outcome,
  visited_at: new Date(saturday - 48 * hour).toISOString(),
  address: { house_number: '2', street: 'rue d’Ivry', city: 'Lyon' },
  user_id: userId,
});

describe('a gift that is recorded at a door', () => {
  it('marks the door as talked in the same save, once', async () => {
    const { gift, outcomes, visitRows } = await atDoor();
    await gift();
    await gift();
    expect(await outcomes()).toEqual(['talked']);
    const [row] = await visitRows();
    expect((JSON.parse(row?.body ?? '') as { data: VisitCreate }).data).toMatchObject({
      action_id: 1,
      outcome: 'talked',
      address: { house_number: '2', street: 'rue d’Ivry', city: 'Lyon' },
      visited_at: new Date(saturday).toISOString(),
    });
  });

  it('leaves what the person marked there that day, unless nobody was in or the time to come back has come', async () => {
    for (const [outcome, comeBackAt, expected] of [
      ['refused', undefined, ['refused']],
      ['talked', undefined, ['talked']],
      ['come_back', saturday + hour, ['come_back']],
      ['come_back', saturday - hour, ['talked', 'come_back']],
      ['nobody_in', undefined, ['talked', 'nobody_in']],
    ] as const) {
      const { gift, outcomes, mark, fakes } = await atDoor();
      fakes.now = saturday - 2 * hour;
      await mark(outcome, comeBackAt);
      fakes.now = saturday;
      await gift();
      expect(await outcomes()).toEqual(expected);
    }
  });

  it('follows what others marked, but never opens a door that is not to be visited again', async () => {
    for (const [outcome, latest] of [
      ['refused', 'talked'],
      ['do_not_visit', 'do_not_visit'],
    ] as const) {
      const { gift, outcomes, store, scope } = await atDoor();
      await store.write((tx) => applyVisits(tx, scope, [otherVisit(outcome, 99)]));
      await gift();
      expect((await outcomes())[0]).toBe(latest);
    }
  });

  it('takes the mark back with a gift that was a mistake, also after the service has both and after it was fixed', async () => {
    const { gift, outcomes, visitRows, store, scope, runtime } = await atDoor();
    await gift();
    const [row] = await visitRows();
    const { data } = JSON.parse(row?.body ?? '') as { data: VisitCreate };
    await store.write(async (tx) => {
      const by = { scope, now: saturday, leaseMs: 1000, owner: 'engine' };
      const end = { from: 'sending', owner: 'engine', now: saturday } as const;
      for (let claimed = 0; claimed < 2; claimed += 1) await claimNext(tx, by);
      await applyTransition(tx, { ...end, id: 'capture-1', to: 'parked', patch: { problem: refused } });
      await applyTransition(tx, { ...end, id: data.uuid, to: 'acked', patch: { ackedAt: saturday } });
      const stored = { ...data, id: 7, user_id: scope.userId, declared: false, created_at: data.visited_at };
      await applyVisits(tx, scope, [stored]);
      await markConfirmed(tx, scope, [data.uuid], saturday);
      await deleteConfirmed(tx, scope);
    });
    expect(await visitRows()).toEqual([]);
    expect(await outcomes()).toEqual(['talked']);
    await save(runtime, draftOf({ id: 'capture-2', externalId: 43, replaces: 'capture-1' }));
    expect(await cancelRecord(runtime, 'capture-2', mistake)).toBe('cancelled');
    expect(await outcomes()).toEqual([]);
    expect(await visitRows()).toMatchObject([{ entity: `visit:${data.uuid}` }]);
  });

  it('takes the mark back with a promise that was paid and a mistake', async () => {
    const { gift, outcomes, runtime, store, scope } = await atDoor();
    const paid = { id: 1, name: 'Paid', kind: 'valid', archived: false };
    await store.write((tx) => applyTransactionStatuses(tx, scope, [paid]));
    await gift({ promise: { callBack: '' } });
    const rest = { id: 'rest-1', callBack: null };
    const payment = { rowId: 'payment-1', amount: 2_000, method: 'cash', details: {}, rest };
    expect(await payPromise(runtime, { id: 'capture-1', who: null }, payment)).toBe('saved');
    expect(await cancelRecord(runtime, 'capture-1', mistake)).toBe('cancelled');
    expect(await outcomes()).toEqual([]);
  });

  it('leaves the mark where the money was given back or recorded twice: they talked', async () => {
    for (const reason of ['returned', 'twice'] as const) {
      const { gift, outcomes, runtime } = await atDoor();
      await gift();
      await cancelRecord(runtime, 'capture-1', { reason, note: '' });
      expect(await outcomes()).toEqual(['talked']);
    }
  });
});
