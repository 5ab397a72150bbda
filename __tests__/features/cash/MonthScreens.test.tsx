import { fireEvent, screen, waitFor } from 'expo-router/testing-library';

import { type MonthDetail } from '@/contract/month';
import { setFact } from '@/db/facts';

import { openOrganiser, withSpace } from '../support/organiser';
import { press, settle, type } from '../support/render';

const sum = {
  payment_method_kind: 'cash',
  currency: 'eur',
  count: 3,
  amount: 6_000,
  late_count: 0,
  late_amount: 0,
};
const month: MonthDetail = {
  id: 202_610,
  month: '2026-10',
  state: 'open',
  next: 'close',
  sums: [sum],
  late: [
    {
      id: 5,
      bundle_id: 105,
      date: '2026-09-28T10:00:00Z',
      payment_method_kind: 'cash',
      currency: 'eur',
      amount: -500,
    },
  ],
  late_total: 1,
  unsent: [
    {
      user_id: 4,
      name: 'Amina Berger',
      received_at: '2026-11-01T10:00:00Z',
      count: 2,
      sums: [{ currency: 'EUR', amount: 900 }],
    },
  ],
  batches: [{ id: 7, number: 'B-12', count: 2 }],
  steps: [],
};

function pressLast(name: string): void {
  const button = screen.getAllByRole('button', { name }).at(-1);
  if (button) fireEvent.press(button);
}

async function open(path: string, { role = 'manager' as 'manager' | 'user', has = true } = {}) {
  const test = await withSpace(role);
  await test.runtime.store.write((tx) =>
    setFact(tx, test.runtime.scope, 'capabilities', has ? ['months'] : [])
  );
  return { ...test, show: () => openOrganiser(test.runtime, path) };
}

it('shows what a month contains and what may still arrive, and closes it', async () => {
  const { fakes, show } = await open('/months');
  const late = { ...sum, amount: 700, late_count: 1, late_amount: 700 };
  fakes.online.listMonths = {
    good: [
      { id: 202_611, month: '2026-11', state: 'open', sums: [late] },
      month,
      { id: 202_609, month: '2026-09', state: 'open', sums: [] },
    ],
    bad: [],
  };
  fakes.online.getMonth = month;
  show();
  expect(await screen.findByText('Open · €7.00 dated in other months')).toBeTruthy();
  expect(screen.queryByText(/Sep/)).toBeNull();
  fireEvent.press(screen.getByText('Oct 2026'));
  expect(await screen.findByText('2 records are still on phones')).toBeTruthy();
  expect(screen.getByText('B-12')).toBeTruthy();
  expect(screen.getByText('Dated 28 Sept 2026')).toBeTruthy();
  await press('button', 'Close month');
  await screen.findByText('Close Oct 2026?');
  pressLast('Close month');
  expect(await screen.findByText('No signal. Only the service has this.')).toBeTruthy();
  fakes.online.updateMonth = { ...month, state: 'closed' };
  fakes.online.getMonth = { ...month, state: 'closed', next: 'reopen' };
  pressLast('Close month');
  await waitFor(() => expect(screen.queryByText('Close Oct 2026?')).toBeNull());
  expect(fakes.written).toEqual([
    { endpoint: 'updateMonth', params: { id: 202_610 }, body: { data: { month: { step: 'close' } } } },
  ]);
});

it('lists a month without money that is the next one to close, so that later months can be closed', async () => {
  const { fakes, show } = await open('/months');
  fakes.online.listMonths = {
    good: [
      { id: 202_612, month: '2026-12', state: 'open', sums: [sum] },
      { id: 202_611, month: '2026-11', state: 'open', next: 'close', sums: [] },
      { ...month, state: 'closed', next: 'reopen' },
    ],
    bad: [],
  };
  show();
  expect(await screen.findByText('Nov 2026')).toBeTruthy();
});

it('says before the first close that the months before are closed too', async () => {
  const { fakes, show } = await open('/months/202610');
  const listed = (id: number, state: 'open' | 'closed', sums = [sum]) => {
    const text = `${String(id).slice(0, 4)}-${String(id).slice(4)}`;
    return { id, month: text, state, sums };
  };
  fakes.online.getMonth = month;
  fakes.online.listMonths = {
    good: [
      listed(202_611, 'open'),
      month,
      listed(202_609, 'open'),
      listed(202_608, 'open'),
      listed(202_607, 'open', []),
    ],
    bad: [],
  };
  const first = show();
  await screen.findByRole('button', { name: 'Close month' });
  await press('button', 'Close month');
  expect(await screen.findByText('2 earlier months are open too')).toBeTruthy();
  expect(screen.getByText('Closing this month also closes every month before it.')).toBeTruthy();
  first.unmount();
  fakes.online.listMonths = { good: [month, listed(202_609, 'closed')], bad: [] };
  show();
  await screen.findByRole('button', { name: 'Close month' });
  await press('button', 'Close month');
  await screen.findByText('Close Oct 2026?');
  expect(screen.queryByText(/are open too/)).toBeNull();
});

it('is reopened with a reason only', async () => {
  const { fakes, show } = await open('/months/202610');
  fakes.online.getMonth = { ...month, state: 'closed', next: 'reopen' };
  fakes.online.updateMonth = month;
  show();
  await screen.findByRole('button', { name: 'Reopen' });
  await press('button', 'Reopen');
  await screen.findByText('Reopen Oct 2026?');
  pressLast('Reopen');
  expect(await screen.findByText('Enter the reason. It stays visible.')).toBeTruthy();
  expect(fakes.written).toEqual([]);
  await type('Reason', 'A phone was late');
  pressLast('Reopen');
  await waitFor(() => expect(fakes.written).toHaveLength(1));
  expect(fakes.written[0]?.body).toEqual({ data: { month: { step: 'reopen', reason: 'A phone was late' } } });
  await settle();
});

it('is not offered where the service has no months, and not to volunteers', async () => {
  const bare = await open('/months', { has: false });
  bare.show();
  expect(await screen.findByText('This service does not close months')).toBeTruthy();
  const volunteer = await open('/months', { role: 'user' });
  volunteer.show();
  expect(await screen.findByText('Only managers see the months')).toBeTruthy();
});
