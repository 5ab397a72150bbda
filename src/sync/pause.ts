import { getFact, removeFact, setFact, type FactValue } from '@/db/facts';
import type { Scope } from '@/db/scopes';
import type { Transaction } from '@/db/store';
import { backoffDelay, retryAfterDelay } from '@/domain/backoff';
import type { Pause } from '@/domain/outcome';

import type { SyncContext } from './context';

const factKey = 'pause';

/** A failure this long after the last pause is the first again. */
const resetAfterMs = 15 * 60_000;

/** A pause of the entire queue. Stored, so that it survives a restart. */
export type StoredPause = FactValue<typeof factKey>;

/**
 * Pauses the entire queue, with jitter, so that not all phones return together. Each further failure pauses longer: the
 * count stays on disk after the pause has ended, until the service stores a write.
 */
export async function setPause(
  tx: Transaction,
  { scope, ports, config }: Pick<SyncContext, 'scope' | 'ports' | 'config'>,
  pause: Pause
): Promise<void> {
  const last = await getFact(tx, scope, factKey);
  const isInARow = last?.kind === pause.kind && Math.abs(ports.clock.now() - last.until) < resetAfterMs;
  const count = isInARow ? last.count + 1 : 1;
  const forMs = lengthOf(pause);
  await setFact(tx, scope, factKey, { kind: pause.kind, until: ports.clock.now() + forMs, forMs, count });

  function lengthOf(wanted: Pause): number {
    switch (wanted.kind) {
      case 'retry_after':
        return retryAfterDelay(wanted.forMs, ports.random);
      case 'login_page':
        return config.loginPagePauseMs;
      case 'service_trouble':
        return backoffDelay(count, ports.random);
    }
  }
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

/** The service has stored a write: the next failure is the first again. */
export async function endTrouble(tx: Transaction, scope: Scope): Promise<void> {
  await removeFact(tx, scope, factKey);
}
