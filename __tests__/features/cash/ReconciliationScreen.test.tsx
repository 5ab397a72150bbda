import { fireEvent, screen, waitFor } from 'expo-router/testing-library';

import { type Reconciliation } from '@/contract/reconciliation';
import { setFact } from '@/db/facts';
import { paramsOf, queryOf, readChoice } from '@/features/cash/reconciliation/choice';

import { openOrganiser, withSpace } from '../support/organiser';
import { press } from '../support/render';

const amounts = {
  recorded: 0,
  counted: 0,
  variance: 0,
  held: 0,
  handed_over: 0,
  unconfirmed: 0,
  banked: 0,
  difference: 0,
};
const total = { ...amounts, currency: 'eur', bank_difference: 0, ledger: 0 };

/** €45.00 recorded, €1.00 too little counted, €20.00 at the bank. */
const good: Reconciliation = {
  people: [
    {
      ...amounts,
      user_id: 4,
      name: 'Amina Berger',
      currency: 'eur',
      recorded: 2_500,
      counted: 2_400,
      variance: -100,
      held: 2_400,
    },
    {
      ...amounts,
      user_id: 5,
      name: 'Marc Dulac',
      currency: 'eur',
      recorded: 2_000,
      counted: 2_000,
      banked: 2_000,
    },
  ],
  totals: [
    { ...total, recorded: 4_500, counted: 4_400, variance: -100, held: 2_400, banked: 2_000, ledger: 4_500 },
  ],
  holders: [],
  problems: [],
  corrected: [],
  shifts: [
    {
      key: 'first',
      user_id: 4,
      name: 'Amina Berger',
      started_at: '2026-11-14T10:00:00Z',
      counted_at: '2026-11-14T12:00:00Z',
      captured: 3,
      held: 3,
      missing: [],
      receipts: [],
      late: 0,
      recounts: 0,
    },
  ],
  shifts_total: 1,
  campaigns: ['Plateau', 'Spring'],
};

const at = '2026-11-14T10:00:00Z';
const bad: Reconciliation = {
  ...good,
  totals: [
    {
      ...total,
      recorded: 4_500,
      held: 6_000,
      banked: 4_000,
      bank_difference: -50,
      difference: 1_350,
      ledger: 4_000,
    },
  ],
  problems: [
    {
      kind: 'missing',
      currency: 'eur',
      expected: 0,
      found: 1_500,
      user_id: 4,
      name: 'Amina Berger',
      at,
      count: 1,
    },
    { kind: 'hand_over', currency: 'eur', expected: 3_000, found: 2_900, user_id: 5, name: 'Marc Dulac', at },
    { kind: 'batch', currency: 'eur', expected: 4_000, found: 3_950, at, batch_id: 7, batch_number: 'B-12' },
  ],
  corrected: [
    {
      bundle_id: 105,
      user_id: 4,
      name: 'Amina Berger',
      currency: 'eur',
      counted: 2_000,
      ledger: 1_500,
      counted_at: '2026-11-13T18:00:00Z',
    },
  ],
  shifts: (good.shifts ?? []).map((shift) => ({
    ...shift,
    captured: 23,
    held: 22,
    missing: [17],
    late: 2,
    recounts: 1,
  })),
};

async function open(
  found: Reconciliation | null,
  { role = 'manager' as 'manager' | 'user', has = true, path = '' } = {}
) {
  const test = await withSpace(role);
  await test.runtime.store.write((tx) =>
    setFact(tx, test.runtime.scope, 'capabilities', has ? ['reconciliation'] : [])
  );
  if (found !== null) test.fakes.online.getReconciliation = found;
  return { ...test, drawn: openOrganiser(test.runtime, `/reconciliation${path}`) };
}

it('says that every euro is accounted for, and where it is', async () => {
  const { fakes } = await open(good);
  expect(await screen.findByText('Every euro is accounted for')).toBeTruthy();
  expect(
    screen.getByText(
      'Recorded €45.00, differences of the counts -€1.00: €24.00 with people, €0.00 handed over, €20.00 at the bank.'
    )
  ).toBeTruthy();
  expect(screen.getByText('Marc Dulac')).toBeTruthy();
  expect(screen.queryByText('What does not add up')).toBeNull();
  fireEvent.press(screen.getByRole('button', { name: 'Show all shifts' }));
  expect(await screen.findByText(/Captured 3, the service holds all of them/)).toBeTruthy();
  await press('button', 'Table (CSV)');
  await waitFor(() => expect(fakes.shared).toHaveLength(1));
  const [file] = fakes.shared;
  expect(file?.text).toContain('Amina Berger,EUR,25.00,0.00,24.00,-1.00,0.00,24.00,0.00,0.00,0.00,0.00');
  expect(file?.text).toContain('Sum,EUR,45.00,0.00,44.00,-1.00,0.00,24.00,0.00,20.00,0.00,0.00');
});

