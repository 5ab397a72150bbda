import { getRandomBytes, randomUUID } from 'expo-crypto';
import { addNetworkStateListener, getNetworkStateAsync, type NetworkState } from 'expo-network';
import { AppState } from 'react-native';
import { createStore as createState } from 'zustand/vanilla';
import { type Clock, type Fetch, type Lifecycle, type Network } from '@/sync/ports';

export const newId = (): string => randomUUID();

export const randomBytes = (count: number): Uint8Array => getRandomBytes(count);

/** In [0, 1), 53 bits, cryptographically random: identifiers are made from it. */
export function random(): number {
  const bytes = getRandomBytes(7);
  let value = (bytes[0] ?? 0) & 0x1f;
  for (const byte of bytes.subarray(1)) value = value * 256 + byte;
  return value / 2 ** 53;
}

/** Runs in the next task. Browsers delay nested timers by 4 ms, but not messages. */
function inNextTask(then: () => void): void {
  if (typeof MessageChannel === 'undefined') {
    setTimeout(then, 0);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    then();
  };
  port2.postMessage(null);
}

export const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((done) => {
      if (ms <= 0) return inNextTask(done);
      if (signal?.aborted) return done();
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        done();
      };
      const timer = setTimeout(finish, ms);
      signal?.addEventListener('abort', finish);
    }),
};

export const fetchOverNetwork: Fetch = (url, init) => fetch(url, init);

// `isInternetReachable` tests a third-party server; our service may be on the local network.
const isConnected = (state: NetworkState) => state.isConnected !== false;

export async function openNetwork(): Promise<Network> {
  const initial = isConnected(await getNetworkStateAsync());
  const state = createState(() => ({ isOnline: initial }));
  addNetworkStateListener((next) => state.setState({ isOnline: isConnected(next) }));
  return {
    isOnline: () => state.getState().isOnline,
    onChange: (listener) =>
      state.subscribe(({ isOnline }, previous) => {
        if (isOnline !== previous.isOnline) listener(isOnline);
      }),
  };
}

export const lifecycle: Lifecycle = {
  isForeground: () => AppState.currentState !== 'background',
  onChange: (listener) => {
    let was = AppState.currentState !== 'background';
    const subscription = AppState.addEventListener('change', (state) => {
      const is = state !== 'background';
      if (is !== was) listener((was = is));
    });
    return () => subscription.remove();
  },
};
