import { screen } from '@testing-library/react-native';
import { renderRouter } from 'expo-router/testing-library';

import { LockScreen } from '@/features/lock/LockScreen';
import type { PinResult } from '@/features/shared/runtime';

import { createTestRuntime } from '../support/runtime';
import { createWrapper, press, settle, type } from '../support/render';

async function open(results: PinResult[], waiting = { count: 3, isAutomatic: true }) {
  const { runtime } = await createTestRuntime();
  const tried: string[] = [];
  const signInInstead = jest.fn(() => Promise.resolve());
  const index = () => (
    <LockScreen
      waiting={waiting}
      unlock={(pin) => {
        tried.push(pin);
        return Promise.resolve(results.shift() ?? { kind: 'right' });
      }}
      withBiometrics={null}
      signInInstead={signInInstead}
    />
  );
  renderRouter({ index }, { initialUrl: '/', wrapper: createWrapper(runtime) });
  await settle();
  return { tried, signInInstead };
}

it('shows how many records wait, and nothing else', async () => {
  await open([]);
  expect(
    screen.getByText('3 records wait on this phone. They send automatically, locked or not.')
  ).toBeTruthy();
});

it('promises nothing about a record that a person has to decide about', async () => {
  await open([], { count: 1, isAutomatic: false });
  expect(screen.getByText('1 record waits on this phone')).toBeTruthy();
});

it('shows how many tries are left after a wrong PIN, and clears the field', async () => {
  const { tried } = await open([{ kind: 'wrong', forMs: 0, left: 9 }]);
  await type('PIN', '١١ ١١-١١');
  await press('button', 'Unlock');
  await screen.findByText('That is not the PIN. 9 tries left, then you sign in again.');
  expect(tried).toEqual(['111111']);
  expect(screen.getByLabelText('PIN').props.value).toBe('');
});

it('accepts no other try before the delay is over', async () => {
  const { tried } = await open([{ kind: 'wrong', forMs: 30_000, left: 6 }]);
  await type('PIN', '111111');
  await press('button', 'Unlock');
  await screen.findByText(/^That is not the PIN\. Next try in (30|29) s\.$/);
  await type('PIN', '222222');
  expect(screen.getByRole('button', { name: 'Unlock', disabled: true })).toBeTruthy();
  expect(tried).toHaveLength(1);
});

it('requires signing in after the last wrong PIN, and offers it for a forgotten one', async () => {
  const { signInInstead } = await open([{ kind: 'sign_in' }]);
  await type('PIN', '111111');
  await press('button', 'Unlock');
  await settle();
  expect(signInInstead).toHaveBeenCalledTimes(1);
  await press('button', 'I forgot my PIN');
  expect(screen.getByText(/Every record stays on this phone/)).toBeTruthy();
  await press('button', 'Sign in again');
  expect(signInInstead).toHaveBeenCalledTimes(2);
});
