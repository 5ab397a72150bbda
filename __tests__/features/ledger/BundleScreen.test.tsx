import '../support/layout';

import { screen } from '@testing-library/react-native';
import { renderRouter } from 'expo-router/testing-library';

import { applyBundles } from '@/db/ledger/bundles';
import { BundleScreen } from '@/features/ledger/BundleScreen';

import { withSpace } from '../support/organiser';
import { createWrapper } from '../support/render';

/** A gift of October, opened by a manager. */
async function openGift(counted: { transaction_id: number; month: string; amount: number }[]) {
  const { runtime } = await withSpace('manager');
  const payment = {
    id: 990,
    amount: 2_000,
    currency: 'eur',
    payment_method_kind: 'cash',
    date: '2026-10-28T10:00:00Z',
  };
  const parts = counted.map((part) => ({ ...part, currency: 'eur', payment_method_kind: 'cash' }));
  await runtime.store.write((tx) =>
    applyBundles(tx, runtime.scope, [{ id: 99, transactions: [payment], counted: parts }])
  );
  renderRouter(
    { 'ledger/[id]/index': BundleScreen },
    { initialUrl: '/ledger/99', wrapper: createWrapper(runtime) }
  );
}

describe('a bundle of a closed month', () => {
  it('says in which month it counts', async () => {
    await openGift([{ transaction_id: 990, month: '2026-11', amount: 2_000 }]);
    expect(
      await screen.findByText('Dated 28 Oct 2026. That month was closed: €20.00 counts in Nov 2026.')
    ).toBeTruthy();
  });

  it('says nothing of a gift that counts in the month of its date', async () => {
    await openGift([]);
    expect((await screen.findAllByText(/€20.00/)).length).toBeGreaterThan(0);
    expect(screen.queryByText(/month was closed/)).toBeNull();
  });
});
