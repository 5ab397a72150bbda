import { act, screen } from '@testing-library/react-native';
import { renderRouter } from 'expo-router/testing-library';

import { SignInAgain } from '@/features/shared/SignInAgain';
import { type Runtime } from '@/features/shared/runtime';

import { createTestRuntime } from '../support/runtime';
import { createWrapper, press, settle } from '../support/render';

const routes = { index: SignInAgain };

async function open(runtime: Runtime, initialUrl: string) {
  renderRouter(routes, { initialUrl, wrapper: createWrapper(runtime) });
  await settle();
}

describe('Sign in again', () => {
  it('is shown only after the session has ended', async () => {
    const { runtime, fakes } = await createTestRuntime();
    await open(runtime, '/');
    expect(screen.queryByRole('button', { name: 'Sign in again' })).toBeNull();
    act(() => fakes.setStatus({ phase: { kind: 'signed_out' } }));
    await press('button', 'Sign in again');
    expect(fakes.signIns).toBe(1);
  });

  it('says that the person was removed and where their unsent records are', async () => {
    const { runtime, fakes } = await createTestRuntime();
    runtime.session.ended = 'removed';
    await open(runtime, '/');
    act(() => fakes.setStatus({ phase: { kind: 'signed_out' } }));
    expect(await screen.findByText('You are no longer in this space')).toBeTruthy();
    expect(screen.getByText(/Records that are not sent stay on this phone: share them/)).toBeTruthy();
  });
});
