import { act, screen } from '@testing-library/react-native';
import { renderRouter } from 'expo-router/testing-library';

import { UpdateBanner } from '@/features/shared/UpdateBanner';
import { type Runtime } from '@/features/shared/runtime';
import { useHoldUpdate } from '@/features/shared/forms/useHoldUpdate';
import { Text } from '@/ui/Text';

import { createTestRuntime } from '../support/runtime';
import { createWrapper, press, settle } from '../support/render';

const routes = { index: UpdateBanner, form: Form };

function Form() {
  useHoldUpdate();
  return (
    <>
      <Text>The form</Text>
      <UpdateBanner />
    </>
  );
}

async function open(runtime: Runtime, initialUrl: string) {
  renderRouter(routes, { initialUrl, wrapper: createWrapper(runtime) });
  await settle();
}

describe('A newer build', () => {
  it('is offered when it is ready, and starts on request', async () => {
    const { runtime, fakes } = await createTestRuntime();
    await open(runtime, '/');
    expect(screen.queryByText('A new version of Doorstep is ready')).toBeNull();
    const start = jest.fn();
    act(() => fakes.update.offer(start));
    expect(start).not.toHaveBeenCalled();
    await press('button', 'Update now');
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('does not start while a form has unsaved input, and shows why', async () => {
    const { runtime, fakes } = await createTestRuntime();
    const start = jest.fn();
    fakes.update.offer(start);
    await open(runtime, '/form');
    await press('button', 'Update now');
    expect(start).not.toHaveBeenCalled();
    expect(screen.getByText('Save or close the open record first.')).toBeTruthy();
    screen.unmount();
    expect(fakes.update.apply()).toBe('started');
  });
});
