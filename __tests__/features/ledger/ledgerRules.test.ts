import { type BundleView } from '@/db/outbox/pendingBundles';
import { timeBuckets } from '@/domain/timeBuckets';
import { formOf, readCorrection, type CorrectionForm } from '@/features/ledger/correction';
import { toCsv, toPage, type ExportWords } from '@/features/ledger/exportFiles';
import { entriesOf, everything, toFilter, type LedgerEntry } from '@/features/ledger/filters';
import { stepsOf } from '@/features/ledger/history';
import { sumUp, type Stored } from '@/features/ledger/sums';
import { standingOf } from '@/features/ledger/words';
import { createFormat } from '@/i18n/format';
import { createI18n } from '@/i18n/I18nProvider';
import { englishLanguage } from '@/i18n/languages';

const words: ExportWords = {
  t: createI18n(englishLanguage()).t,
  format: createFormat('en-GB', 'Europe/Paris'),
  statusName: (id) => (id === 3 ? 'Valid' : ''),
};

const entry: LedgerEntry = {
  key: '1 0',
  bundle: '1',
  number: 1,
  date: '2026-11-14T14:00:00.000Z',
  amount: 2050,
  currency: 'EUR',
  method: 'cash',
  statusId: 3,
  contactId: 9,
  name: 'Rosa Giraud',
  campaign: 'NORTH',
  withDonation: true,
  withMembership: false,
  reimbursedAmount: 0,
  unpaidAmount: 0,
  comment: '',
  pending: [],
};

/** Stored money of which all came and nothing went back. */
const came = (sums: Stored['sums']): Stored => ({ sums, setbacks: [], isReceived: () => true });

const view: BundleView = {
  entity: 'bundle:1',
  id: 1,
  bundle: {
    transactions: [
      {
        id: 5,
        amount: 2000,
        currency: 'eur',
        payment_method_kind: 'cash',
        date: '2026-11-14T15:00:00+01:00',
        contact_id: 9,
        status_id: 3,
      },
    ],
    memberships: [],
    donations: [{ id: 6, amount: 2000, contact_id: 12 }],
  },
  pending: [],
};

describe('what is on the phone is filtered as the store filters', () => {
  const fits = (filter: Parameters<typeof entriesOf>[1]) => entriesOf(view, filter, () => null).length === 1;

  it.each([
    [{}, true],
    [{ kind: 'donation' as const }, true],
    [{ kind: 'membership' as const }, false],
    [{ statusId: 3 }, true],
    [{ statusId: 4 }, false],
    [{ paymentMethodKind: 'card' }, false],
    [{ contactId: 12 }, true],
    [{ contactId: 13 }, false],
    [{ codeCampaign: 'NORTH' }, false],
    [{ from: '2026-11-14T14:00:00.000Z' }, true],
    [{ until: '2026-11-14T14:00:00.000Z' }, false],
  ])('%j: %s', (filter, expected) => {
    expect(fits(filter)).toBe(expected);
  });

  it('includes both days, and leaves open what cannot be read yet', () => {
    const filter = toFilter({ ...everything, from: '2026-11-14', until: '2026-11-14' });
    expect(Date.parse(filter.until ?? '') - Date.parse(filter.from ?? '')).toBe(86_400_000);
    expect(toFilter({ ...everything, from: '2026-11-' })).toEqual({});
  });
});

