import { type Visit } from '@/contract/visit';
import { enqueue } from '@/db/outbox/outbox';
import { openScope, type Scope } from '@/db/scopes';
import { openStore, type Store } from '@/db/store';
import { applyVisits, countVisitsByAction, getVisitedDoor, hasVisit, listVisits } from '@/db/visits';

import { openMemoryEngine } from '../support/sqlite';

let store: Store;
let scope: Scope;

beforeEach(async () => {
  store = await openStore(openMemoryEngine());
  scope = await openScope(store, { service: 'https://service.test', userId: 1, spaceId: 1 });
});

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const downloaded = (number: number, more: Partial<Visit> = {}): Visit => ({
  id: number,
  uuid: uuid(number),
  action_id: 5,
  outcome: 'talked',
  user_id: 1,
  visited_at: '2026-03-01T10:00:00Z',
  ...more,
});

const saved = (number: number, more: object = {}) =>
  store.write((tx) =>
    enqueue(
      tx,
      scope,
      {
        id: uuid(number),
        kind: 'visit_create',
        entity: `visit:${uuid(number)}`,
        body: JSON.stringify({
          data: {
            uuid: uuid(number),
            action_id: 5,
            address: { street: 'Rue' },
            outcome: 'nobody_in',
            visited_at: '2026-03-01T10:00:00Z',
            ...more,
          },
        }),
        bodyVersion: 1,
      },
      1
    )
  );

const download = (...visits: Visit[]) => store.write((tx) => applyVisits(tx, scope, visits));
const counts = async () => (await countVisitsByAction(store, scope)).get(5);

test('visits of the service and of this phone are one list; one that is in both is shown once', async () => {
  await download(downloaded(1), downloaded(2, { action_id: 6 }));
  await saved(1);
  await saved(3);
  const visits = await listVisits(store, scope, 5);
  expect(visits.map((visit) => [visit.uuid, visit.state])).toEqual([
    [uuid(1), null],
    [uuid(3), 'queued'],
  ]);
  expect(await hasVisit(store, scope, uuid(1))).toBe(true);
  expect(await hasVisit(store, scope, uuid(3))).toBe(false);
  expect(await counts()).toEqual({ visits: 2, contacts: 0, declared: 0, unsent: 1 });
});

test('the counts leave out what its maker took back, on the service or on this phone', async () => {
  await download(
    downloaded(1, { contact_id: 7, declared: true }),
    downloaded(2, { contact_id: 7 }),
    downloaded(3, { outcome: 'undone', undoes: uuid(2) }),
    downloaded(4, { outcome: 'undone', undoes: uuid(1), user_id: 2 })
  );
  expect(await counts()).toEqual({ visits: 1, contacts: 1, declared: 1, unsent: 0 });
  await saved(5, { outcome: 'undone', undoes: uuid(1) });
  expect(await counts()).toBeUndefined();
});

test('only the maker of a visit takes it back: of another person it has no door, and their undo does not count', async () => {
  const theirs = { user_id: 2, address: { street: 'Rue' } };
  await store.write((tx) => applyVisits(tx, scope, [downloaded(1, theirs), downloaded(2)]));
  expect(await getVisitedDoor(store, scope, uuid(1))).toBeNull();
  expect(await getVisitedDoor(store, scope, uuid(2))).toMatchObject({ actionId: 5 });
  await saved(3, { outcome: 'undone', undoes: uuid(1) });
  await store.write((tx) =>
    applyVisits(tx, scope, [downloaded(4, { user_id: 2, outcome: 'undone', undoes: uuid(2) })])
  );
  expect((await countVisitsByAction(store, scope)).get(5)).toMatchObject({ visits: 2 });
});
