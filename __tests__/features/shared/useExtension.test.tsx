import { act, renderHook, waitFor } from '@testing-library/react-native';

import { setFact } from '@/db/facts';
import { useExtension, useLacksExtension } from '@/features/shared/useExtension';

import { createWrapper } from '../support/render';
import { createTestRuntime } from '../support/runtime';

/** What a screen knows about an extension, from its first render on. */
async function ask(capabilities: string[]) {
  const { runtime } = await createTestRuntime();
  const { store, scope } = runtime;
  const announce = (names: string[]) => store.write((tx) => setFact(tx, scope, 'capabilities', names));
  await announce(capabilities);
  const seen: { has: boolean; lacks: boolean }[] = [];
  renderHook(
    () => {
      seen.push({ has: useExtension('months'), lacks: useLacksExtension('months') });
    },
    { wrapper: createWrapper(runtime) }
  );
  return { seen, announce };
}

describe('an extension of the service', () => {
  it('is neither there nor missing while the phone reads', async () => {
    const { seen } = await ask([]);
    expect(seen[0]).toEqual({ has: false, lacks: false });
    await waitFor(() => expect(seen.at(-1)).toEqual({ has: false, lacks: true }));
  });

  it('is never called missing where the service has it', async () => {
    const { seen } = await ask(['months']);
    await waitFor(() => expect(seen.at(-1)).toEqual({ has: true, lacks: false }));
    expect(seen.filter(({ lacks }) => lacks)).toEqual([]);
  });

  it('is offered as soon as the service announces it', async () => {
    const { seen, announce } = await ask([]);
    await waitFor(() => expect(seen.at(-1)?.lacks).toBe(true));
    await act(() => announce(['months']));
    await waitFor(() => expect(seen.at(-1)).toEqual({ has: true, lacks: false }));
  });
});
