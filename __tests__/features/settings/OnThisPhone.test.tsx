import { screen } from '@testing-library/react-native';
import { renderRouter } from 'expo-router/testing-library';

import { SettingsScreen } from '@/features/settings/SettingsScreen';
import { type Runtime } from '@/features/shared/runtime';

import { createTestRuntime } from '../support/runtime';
import { createWrapper, settle } from '../support/render';

const routes = { settings: SettingsScreen };

async function open(runtime: Runtime, initialUrl: string) {
  renderRouter(routes, { initialUrl, wrapper: createWrapper(runtime) });
  await settle();
}

describe('Storage that the browser may evict', () => {
  const title = 'This browser may delete your records';

  it('is shown in Settings', async () => {
    const { runtime, fakes } = await createTestRuntime();
    fakes.persistence = 'may_be_evicted';
    await open(runtime, '/settings');
    expect(await screen.findByText(title)).toBeTruthy();
  });

  it('is not mentioned where the device guarantees storage', async () => {
    const { runtime } = await createTestRuntime();
    await open(runtime, '/settings');
    await screen.findByText('On this phone');
    expect(screen.queryByText(title)).toBeNull();
  });
});
