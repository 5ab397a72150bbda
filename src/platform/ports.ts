import { getRandomBytes, randomUUID } from 'expo-crypto';
import { addNetworkStateListener, getNetworkStateAsync, type NetworkState } from 'expo-network';
import { AppState } from 'react-native';
import { type Clock, type Fetch, type Lifecycle, type Network } from '@/sync/ports';

/** Version 4, from the phone's own source of randomness. */
export const newId = (): string => randomUUID();

/** From the phone's own source of randomness; keys are made of them. */
export const randomBytes = (count: number): Uint8Array => getRandomBytes(count);

/** In [0, 1), 53 bits, from the phone's own source of randomness: also identifiers are drawn from it. */
export function random(): number {
  const bytes = getRandomBytes(7);
  let value = (bytes[0] ?? 0) & 0x1f;
  for (const byte of bytes.subarray(1)) value = value * 256 + byte;
  return value / 2 ** 53;
}

/** In a task of its own. A browser makes a timer that follows a timer wait four milliseconds; a message comes at once. */
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

// Whether the internet can be reached is a guess about somebody else's server: the service may stand in this very building.
const isReachable = (state: NetworkState) => state.isConnected !== false;

export async function openNetwork(): Promise<Network> {
  const listeners = new Set<(isOnline: boolean) => void>();
  let online = isReachable(await getNetworkStateAsync());
  addNetworkStateListener((state) => {
    const now = isReachable(state);
    if (now === online) return;
    online = now;
    for (const listener of listeners) listener(now);
  });
  return {
    isOnline: () => online,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
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