describe('sums', () => {
  const stored = [
    { start: '2026-11-13', paymentMethodKind: 'cash', currency: 'EUR', count: 2, amount: 3000 },
    { start: '2026-11-14', paymentMethodKind: 'card', currency: 'EUR', count: 1, amount: 5000 },
    { start: '2026-11-14', paymentMethodKind: 'cash', currency: 'CHF', count: 1, amount: 100 },
  ].map((sum, place) => ({ ...sum, unit: 'day' as const, statusId: place === 1 ? 4 : 3 }));

  it('hold the stored and what is on the phone, by currency, and never add two currencies', () => {
    const [euros, francs] = sumUp(came(stored), [{ ...entry, amount: 1000 }]);
    expect(euros).toMatchObject({ currency: 'EUR', amount: 9000, count: 4 });
    expect(euros?.methods).toEqual([
      { method: 'card', amount: 5000, count: 1 },
      { method: 'cash', amount: 4000, count: 3 },
    ]);
    expect(francs).toMatchObject({ currency: 'CHF', amount: 100 });
  });

  it('tell by status what of them came and what did not', () => {
    const [euros, francs] = sumUp(came(stored), [{ ...entry, amount: 1000, statusId: null }]);
    expect(euros?.statuses).toEqual([
      { statusId: 4, amount: 5000, isReceived: true },
      { statusId: 3, amount: 3000, isReceived: true },
      { statusId: null, amount: 1000, isReceived: true },
    ]);
    expect(francs?.statuses).toEqual([{ statusId: 3, amount: 100, isReceived: true }]);
  });

  it('say what is there: without money that did not come, what was paid back and what stayed unpaid', () => {
    const [euros, francs] = sumUp(
      {
        sums: stored,
        // Of money that did not come nothing can be taken off a second time.
        setbacks: [
          { currency: 'EUR', statusId: 3, reimbursed: 500, unpaid: 0 },
          { currency: 'EUR', statusId: 4, reimbursed: 0, unpaid: 5000 },
        ],
        isReceived: (statusId) => statusId !== 4,
      },
      [{ ...entry, amount: 1000, statusId: null, reimbursedAmount: 0, unpaidAmount: 200 }]
    );
    expect(euros).toMatchObject({ amount: 9000, received: 3300, reimbursed: 500, unpaid: 200 });
    expect(francs).toMatchObject({ amount: 100, received: 100, reimbursed: 0, unpaid: 0 });
  });

  it('draw what is known by month by nothing finer, with what is on the phone in its month', () => {
    const ofMonths = ['2026-06-01', '2026-08-01'].map((start) => ({
      unit: 'month' as const,
      start,
      paymentMethodKind: 'cash',
      currency: 'EUR',
      statusId: null,
      count: 1,
      amount: 1000,
    }));
    const [euros] = sumUp(came(ofMonths), [{ ...entry, date: '2026-08-14T12:00:00.000Z', amount: 500 }]);
    if (!euros) throw new Error('There are sums in euros.');
    expect(timeBuckets(euros)).toEqual({
      unit: 'month',
      buckets: [
        { start: '2026-06-01', amount: 1000 },
        { start: '2026-07-01', amount: 0 },
        { start: '2026-08-01', amount: 1500 },
      ],
    });
  });
});

