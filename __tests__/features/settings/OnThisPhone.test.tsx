import { screen } from '@testing-library/react-native';
import { renderRouter } from 'expo-router/testing-library';

import { applyActions } from '@/db/actions';
import { enterBucket, enterLookedUp } from '@/db/pull/buckets';
import { setFact } from '@/db/facts';
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

describe('The people of each action', () => {
  it('are counted where this phone holds only those', async () => {
    const { runtime, store, scope } = await createTestRuntime();
    await store.write(async (tx) => {
      await applyActions(tx, scope, [{ Action: { id: 12, name: 'Autumn doors' } }]);
      await setFact(tx, scope, 'buckets', ['space', 'user:1', 'action:12']);
      await enterBucket(tx, scope, 'action:12', 'contact', [1, 2, 3]);
      await enterLookedUp(tx, scope, 9, '2026-11-16');
    });
    await open(runtime, '/settings');
    expect(await screen.findByText('People of Autumn doors')).toBeTruthy();
    expect(screen.getByText('3')).toBeTruthy();
    expect(screen.getByText('Looked up')).toBeTruthy();
  });

  it('are not counted where everyone is on this phone', async () => {
    const { runtime, store, scope } = await createTestRuntime();
    await store.write(async (tx) => {
      await setFact(tx, scope, 'buckets', ['space', 'all', 'contacts', 'action:12']);
      await enterBucket(tx, scope, 'action:12', 'contact', [1]);
    });
    await open(runtime, '/settings');
    await screen.findByText('Storage used');
    expect(screen.queryByText(/^People of/)).toBeNull();
  });
});
