import { fireEvent, screen } from '@testing-library/react-native';
import { Slot } from 'expo-router';
import { renderRouter } from 'expo-router/testing-library';

import { Text } from '@/ui/Text';

import * as layout from '../../app/_layout';
import { createTestRuntime } from '../features/support/runtime';
import { around } from '../features/support/render';

// The layout of the app opens a phone; here its settings alone are of interest.
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
    { initialUrl: '/fragile', wrapper: around(runtime) }
  );
  silent.mockRestore();
}

it('a screen that cannot be drawn says so in its place, leaves what is around it, and leads home', async () => {
  record.isBroken = true;
  await openFragile();
  expect(screen.getByText('Doorstep could not open this')).toBeTruthy();
  expect(screen.getByText('The frame')).toBeTruthy();
  fireEvent.press(screen.getByRole('button', { name: 'Go to Home' }));
  expect(await screen.findByText('The home screen')).toBeTruthy();
});

it('is drawn once it can be, when asked to', async () => {
  record.isBroken = true;
  await openFragile();
  record.isBroken = false;
  fireEvent.press(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The contact')).toBeTruthy();
});
