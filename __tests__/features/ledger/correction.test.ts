import { writeSupporter } from '@/domain/contacts/supporter';
import { formOf, readCorrection, type CorrectionForm } from '@/features/ledger/correction';

import { view } from '../support/ledgerSamples';

describe('a correction', () => {
  const kinds = new Map([
    [4, 'cancel'],
    [6, 'reimbursed'],
    [7, 'unpaid'],
    [8, 'valid'],
  ]);
  const kindOf = (id: number) => kinds.get(id);
  const reader = { locale: 'en-GB', kindOf, now: Date.parse('2026-11-14T14:24:00Z'), offsetMinutes: 60 };
  const opened = formOf(view.bundle, 'en-GB');
  const read = (form: CorrectionForm) => readCorrection(form, 1, view.bundle, reader);
  const withTransaction = (part: object): CorrectionForm => ({
    ...opened,
    transactions: opened.transactions.map((item) => ({ ...item, ...part })),
  });

  it('contains only what was changed', () => {
    expect(read(opened)).toEqual({ kind: 'unchanged' });
    expect(read(withTransaction({ statusId: 4 }))).toEqual({
      kind: 'update',
      update: { id: 1, transactions: [{ id: 5, status_id: 4 }] },
    });
    expect(read(withTransaction({ reimbursed: '5', unpaid: '2.50' }))).toMatchObject({
      update: { transactions: [{ id: 5, reimbursed_amount: 500, unpaid_amount: 250 }] },
    });
  });

  it('dates a changed note', () => {
    expect(read(withTransaction({ comment: 'Cheque came back' }))).toMatchObject({
      update: { transactions: [{ comment: 'Cheque came back', comment_date: '2026-11-14T15:24:00+01:00' }] },
    });
  });

  it('keeps the block of a new supporter apart from the note', () => {
    const block = writeSupporter({ name: 'Nora Blum', phone: '0611' });
    const bundle = {
      ...view.bundle,
      transactions: view.bundle.transactions.map((each) => ({ ...each, comment: `${block}\n\nRing twice` })),
    };
    const form = formOf(bundle, 'en-GB');
    expect(form.transactions[0]?.comment).toBe('Ring twice');
    expect(readCorrection(form, 1, bundle, reader)).toEqual({ kind: 'unchanged' });
    const noted = { ...form, transactions: form.transactions.map((each) => ({ ...each, comment: 'Paid' })) };
    expect(readCorrection(noted, 1, bundle, reader)).toMatchObject({
      update: { transactions: [{ comment: `${block}\n\nPaid` }] },
    });
    const emptied = { ...form, transactions: form.transactions.map((each) => ({ ...each, comment: '' })) };
    expect(readCorrection(emptied, 1, bundle, reader)).toMatchObject({
      update: { transactions: [{ comment: block }] },
    });
  });

  it('adds a donation for the person of the bundle, without an id', () => {
    const reading = read({ ...opened, donation: { amount: '10', affectation: 'Flyers', comment: '' } });
    expect(reading).toEqual({
      kind: 'update',
      update: {
        id: 1,
        donations: [
          {
            contact_id: 12,
            date: '2026-11-14T15:24:00+01:00',
            amount: 1000,
            currency: 'eur',
            affectation: 'Flyers',
          },
        ],
      },
    });
  });

  it.each([
    [withTransaction({ reimbursed: 'ten' }), { '5.reimbursed': 'not_a_number' }],
    [withTransaction({ unpaid: '1.005' }), { '5.unpaid': 'too_many_decimals' }],
    [withTransaction({ reimbursed: '15', unpaid: '10' }), { '5.reimbursed': 'too_much' }],
    [withTransaction({ statusId: 6 }), { '5.reimbursed': 'not_refunded' }],
    [withTransaction({ statusId: 7 }), { '5.unpaid': 'not_unpaid' }],
    [withTransaction({ statusId: 8, unpaid: '20' }), { '5.unpaid': 'not_received' }],
    [
      { ...opened, donation: { amount: '', affectation: '', comment: '' } },
      { 'donation.amount': 'amount_missing' },
    ],
    [
      { ...opened, donation: { amount: '1', affectation: 'x'.repeat(201), comment: '' } },
      { 'donation.affectation': 'too_long' },
    ],
  ])('says what is wrong: %#', (form, errors) => {
    expect(read(form)).toEqual({ kind: 'errors', errors });
  });
});
