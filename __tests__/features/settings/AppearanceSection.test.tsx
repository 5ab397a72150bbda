import { screen } from '@testing-library/react-native';
import { renderRouter } from 'expo-router/testing-library';

import { SettingsScreen } from '@/features/settings/SettingsScreen';
import { type Runtime } from '@/features/shared/runtime';
import { englishLanguage, type LoadedLanguage } from '@/i18n/languages';

import { createTestRuntime } from '../support/runtime';
import { createWrapper, press, settle } from '../support/render';

const routes = { settings: SettingsScreen };

async function open(runtime: Runtime, initialUrl: string, language?: LoadedLanguage) {
  renderRouter(routes, { initialUrl, wrapper: createWrapper(runtime, language) });
  await settle();
}

describe('A language', () => {
  it('of the other direction offers to restart, because the direction is applied at a start', async () => {
    const { runtime } = await createTestRuntime();
    const reloadApp = jest.fn(() => Promise.resolve());
    const device = { ...runtime.device, reloadApp };
    await open({ ...runtime, device }, '/settings', { ...englishLanguage(), direction: 'rtl' });
    await press('button', 'Restart now');
    expect(reloadApp).toHaveBeenCalledTimes(1);
  });

  it('that could not be downloaded is reported', async () => {
    const { runtime } = await createTestRuntime();
    await open(runtime, '/settings', { ...englishLanguage(), isFallback: true });
    expect(screen.getByText('Doorstep could not download this language')).toBeTruthy();
    expect(screen.queryByText('Restart now')).toBeNull();
  });
});
