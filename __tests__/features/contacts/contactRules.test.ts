import { type Contact } from '@/contract/contact';
import { noName } from '@/db/contacts';
import { type BundleView } from '@/db/outbox/pendingBundles';
import { decodeAnswers } from '@/features/contacts/answers';
import { sumGiven } from '@/features/contacts/given';
import { letterAt, sideLetters } from '@/features/contacts/letters';
import { readContactNumber } from '@/features/contacts/number';

describe('the number of a contact', () => {
  it.each([
    ['48213', 48213],
    [' 0048213 ', 48213],
    ['No. 48213', 48213],
    ['#48213', 48213],
    ['https://doorstep.example.org/contacts/48213', 48213],
    ['doorstep:contact=48213', 48213],
    ['0', 0],
  ])('is read from %s', (text, number) => expect(readContactNumber(text)).toBe(number));

  it.each([
    '',
    'Rosa',
    '48213 rue Haute',
    '06 12 34 56 78',
    '+33612345678',
    '12345678901234567890',
    'https://example.org/48213/x',
  ])('is not taken from %s', (text) => expect(readContactNumber(text)).toBeNull());
});

describe('answers', () => {
  const forms = [
    {
      id: 1,
      label: 'Newsletter by mail',
      type: 'consent',
      refvalues: [
        { id: 10, label: 'Yes', value: '1' },
        { id: 11, label: 'No', value: '0' },
      ],
    },
    {
      id: 2,
      label: 'Level of support',
      type: 'choice',
      refvalues: [1, 2, 3, 4].map((step) => ({ id: 20 + step, label: `Step ${step}`, value: String(step) })),
    },
    { id: 3, label: 'How they can help', type: 'text' },
  ];
  const contact: Contact = {
    id: 1,
    custom_fields: [{ id: 5, form_id: 3, data: 'Lends a hall' }],
    formdatas: [
      { id: 6, form_id: 2, form_ref_id: 23, data: '3' },
      { id: 7, form_id: 1, form_ref_id: 11, data: '0', date: '2024-05-01T00:00:00Z' },
      { id: 8, form_id: 1, form_ref_id: 10, data: '1', date: '2020-05-01T00:00:00Z' },
      { id: 9, form_id: 99, data: 'Blue' },
      { id: 10, form_id: 3, data: '  ' },
    ],
  };

  it('are decoded through their forms: consents first, the latest of one question first', () => {
    const answers = decodeAnswers(contact, forms);
    expect(
      answers.map(({ question, answer, verdict, scale }) => ({ question, answer, verdict, scale }))
    ).toEqual([
      { question: 'Newsletter by mail', answer: 'No', verdict: 'no', scale: null },
      { question: 'Newsletter by mail', answer: 'Yes', verdict: 'yes', scale: null },
      { question: 'How they can help', answer: 'Lends a hall', verdict: null, scale: null },
      { question: 'Level of support', answer: 'Step 3', verdict: null, scale: { place: 3, of: 4 } },
      { question: null, answer: 'Blue', verdict: null, scale: null },
    ]);
  });

  it('are shown without their forms too', () => {
    const answers = decodeAnswers(contact, []);
    expect(answers.map(({ formId, answer }) => [formId, answer])).toContainEqual([1, '0']);
    expect(answers.every(({ question }) => question === null)).toBe(true);
  });
});

