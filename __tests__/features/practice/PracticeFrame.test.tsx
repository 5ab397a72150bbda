import { act, screen } from '@testing-library/react-native';
import { Slot } from 'expo-router';
import { renderRouter } from 'expo-router/testing-library';

import { HelpScreen } from '@/features/help/HelpScreen';
import { PracticeFrame } from '@/features/practice/PracticeFrame';
import { SettingsScreen } from '@/features/settings/SettingsScreen';
import { type Runtime } from '@/features/shared/runtime';
import { HomeScreen } from '@/features/home/HomeScreen';
import { YouScreen } from '@/features/you/YouScreen';
import { en } from '@/i18n/messages/en';
import { openPractice } from '@/runtime/practice';
import { Text } from '@/ui/Text';

import { openMemoryEngine } from '../../support/sqlite';
import { createWrapper, press, settle } from '../support/render';
import { createTestRuntime } from '../support/runtime';

function open(runtime: Runtime, initialUrl: string) {
  return renderRouter(
    {
      _layout: () => (
        <PracticeFrame>
          <Slot />
        </PracticeFrame>
      ),
      index: HomeScreen,
      help: HelpScreen,
      you: YouScreen,
      settings: SettingsScreen,
      record: () => <Text>The form</Text>,
    },
    { initialUrl, wrapper: createWrapper(runtime) }
  );
}

async function practising() {
  const real = await createTestRuntime();
  let left = 0;
  const words = en.practice.words;
  const leave = () => (left += 1);
  const runtime = await openPractice({ real: real.runtime, engine: openMemoryEngine(), words, leave });
  return { runtime, left: () => left };
}

const bar = en.practice.bar;

describe('practice mode', () => {
  it('starts from the last page of the help', async () => {
    const { runtime, fakes } = await createTestRuntime();
    open(runtime, '/help');
    await settle();
    expect(screen.queryByText(bar)).toBeNull();
    for (let page = 1; page < 4; page += 1) await press('button', 'Next');
    await press('button', 'Start practising');
    expect(fakes.practices).toEqual([en.practice.words]);
  });

  it('starts from You', async () => {
    const { runtime, fakes } = await createTestRuntime();
    open(runtime, '/you');
    await settle();
    await press('button', 'Start practising');
    expect(fakes.practices).toHaveLength(1);
  });

  it.each(['/', '/help', '/you', '/settings', '/record'])('is marked on %s', async (address) => {
    const { runtime } = await practising();
    open(runtime, address);
    await settle();
    expect(screen.getByText(bar)).toBeTruthy();
  });

  it('shows the invented space, and that nothing is sent', async () => {
    const { runtime } = await practising();
    open(runtime, '/');
    expect(await screen.findByText('Practice space')).toBeTruthy();
    expect(await screen.findByText('Practice round')).toBeTruthy();
    expect(screen.getByText(en.practice.line)).toBeTruthy();
  });

  it('offers nothing of the account', async () => {
    const { runtime } = await practising();
    open(runtime, '/you');
    await settle();
    for (const name of ['Sign out', 'Start practising', 'Show the join code'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('says that nothing leaves the phone, and can be left', async () => {
    const { runtime, left } = await practising();
    open(runtime, '/record');
    await settle();
    act(() => runtime.sync.sendNow());
    await settle();
    expect(screen.getByText(en.practice.blocked)).toBeTruthy();
    await press('button', 'Leave practice');
    expect(left()).toBe(1);
  });
});
