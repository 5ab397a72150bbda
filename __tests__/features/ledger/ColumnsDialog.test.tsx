import { fireEvent, render, screen } from '@testing-library/react-native';

import { ColumnsDialog } from '@/features/ledger/desk/ColumnsDialog';
import { usualColumns } from '@/features/ledger/desk/columns';

import { createWrapper } from '../support/render';
import { createTestRuntime } from '../support/runtime';

test('a chosen column without room in the window says so', async () => {
  const { runtime } = await createTestRuntime();
  render(<ColumnsDialog columns={usualColumns} room={980} onClose={() => undefined} />, {
    wrapper: createWrapper(runtime),
  });
  expect(screen.queryByText('This window is too narrow for it')).toBeNull();
  fireEvent.press(screen.getByRole('checkbox', { name: 'Cheque number' }));
  // The last column of the table gave way.
  expect(screen.getByRole('checkbox', { name: 'Batch This window is too narrow for it' })).toBeChecked();
  expect(screen.getAllByText('This window is too narrow for it')).toHaveLength(1);
});