describe('what a contact gave', () => {
  const statuses = [
    { id: 1, name: 'Received', kind: 'valid' },
    { id: 2, name: 'Sent back', kind: 'reimbursed' },
  ];
  const bundle = (
    id: number,
    parts: Partial<BundleView['bundle']>,
    date = '2026-03-01T10:00:00Z',
    statusId = 1
  ): BundleView => ({
    entity: `bundle:${id}`,
    id,
    pending: [],
    bundle: {
      transactions: [{ id, amount: 5000, currency: 'eur', contact_id: 7, date, status_id: statusId }],
      donations: [],
      memberships: [],
      ...parts,
    },
  });
  const options = { contactId: 7, now: Date.parse('2026-11-14T12:00:00Z') };

  it('is summed by year in the currency most was given in, without what went back', () => {
    const given = sumGiven(
      [
        bundle(1, { donations: [{ amount: 2000, currency: 'EUR', contact_id: 7 }] }),
        bundle(
          2,
          {
            memberships: [{ amount: 3000, currency: 'eur', contact_id: 7, end_date: '2026-12-31T00:00:00Z' }],
          },
          '2025-03-01T10:00:00Z'
        ),
        bundle(3, { donations: [{ amount: 100, currency: 'gbp', contact_id: 7 }] }),
        bundle(4, { donations: [{ amount: 9900, currency: 'eur', contact_id: 7 }] }, undefined, 2),
      ],
      statuses,
      options
    );
    expect(given.sums).toEqual([
      { amount: 5000, currency: 'EUR' },
      { amount: 100, currency: 'gbp' },
    ]);
    expect(given.years.slice(-2)).toEqual([
      { year: 2025, amount: 3000 },
      { year: 2026, amount: 2000 },
    ]);
    expect(given.years).toHaveLength(7);
    expect([given.donations, given.memberships]).toEqual([2, 1]);
    expect(given.gifts).toHaveLength(4);
    expect(given.memberUntil).toBe('2026-12-31T00:00:00Z');
  });

  it('counts what they paid for themselves, and shows apart what they paid for someone else', () => {
    const own = sumGiven([bundle(1, { donations: [{ amount: 2000, currency: 'eur' }] })], statuses, options);
    expect(own.gifts.map(({ kind }) => kind)).toEqual(['donation']);
    const other = sumGiven(
      [bundle(1, { donations: [{ amount: 2000, currency: 'eur', contact_id: 8 }] })],
      statuses,
      options
    );
    expect(other.gifts.map(({ kind, amount }) => [kind, amount])).toEqual([['forOther', 5000]]);
    expect(other.sums).toEqual([]);
  });

  it('counts a payment that is for nothing in particular', () => {
    const given = sumGiven([bundle(1, {})], statuses, options);
    expect(given.gifts.map(({ kind, received }) => [kind, received])).toEqual([['payment', 5000]]);
    expect(given.sums).toEqual([{ amount: 5000, currency: 'eur' }]);
  });

  const paid = { id: 1, currency: 'eur', contact_id: 7, date: '2026-03-01T10:00:00Z', status_id: 1 };

  it('leaves out what was paid back or stayed unpaid, shared among what the payment was for', () => {
    const given = sumGiven(
      [
        bundle(1, {
          transactions: [{ ...paid, amount: 10_000, reimbursed_amount: 2000, unpaid_amount: 1333 }],
          donations: [
            { amount: 3333, currency: 'eur', contact_id: 7 },
            { amount: 3333, currency: 'eur', contact_id: 8 },
          ],
          memberships: [{ amount: 3334, currency: 'eur', end_date: '2026-12-31T00:00:00Z' }],
        }),
      ],
      statuses,
      options
    );
    expect(given.gifts.map(({ amount, received }) => [amount, received])).toEqual([
      [3333, 2222],
      [3334, 2223],
    ]);
    expect(given.sums).toEqual([{ amount: 4445, currency: 'eur' }]);
    expect(given.years.at(-1)).toEqual({ year: 2026, amount: 4445 });
  });

  it('makes nobody a member by money that was paid back whole, and does by none that was asked for', () => {
    const until = (end: string, amount: number, back: number) =>
      sumGiven(
        [
          bundle(1, {
            transactions: [{ ...paid, amount, reimbursed_amount: back }],
            memberships: [{ amount, currency: 'eur', contact_id: 7, end_date: end }],
          }),
        ],
        statuses,
        options
      ).memberUntil;
    expect(until('2026-12-31T00:00:00Z', 3000, 3000)).toBeNull();
    expect(until('2026-12-31T00:00:00Z', 3000, 1000)).toBe('2026-12-31T00:00:00Z');
    expect(until('2026-12-31T00:00:00Z', 0, 0)).toBe('2026-12-31T00:00:00Z');
  });
});

describe('the letters at the side of the list', () => {
  const places = [
    { letter: '2', place: 0 },
    { letter: '7', place: 3 },
    { letter: 'a', place: 4 },
    { letter: 'ع', place: 90 },
    { letter: noName, place: 95 },
  ];

  it('are written large, with all figures under one sign and the nameless under another', () => {
    expect(sideLetters(places)).toEqual([
      { letter: '#', place: 0 },
      { letter: 'A', place: 4 },
      { letter: 'ع', place: 90 },
      { letter: '…', place: 95 },
    ]);
  });

  it('know which of them a row stands under', () => {
    const letters = sideLetters(places);
    expect([0, 3, 4, 89, 90, 400].map((row) => letterAt(letters, row))).toEqual([0, 0, 1, 1, 2, 3]);
  });
});
