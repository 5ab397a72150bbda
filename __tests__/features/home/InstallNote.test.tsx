import { act, screen, waitFor } from '@testing-library/react-native';
import { createStore as createState } from 'zustand/vanilla';

import { setFact } from '@/db/facts';
import { enqueue } from '@/db/outbox/outbox';
import { type InstallControls } from '@/features/shared/runtime';

import { capture } from '../../db/harness';
import { openField } from '../support/field';
import { press, settle } from '../support/render';
import { createTestRuntime, saturday } from '../support/runtime';

const title = 'Keep Doorstep on this phone';
const steps = /Add to Home Screen/;
const mayDelete = 'This browser may delete your records';
const sendSoon = /send your records soon/;

/** A browser that can install the app in a `way`. */
async function inBrowser(way: ReturnType<InstallControls['way']>) {
  const { runtime, store, scope, fakes } = await createTestRuntime();
  const state = createState(() => ({ way, asked: 0 }));
  const install: InstallControls = {
    way: () => state.getState().way,
    subscribe: state.subscribe,
    ask: () => {
      state.setState(({ asked }) => ({ asked: asked + 1 }));
      return Promise.resolve();
    },
  };
  const recordOnce = async ({ isSent = false } = {}) => {
    await act(() =>
      store.write(async (tx) => {
        await setFact(tx, scope, 'capture_last_used', { method: 'cash', currency: 'EUR', campaign: '' });
        if (!isSent) await enqueue(tx, scope, capture(), saturday);
      })
    );
    await settle();
  };
  return { runtime: { ...runtime, device: { ...runtime.device, install } }, store, fakes, state, recordOnce };
}

async function openHome(runtime: Parameters<typeof openField>[0]) {
  const opened = openField(runtime, '/');
  await screen.findByText('New here?');
  await settle();
  return opened;
}

describe('the offer to install the app', () => {
  it('comes after the first saved record, opens the dialog of the browser once, and not again', async () => {
    const { runtime, state, recordOnce } = await inBrowser('dialog');
    const { unmount } = await openHome(runtime);
    expect(screen.queryByText(title)).toBeNull();
    await recordOnce();
    expect(await screen.findByText(title)).toBeTruthy();
    await press('button', 'Install');
    expect(state.getState().asked).toBe(1);
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    unmount();
    await openHome(runtime);
    expect(screen.queryByText(title)).toBeNull();
  });

  it('is not made again after Not now', async () => {
    const { runtime, state, recordOnce } = await inBrowser('dialog');
    await recordOnce();
    const { unmount } = await openHome(runtime);
    expect(await screen.findByText(title)).toBeTruthy();
    await press('button', 'Not now');
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    expect(state.getState().asked).toBe(0);
    unmount();
    await openHome(runtime);
    expect(screen.queryByText(title)).toBeNull();
  });

  it('appears when the browser is ready for it, and leaves when the app is installed', async () => {
    const { runtime, state, recordOnce } = await inBrowser(null);
    await recordOnce();
    await openHome(runtime);
    expect(screen.queryByText(title)).toBeNull();
    act(() => state.setState({ way: 'dialog' }));
    expect(await screen.findByText(title)).toBeTruthy();
    act(() => state.setState({ way: null }));
    expect(screen.queryByText(title)).toBeNull();
  });

  it('names the steps in Safari, and only when nothing would stay behind in the browser', async () => {
    const { runtime, recordOnce } = await inBrowser('steps');
    await recordOnce({ isSent: true });
    await openHome(runtime);
    expect(await screen.findByText(steps)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
    await recordOnce();
    await waitFor(() => expect(screen.queryByText(steps)).toBeNull());
  });

  it('warns of a browser that may delete records in one note with the offer, and alone after Not now', async () => {
    const { runtime, fakes, recordOnce } = await inBrowser('dialog');
    fakes.persistence = 'may_be_evicted';
    await recordOnce();
    await openHome(runtime);
    expect(await screen.findAllByText(mayDelete)).toHaveLength(1);
    expect(screen.getAllByText(sendSoon)).toHaveLength(1);
    expect(screen.queryByText(title)).toBeNull();
    await press('button', 'Not now');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Install' })).toBeNull());
    expect(screen.getAllByText(mayDelete)).toHaveLength(1);
  });

  it('is not made in a native app', async () => {
    const { runtime, recordOnce } = await inBrowser('dialog');
    await recordOnce();
    await openHome({ ...runtime, device: { ...runtime.device, install: null } });
    expect(screen.queryByText(title)).toBeNull();
  });
});

it('a browser that may delete records is named with advice, before the first one and while one waits', async () => {
  const { runtime, fakes, recordOnce } = await inBrowser(null);
  fakes.persistence = 'may_be_evicted';
  await openHome(runtime);
  expect(await screen.findByText(mayDelete)).toBeTruthy();
  expect(screen.getByText(sendSoon)).toBeTruthy();
  await recordOnce({ isSent: true });
  await waitFor(() => expect(screen.queryByText(mayDelete)).toBeNull());
  await recordOnce();
  expect(await screen.findByText(sendSoon)).toBeTruthy();
  expect(screen.getByText(mayDelete)).toBeTruthy();
});
