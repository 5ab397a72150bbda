import { getFact, removeFact, setFact } from '@/db/facts';
import type { Transaction } from '@/db/store';
import { retryAfterDelay } from '@/domain/backoff';
import type { Pause } from '@/domain/outcome';

import type { SyncContext } from './context';

const factKey = 'pause';

/** A pause of the entire queue. Stored, so that it survives a restart. */
export type StoredPause = { kind: Pause['kind']; until: number; forMs: number };

/** Pauses the entire queue. A pause from Retry-After gets jitter, so that not all phones return together. */
export async function setPause(
  tx: Transaction,
  context: Pick<SyncContext, 'scope' | 'ports' | 'config'>,
  pause: Pause
): Promise<void> {
  const { scope, ports, config } = context;
  const forMs =
    pause.kind === 'retry_after' ? retryAfterDelay(pause.forMs, ports.random) : config.loginPagePauseMs;
  await setFact(tx, scope, factKey, { kind: pause.kind, until: ports.clock.now() + forMs, forMs });
}

/** The active pause, or null. One with more time left than its length was set before the clock was set back. */
export async function getPause({ store, scope, ports }: SyncContext): Promise<StoredPause | null> {
  const pause = await getFact(store, scope, factKey);
  const left = pause ? pause.until - ports.clock.now() : 0;
  return pause && left > 0 && left <= pause.forMs ? pause : null;
}

export async function clearPause({ store, scope }: SyncContext): Promise<void> {
  if (await getFact(store, scope, factKey)) await store.write((tx) => removeFact(tx, scope, factKey));
}
