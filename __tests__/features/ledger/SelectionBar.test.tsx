import { fireEvent, render, screen, waitFor } from '@testing-library/react-native';

import { listLedger } from '@/db/ledger/ledger';
import { listOutbox } from '@/db/outbox/outbox';
import { SelectionBar } from '@/features/ledger/desk/SelectionBar';
import { entryOf } from '@/features/ledger/mutations';

import { withSpace } from '../support/organiser';
import { createWrapper } from '../support/render';

test('a second press while many payments are read corrects none of them twice', async () => {
  const { runtime, store, scope } = await withSpace('manager');
  const entries = (await listLedger(store, scope, {}, { limit: 10 })).map(entryOf);
  const onClear = jest.fn();
  const statuses = [
    { id: 3, name: 'Valid', kind: 'valid' },
    { id: 4, name: 'Unpaid', kind: 'unpaid' },
  ];
  render(<SelectionBar entries={entries} statuses={statuses} onClear={onClear} />, {
    wrapper: createWrapper(runtime),
  });
  fireEvent.press(await screen.findByRole('button', { name: 'Change status' }));
  fireEvent.press(screen.getByRole('radio', { name: 'Unpaid' }));
  const change = screen.getByRole('button', { name: /^Change 2/ });
  fireEvent.press(change);
  // The first press has read its payments, and the second one begins.
  fireEvent.press(change);
  await waitFor(() => expect(onClear).toHaveBeenCalled());
  await waitFor(async () => expect(await listOutbox(store, scope)).toHaveLength(2));
});
