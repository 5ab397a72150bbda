import { fireEvent, screen } from '@testing-library/react-native';
import { Slot } from 'expo-router';
import { renderRouter } from 'expo-router/testing-library';

import { Text } from '@/ui/Text';

import * as layout from '../../app/_layout';
import { createTestRuntime } from '../features/support/runtime';
import { createWrapper } from '../features/support/render';

// Only the settings of the layout are tested here.
jest.mock('@/runtime/boot', () => ({ bootOnce: () => null }));
jest.mock('@/shell/reminderTaps', () => ({ onReminderTap: () => () => undefined }));

const record = { isBroken: true };

function Fragile() {
  if (record.isBroken) throw new Error('a record that no screen expected');
  return <Text>The contact</Text>;
}

async function openFragile() {
  const { runtime } = await createTestRuntime();
  const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const frame = () => (
    <>
      <Text>The frame</Text>
      <Slot />
    </>
  );
  renderRouter(
    {
      _layout: { default: frame, unstable_settings: layout.unstable_settings },
      index: () => <Text>The home screen</Text>,
      fragile: Fragile,
    },
    { initialUrl: '/fragile', wrapper: createWrapper(runtime) }
  );
  silent.mockRestore();
}

it('a screen that fails to render is replaced by a message with a way home, inside its layout', async () => {
  record.isBroken = true;
  await openFragile();
  expect(screen.getByText('Doorstep could not open this')).toBeTruthy();
  expect(screen.getByText('The frame')).toBeTruthy();
  fireEvent.press(screen.getByRole('button', { name: 'Go to Home' }));
  expect(await screen.findByText('The home screen')).toBeTruthy();
});

it('renders again on retry', async () => {
  record.isBroken = true;
  await openFragile();
  record.isBroken = false;
  fireEvent.press(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The contact')).toBeTruthy();
});
