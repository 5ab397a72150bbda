import '../support/layout';

import { screen } from '@testing-library/react-native';
import { renderRouter } from 'expo-router/testing-library';

import { type TransactionStatus } from '@/contract/status';
import { applyBundles } from '@/db/ledger/bundles';
import { enqueue, listOutbox } from '@/db/outbox/outbox';
import { applyTransactionStatuses } from '@/db/statuses';
import { HomeScreen } from '@/features/home/HomeScreen';
import { BundleScreen } from '@/features/ledger/BundleScreen';
import { LedgerScreen } from '@/features/ledger/LedgerScreen';
import { OutboxScreen } from '@/features/outbox/OutboxScreen';
import { type Runtime } from '@/features/shared/runtime';

import { withSpace } from '../support/organiser';
import { createWrapper, press } from '../support/render';
import { capture } from '../../db/harness';
import { saturday } from '../support/runtime';

const cancelStatus = { id: 8, name: 'Cancelled', kind: 'cancel' };
const twice = 'This gift arrived twice: No. 12 and No. 13';

function bundle(id: number, rest: object = {}) {
  const payment = {
    id: id * 10,
    amount: 2000,
    currency: 'eur',
    payment_method_kind: 'cash',
    date: '2026-11-13T10:00:00Z',
    contact_id: 90,
    delivery_token: 'one-gift',
    status_id: 3,
    ...rest,
  };
  return { id, transactions: [payment] };
}

/** Two bundles of one gift, among the two others of the space. */
async function withDoubled(
  role: 'manager' | 'user',
  { statuses = [cancelStatus] as TransactionStatus[], bundles = [bundle(12), bundle(13)] } = {}
) {
  const test = await withSpace(role);
  await test.store.write(async (tx) => {
    await applyTransactionStatuses(tx, test.scope, statuses);
    await applyBundles(tx, test.scope, bundles);
  });
  return test;
}

function open(runtime: Runtime, initialUrl: string) {
  return renderRouter(
    {
      index: HomeScreen,
      outbox: OutboxScreen,
      'ledger/index': LedgerScreen,
      'ledger/[id]/index': BundleScreen,
    },
    { initialUrl, wrapper: createWrapper(runtime) }
  );
}

it.each(['/', '/outbox', '/ledger', '/ledger/12', '/ledger/13'])(
  'shows a gift that arrived twice on %s, and cancels the second with one press',
  async (place) => {
    const { runtime, store, scope } = await withDoubled('manager');
    open(runtime, place);
    expect(await screen.findByText(twice)).toBeTruthy();
    expect(screen.getByText(/^Rosa Giraud · €20\.00 Cancel the second/)).toBeTruthy();
    await press('button', 'Cancel the second');
    const [row] = await listOutbox(store, scope);
    expect(row).toMatchObject({ kind: 'bundle_update', entity: 'bundle:13', who: 'Rosa Giraud' });
    expect(JSON.parse(row?.body ?? '')).toEqual({
      data: { id: 13, transactions: [{ id: 130, status_id: 8 }] },
    });
    expect(await screen.findByText('No. 13: cancelled, sending')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel the second' })).toBeNull();
  }
);

it('is not shown on another bundle', async () => {
  const { runtime } = await withDoubled('manager');
  open(runtime, '/ledger/100');
  await screen.findByText('For Rosa Giraud');
  expect(screen.queryByText(twice)).toBeNull();
});

it('counts the money once from the press on', async () => {
  const { runtime } = await withDoubled('manager');
  open(runtime, '/ledger');
  expect(await screen.findByText('€110.00')).toBeTruthy();
  expect(screen.queryByText(/^Cancelled or unpaid/)).toBeNull();
  await screen.findByText(twice);
  await press('button', 'Cancel the second');
  expect(await screen.findByText('€90.00')).toBeTruthy();
});

it('is over once the service has the cancellation', async () => {
  const bundles = [bundle(12), bundle(13, { status_id: 8 })];
  const { runtime } = await withDoubled('manager', { bundles });
  open(runtime, '/ledger');
  expect(await screen.findByText('€90.00')).toBeTruthy();
  expect(screen.queryByText(twice)).toBeNull();
});

it('continues with the third where a gift arrived three times', async () => {
  const bundles = [bundle(12), bundle(13, { status_id: 8 }), bundle(14)];
  const { runtime } = await withDoubled('manager', { bundles });
  open(runtime, '/');
  expect(await screen.findByText('This gift arrived twice: No. 12 and No. 14')).toBeTruthy();
});

it('says whom to tell where the space has no such status, or only an archived one', async () => {
  const { runtime } = await withDoubled('manager', { statuses: [{ ...cancelStatus, archived: true }] });
  open(runtime, '/ledger');
  expect(await screen.findByText(/no status for cancelled payments\. Tell the person/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel the second' })).toBeNull();
});

it('tells a volunteer, who may not correct, to tell the treasurer', async () => {
  const { runtime } = await withDoubled('user');
  open(runtime, '/');
  expect(await screen.findByText(/Tell your treasurer, who can cancel the second\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel the second' })).toBeNull();
});

it('shows that the service refused the cancellation', async () => {
  const { runtime, store, scope } = await withDoubled('manager');
  const update = { id: 13, transactions: [{ id: 130, status_id: 8 }] };
  const body = JSON.stringify({ data: update });
  await store.write(async (tx) => {
    await enqueue(
      tx,
      scope,
      capture({ id: 'c', kind: 'bundle_update', entity: 'bundle:13', body }),
      saturday
    );
    await tx.run(`UPDATE outbox SET state = 'parked' WHERE id = 'c'`);
  });
  open(runtime, '/');
  expect(await screen.findByText(twice)).toBeTruthy();
  expect(screen.queryByText('No. 13: cancelled, sending')).toBeNull();
});
