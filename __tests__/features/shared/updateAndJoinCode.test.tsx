import { act, screen } from '@testing-library/react-native';
import { renderRouter } from 'expo-router/testing-library';

import { JoinCodeScreen } from '@/features/join/JoinCodeScreen';
import { SettingsScreen } from '@/features/settings/SettingsScreen';
import { SignInAgain } from '@/features/shared/SignInAgain';
import { UpdateBanner } from '@/features/shared/UpdateBanner';
import { type Runtime } from '@/features/shared/runtime';
import { useHoldUpdate } from '@/features/shared/useHoldUpdate';
import { englishLanguage, type LoadedLanguage } from '@/i18n/languages';
import { Text } from '@/ui/Text';

import { createTestRuntime } from '../support/runtime';
import { around, press, settle } from '../support/render';

const routes = {
  index: () => (
    <>
      <UpdateBanner />
      <SignInAgain />
    </>
  ),
  form: Form,
  'join-code': JoinCodeScreen,
  settings: SettingsScreen,
};

function Form() {
  useHoldUpdate();
  return (
    <>
      <Text>The form</Text>
      <UpdateBanner />
    </>
  );
}

async function open(runtime: Runtime, initialUrl: string, language?: LoadedLanguage) {
  renderRouter(routes, { initialUrl, wrapper: around(runtime, language) });
  await settle();
}

describe('A newer build', () => {
  it('is offered when it is ready, and starts when asked', async () => {
    const { runtime, hands } = await createTestRuntime();
    await open(runtime, '/');
    expect(screen.queryByText('A new version of Doorstep is ready')).toBeNull();
    const start = jest.fn();
    act(() => hands.update.offer(start));
    expect(start).not.toHaveBeenCalled();
    await press('button', 'Update now');
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('does not start under a form, and says why', async () => {
    const { runtime, hands } = await createTestRuntime();
    const start = jest.fn();
    hands.update.offer(start);
    await open(runtime, '/form');
    await press('button', 'Update now');
    expect(start).not.toHaveBeenCalled();
    expect(screen.getByText('Save or close the open record first.')).toBeTruthy();
    screen.unmount();
    expect(hands.update.apply()).toBe('started');
  });
});

describe('The join code', () => {
  it('is a picture with a name, and its link can be shared; neither carries a token', async () => {
    const { runtime, hands } = await createTestRuntime();
    await open(runtime, '/join-code');
    expect(screen.getByLabelText('QR code of the join link')).toBeTruthy();
    await press('button', 'Share the link');
    expect(hands.sharedTexts).toEqual([runtime.session.joinLink]);
    expect(runtime.session.joinLink).not.toContain('token');
  });
});

describe('Sign in again', () => {
  it('is there only once the service no longer knows this phone', async () => {
    const { runtime, hands } = await createTestRuntime();
    await open(runtime, '/');
    expect(screen.queryByRole('button', { name: 'Sign in again' })).toBeNull();
    act(() => hands.setStatus({ phase: { kind: 'signed_out' } }));
    await press('button', 'Sign in again');
    expect(hands.signIns).toBe(1);
  });
});

describe('Storage that is not promised', () => {
  const title = 'This browser may delete your records';

  it('is named in Settings', async () => {
    const { runtime, hands } = await createTestRuntime();
    hands.persistence = 'may_be_evicted';
    await open(runtime, '/settings');
    expect(await screen.findByText(title)).toBeTruthy();
  });

  it('is not spoken of where the device keeps everything', async () => {
    const { runtime } = await createTestRuntime();
    await open(runtime, '/settings');
    await screen.findByText('On this phone');
    expect(screen.queryByText(title)).toBeNull();
  });
});

describe('A language', () => {
  it('that runs the other way offers to start again, for the phone turns the app round at a start', async () => {
    const { runtime } = await createTestRuntime();
    const startAgain = jest.fn(() => Promise.resolve());
    const device = { ...runtime.device, startAgain };
    await open({ ...runtime, device }, '/settings', { ...englishLanguage(), direction: 'rtl' });
    await press('button', 'Restart now');
    expect(startAgain).toHaveBeenCalledTimes(1);
  });

  it('that could not be fetched is said to be missing', async () => {
    const { runtime } = await createTestRuntime();
    await open(runtime, '/settings', { ...englishLanguage(), isFallback: true });
    expect(screen.getByText('Doorstep could not download this language')).toBeTruthy();
    expect(screen.queryByText('Restart now')).toBeNull();
  });
});
