import type { TransactionBundle } from '@/contract/bundle';
import { applyBundles } from '@/db/ledger/bundles';
import { listOutbox } from '@/db/outbox/outbox';
import { assemble } from '@/features/capture/assemble';
import type { Draft } from '@/features/capture/draft';
import { openedDraft } from '@/features/capture/fix';
import { saveCapture } from '@/features/capture/mutations';
import { openForm } from '@/features/capture/openForm';

import { createTestRuntime, saturday } from '../support/runtime';
import { demoCatalogue, openedCapture } from './catalogue';

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
      opened: openedCapture(draft),
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

describe('of a record that the office has changed', () => {
  const donations = [
    { id: 60, contact_id: 7, amount: 3000, currency: 'EUR', date, affectation: 'Hall' },
    {
      id: 61,
      contact_id: 7,
      amount: 1000,
      currency: 'EUR',
      date: '2026-11-12T08:00:00Z',
      affectation: 'Bus',
      comment: 'Added by the office',
    },
  ];

  it('sends the fields alone that were changed on the form', async () => {
    const { opened, save, sent } = await arrivedGift({ donations });
    expect(await save({ ...opened.draft, note: 'Call first' })).toEqual({ kind: 'saved' });
    expect(await sent()).toEqual([{ id: 0, transactions: [{ at: 0, comment: 'Call first' }] }]);
  });

  it('adds to the payment what an amount differs by, and leaves the purpose of the other donation', async () => {
    const { opened, save, sent } = await arrivedGift({ donations });
    const [first, second] = opened.draft.people;
    const people = [{ ...first!, donation: { ...first!.donation, typed: '35' } }, second!];
    expect(await save({ ...opened.draft, people, affectation: 'Seats' })).toEqual({ kind: 'saved' });
    expect(await sent()).toEqual([
      {
        id: 0,
        transactions: [{ at: 0, amount: 3500 }],
        donations: [{ at: 0, amount: 3500, affectation: 'Seats' }],
      },
    ]);
  });

  it('keeps the period of a membership, and each item with its person', async () => {
    const { opened, save, sent } = await arrivedGift({
      donations: [{ id: 60, contact_id: 7, amount: 600, currency: 'EUR', date }],
      memberships: [8, 7].map((contactId, index) => ({
        id: 70 + index,
        contact_id: contactId,
        amount: 1200,
        currency: 'EUR',
        membership_price_id: 11,
        start_date: '2026-06-01T00:00:00Z',
        end_date: '2027-05-31T23:59:59Z',
      })),
    });
    expect(await save({ ...opened.draft, campaign: 'Spring' })).toEqual({ kind: 'saved' });
    expect(await sent()).toEqual([{ id: 0, transactions: [{ at: 0, code_campaign: 'Spring' }] }]);
  });

  it('shows the note of a linked supporter without their block, and keeps the block', async () => {
    const payment = {
      id: 50,
      contact_id: 7,
      amount: 3000,
      currency: 'EUR',
      payment_method_kind: 'cash',
      date,
      comment: 'New supporter\nName: Rosa\n\nRing twice',
    };
    const { opened, save, sent } = await arrivedGift({ transactions: [payment], donations: [donations[0]!] });
    expect(opened.draft.note).toBe('Ring twice');
    expect(await save({ ...opened.draft, note: 'Ring once' })).toEqual({ kind: 'saved' });
    expect(await sent()).toEqual([
      { id: 0, transactions: [{ at: 0, comment: 'New supporter\nName: Rosa\n\nRing once' }] },
    ]);
  });
});

it('asks for no new price where an item is as it was', async () => {
  const { opened } = await arrivedGift({
    donations: [{ id: 60, contact_id: 7, amount: 3000, currency: 'EUR', date, donation_price_id: 3 }],
  });
  const errorsOf = (draft: Draft) =>
    assemble(draft, demoCatalogue, paris, openedDraft(draft, demoCatalogue, paris)).errors;
  const { draft } = opened;
  // The price of a bus seat is €50 meanwhile.
  expect(errorsOf({ ...draft, note: 'Call first' })).toEqual([]);
  const people = draft.people.map((person) => ({ ...person, donation: { priceId: 3, typed: '40' } }));
  expect(errorsOf({ ...draft, people })).toMatchObject([{ kind: 'custom_amount_refused', amount: 5000 }]);
});