it('says who has the handed-over cash, and which of it is not confirmed', async () => {
  const holder = { currency: 'eur', is_confirmed: true };
  await open({
    ...good,
    totals: [{ ...total, recorded: 3_000, handed_over: 3_000, ledger: 3_000 }],
    holders: [
      { ...holder, user_id: 7, name: 'Lea Haddad', amount: 2_000 },
      { ...holder, name: 'Bo from the shop', amount: 1_000, is_confirmed: false },
    ],
  });
  expect(await screen.findByText('Who has the handed-over cash')).toBeTruthy();
  expect(screen.getByText('Lea Haddad')).toBeTruthy();
  expect(screen.getByText('Bo from the shop')).toBeTruthy();
  expect(screen.getByText('Not confirmed yet')).toBeTruthy();
  // Also what its first receiver confirmed and handed on.
  expect(screen.getByText('€10.00 is handed over and not confirmed yet.')).toBeTruthy();
});

it('has at the bank what the bank counted, so that the sum adds up', async () => {
  const { fakes } = await open({
    ...good,
    totals: [
      {
        ...total,
        recorded: 4_500,
        counted: 4_400,
        variance: -100,
        held: 2_400,
        banked: 2_000,
        bank_difference: -50,
        difference: -50,
        ledger: 4_500,
      },
    ],
    problems: [
      {
        kind: 'batch',
        currency: 'eur',
        expected: 2_000,
        found: 1_950,
        at,
        batch_id: 7,
        batch_number: 'B-12',
      },
    ],
  });
  expect(
    await screen.findByText(
      'Recorded €45.00, differences of the counts -€1.00: €24.00 with people, €0.00 handed over, €19.50 at the bank.'
    )
  ).toBeTruthy();
  await press('button', 'Table (CSV)');
  await waitFor(() => expect(fakes.shared).toHaveLength(1));
  const text = fakes.shared[0]?.text;
  expect(text).toContain('Counted by the bank,EUR,0.00,0.00,0.00,0.00,0.00,0.00,0.00,-0.50,0.00,-0.50');
  expect(text).toContain('Sum,EUR,45.00,0.00,44.00,-1.00,0.00,24.00,0.00,19.50,0.00,-0.50');
});

it('says in another currency that all cash is accounted for', async () => {
  await open({ ...good, totals: [{ ...total, currency: 'chf' }] });
  expect(await screen.findByText('All cash is accounted for')).toBeTruthy();
});

it('names what does not add up, by how much, and which record is missing', async () => {
  await open(bad);
  expect(await screen.findByText('3 things do not add up')).toBeTruthy();
  expect(screen.getByText('€13.50 too much')).toBeTruthy();
  expect(screen.getByText('Amina Berger: 1 counted record has not arrived')).toBeTruthy();
  expect(screen.getByText('Marc Dulac: handed over €30.00, received €29.00')).toBeTruthy();
  expect(screen.getByText('Batch B-12: deposited €40.00, the bank counted €39.50')).toBeTruthy();
  expect(screen.getByText('+€15.00')).toBeTruthy();
  expect(screen.getAllByText('-€0.50')).toHaveLength(3);
  expect(screen.getByText('Counted by the bank')).toBeTruthy();
  expect(screen.getByText(/Captured 23, the service holds 22. Missing: No. 17/)).toBeTruthy();
  expect(screen.getByText(/2 records arrived after the count · counted again once/)).toBeTruthy();
  expect(
    screen.getByText(/^Amina Berger · counted €20.00, the ledger says €15.00 · After the count of 13 Nov/)
  ).toBeTruthy();
});

it('does not call differences settled that cancel each other out', async () => {
  await open({ ...bad, totals: [{ ...total, difference: 0 }] });
  expect(await screen.findByText('3 things do not add up')).toBeTruthy();
  expect(screen.queryByText('Every euro is accounted for')).toBeNull();
});

it('chooses a campaign and a day, which stay in the address', async () => {
  const { drawn } = await open(good, { path: '?from=2026-11-14&until=2026-11-14' });
  expect(await screen.findByText('from 14 Nov 2026')).toBeTruthy();
  await press('button', 'Filter');
  fireEvent.press(await screen.findByRole('radio', { name: 'Spring' }));
  await press('button', 'Show');
  expect(await screen.findByText('Spring')).toBeTruthy();
  expect(drawn.getSearchParams()).toEqual({ from: '2026-11-14', until: '2026-11-14', campaign: 'Spring' });
});

it('reads and writes the address, and leaves out what is no day', () => {
  const choice = readChoice({ from: '2026-11-14', until: 'soon', campaign: 'Spring' });
  expect(choice).toEqual({ from: '2026-11-14', until: '', campaign: 'Spring' });
  expect(paramsOf(choice)).toEqual({ from: '2026-11-14', until: undefined, campaign: 'Spring' });
  const day = queryOf({ from: '2026-11-14', until: '2026-11-14', campaign: null });
  expect(Date.parse(day.until ?? '') - Date.parse(day.from ?? '')).toBe(86_400_000);
});

it.each([
  ['there is no cash', { ...good, people: [], totals: [], shifts: [] }, {}, 'No cash in this time'],
  ['there is no signal', null, {}, 'No signal. Only the service has this.'],
  ['the service cannot', good, { has: false }, 'This service does not reconcile the cash'],
  ['it is for managers', good, { role: 'user' as const }, 'Only managers reconcile the cash'],
])('says when %s', async (_, found, options, words) => {
  await open(found, options);
  expect(await screen.findByText(words)).toBeTruthy();
});
