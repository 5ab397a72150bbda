import type { TransactionBundle } from '@/contract/bundle';
import { applyBundles } from '@/db/ledger/bundles';
import { listOutbox } from '@/db/outbox/outbox';
import { assemble } from '@/features/capture/assemble';
import type { Draft } from '@/features/capture/draft';
import { saveCapture } from '@/features/capture/mutations';
import { openForm } from '@/features/capture/openForm';

import { createTestRuntime, saturday } from '../support/runtime';
import { demoCatalogue } from './catalogue';

const paris = {
  now: saturday,
  offsetMinutesAt: () => 60,
  locale: 'en-GB',
  nameOfNumber: (id: number) => `No. ${id}`,
};
const date = '2026-11-14T10:00:00+01:00';

/** A gift that the service has, opened to be corrected. */
async function arrivedGift(bundle: Partial<TransactionBundle>) {
  const { runtime, store, scope } = await createTestRuntime();
  const payment = { id: 50, contact_id: 7, amount: 3000, currency: 'EUR', payment_method_kind: 'cash', date };
  await store.write((tx) => applyBundles(tx, scope, [{ id: 5, transactions: [payment], ...bundle }]));
  const opened = await openForm(runtime, { kind: 'fix', rowId: '5' }, paris);
  if (opened.kind !== 'open') throw new Error('must open');
  const save = (draft: Draft) =>
    saveCapture(runtime, {
      capture: assemble(draft, demoCatalogue, paris).capture,
      draft,
      draftKey: 'capture:fix:5',
      canCorrectAll: true,
      who: 'Jeanne',
    });
  const sent = async () =>
    (await listOutbox(store, scope)).map(({ body }) => (JSON.parse(body) as { data: unknown }).data);
  return { opened, save, sent };
}

it('cannot lose a person, and says so', async () => {
  const { opened, save, sent } = await arrivedGift({
    donations: [
      { id: 60, contact_id: 7, amount: 1000, currency: 'EUR', date },
      { id: 61, contact_id: 8, amount: 2000, currency: 'EUR', date },
    ],
  });
  expect(opened.purpose).toBe('correct');
  const { draft } = opened;
  expect(draft.people.map(({ places }) => places)).toEqual([{ donation: 0 }, { donation: 1 }]);
  expect(await save({ ...draft, people: draft.people.slice(0, 1) })).toEqual({ kind: 'cannot_remove' });
  expect(await sent()).toEqual([]);
});