describe('the files', () => {
  const moment = new Date(entry.date);
  const day = moment.toLocaleDateString('sv-SE');
  const time = moment.toLocaleTimeString('sv-SE').slice(0, 5);

  it('are a table that a spreadsheet reads, with plain numbers, days and times', () => {
    const line = { ...entry, reimbursedAmount: 500, comment: 'By the door' };
    expect(toCsv([line], words)).toBe(
      '\uFEFFBundle,Date,Time,Contact number,Name,Amount,Paid back,Unpaid,Currency,Paid by,Status,Campaign,Kind,Note,State\r\n' +
        `1,${day},${time},9,Rosa Giraud,20.50,5.00,,EUR,Cash,Valid,NORTH,Donation,By the door,Sent\r\n`
    );
  });

  it('part cells by semicolons where a comma is the decimal sign, as spreadsheets there do', () => {
    const csv = toCsv([{ ...entry, name: 'Giraud; Rosa' }], { ...words, format: createFormat('fr-FR') });
    expect(csv).toContain(`1;${day};${time};9;"Giraud; Rosa";20,50;;;EUR;Cash;`);
  });

  it('never hand a spreadsheet a formula, and quote what must be quoted', () => {
    const csv = toCsv(
      [{ ...entry, name: '=HYPERLINK("http://bad.example")', campaign: 'a,b', comment: '-1+cmd' }],
      words
    );
    expect(csv).toContain(`"'=HYPERLINK(""http://bad.example"")"`);
    expect(csv).toContain('"a,b"');
    expect(csv).toContain(",'-1+cmd,");
    // Signs that are written wide count as the same signs, and a line may begin before they do.
    for (const name of ['＝1+1', '\n=1+1']) expect(toCsv([{ ...entry, name }], words)).toMatch(/,"?'[＝\n]/);
  });

  it('leave a number below zero a number: marked as text it would be missing from every sum', () => {
    expect(toCsv([{ ...entry, amount: -2050 }], words)).toContain(',Rosa Giraud,-20.50,');
    const french = { ...words, format: createFormat('fr-FR') };
    expect(toCsv([{ ...entry, amount: -2050 }], french)).toContain(';Rosa Giraud;-20,50;');
  });

  it('are a page in which nothing from outside is markup', () => {
    const page = toPage(
      {
        title: 'Ledger',
        space: 'Voisins & <b>amis</b>',
        entries: [{ ...entry, name: '<script>x</script>' }],
        sums: sumUp(came([]), [entry]),
        notes: [],
      },
      words
    );
    expect(page).not.toContain('<script>');
    expect(page).toContain('&lt;script&gt;');
    expect(page).toContain('<p>Voisins &amp; &lt;b&gt;amis&lt;/b&gt;</p>');
    expect(page).toContain('€20.50');
  });

  it('say where a payment stands once, where its status and what never came have one word', () => {
    const standing = (part: Partial<LedgerEntry>, status: string) =>
      standingOf(words, { ...entry, ...part }, status).join(' · ');
    expect(standing({ unpaidAmount: 1000 }, 'Unpaid')).toBe('Unpaid €10.00');
    expect(standing({ unpaidAmount: 1000 }, 'Valid')).toBe('Valid · Unpaid €10.00');
    expect(standing({ reimbursedAmount: 500, unpaidAmount: 1000 }, 'Reimbursed')).toBe(
      'Reimbursed · Paid back €5.00 · Unpaid €10.00'
    );
    expect(standing({}, 'Unpaid')).toBe('Unpaid');
    expect(standing({}, '')).toBe('');
  });

  it('are a page that runs the way its language does, whatever the space is called', () => {
    const write = (locale: string) =>
      toPage(
        { title: 'حسابات', space: 'Voisins', entries: [], sums: [], notes: [] },
        { ...words, format: createFormat(locale) }
      );
    expect(write('ar-EG')).toContain('<body dir="rtl">');
    expect(write('en-GB')).toContain('<body dir="ltr">');
  });

  it('say on the page what of the sum has which status, once there is more than one', () => {
    const entries = [entry, { ...entry, key: '2 0', amount: 500, statusId: null }];
    const page = (some: readonly LedgerEntry[]) =>
      toPage({ title: 'Ledger', space: null, entries: some, sums: sumUp(came([]), some), notes: [] }, words);
    expect(page(entries)).toContain('Valid €20.50 · No status €5.00');
    expect(page([entry])).not.toContain('Valid €20.50');
  });
});

describe('the history', () => {
  const item = { id: 5, amount: 2000, currency: 'eur', status_id: 3, comment: 'first', delivery_token: 'x' };

  it('tells what changed from what to what, the latest first', () => {
    const steps = stepsOf([
      { id: 1, CreatedAt: '2026-11-14T14:00:00Z', kind: 'transaction', target_id: 5, new: item },
      {
        id: 2,
        kind: 'transaction',
        target_id: 5,
        old: item,
        new: { ...item, comment: 'second', status_id: 4 },
      },
      {
        id: 3,
        kind: 'transaction_status',
        target_id: 5,
        old: item,
        new: { ...item, comment: 'second', status_id: 4 },
      },
      { id: 4, kind: 'donation', target_id: 6, old: { id: 6, amount: 500 } },
    ]);
    expect(steps.map(({ kind, action }) => [kind, action])).toEqual([
      ['donation', 'removed'],
      ['transaction_status', 'changed'],
      ['transaction', 'changed'],
      ['transaction', 'added'],
    ]);
    expect(steps[1]?.fields).toEqual([{ field: 'status_id', from: 3, to: 4 }]);
    expect(steps[2]?.fields).toEqual([{ field: 'comment', from: 'first', to: 'second' }]);
    expect(steps[3]?.fields.map(({ field }) => field)).toEqual(['amount', 'status_id', 'comment']);
  });

  it('shows a kind that nobody here knows as it is', () => {
    expect(stepsOf([{ id: 1, kind: 'refund', new: { note: 'x' } }])[0]).toMatchObject({
      kind: 'other',
      action: 'added',
    });
  });
});

describe('a correction', () => {
  const reader = { locale: 'en-GB', now: Date.parse('2026-11-14T14:24:00Z'), offsetMinutes: 60 };
  const opened = formOf(view.bundle, 'en-GB');
  const read = (form: CorrectionForm) => readCorrection(form, 1, view.bundle, reader);
  const withTransaction = (part: object): CorrectionForm => ({
    ...opened,
    transactions: opened.transactions.map((item) => ({ ...item, ...part })),
  });

  it('holds only what was changed', () => {
    expect(read(opened)).toEqual({ kind: 'unchanged' });
    expect(read(withTransaction({ statusId: 4 }))).toEqual({
      kind: 'update',
      update: { id: 1, transactions: [{ id: 5, status_id: 4 }] },
    });
    expect(read(withTransaction({ reimbursed: '5', unpaid: '2.50' }))).toMatchObject({
      update: { transactions: [{ id: 5, reimbursed_amount: 500, unpaid_amount: 250 }] },
    });
  });

  it('dates a note that was changed', () => {
    expect(read(withTransaction({ comment: 'Cheque came back' }))).toMatchObject({
      update: { transactions: [{ comment: 'Cheque came back', comment_date: '2026-11-14T15:24:00+01:00' }] },
    });
  });

  it('adds a donation for whom the bundle is, without a number of its own', () => {
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
    [
      { ...opened, donation: { amount: '', affectation: '', comment: '' } },
      { 'donation.amount': 'amount_missing' },
    ],
    [
      { ...opened, donation: { amount: '1', affectation: 'x'.repeat(201), comment: '' } },
      { 'donation.affectation': 'too_long' },
    ],
  ])('says what is wrong: %#', (form, faults) => {
    expect(read(form)).toEqual({ kind: 'faults', faults });
  });
});
