import { getFact, removeFact, setFact } from '@/db/facts';
import type { Transaction } from '@/db/store';
import { askedDelay } from '@/domain/backoff';
import type { Pause } from '@/domain/outcome';

import type { SyncContext } from './context';

const factKey = 'pause';

/** A stop of the whole queue, kept in the store so that a restart does not forget it. */
export type StoredPause = { kind: Pause['kind']; until: number; forMs: number };

/** Notes that everything has to wait. Asked pauses are spread, so that the phones do not come back together. */
export async function setPause(
  tx: Transaction,
  context: Pick<SyncContext, 'scope' | 'ports' | 'policy'>,
  pause: Pause
): Promise<void> {
  const { scope, ports, policy } = context;
  const forMs = pause.kind === 'asked' ? askedDelay(pause.forMs, ports.random) : policy.loginPagePauseMs;
  await setFact(tx, scope, factKey, { kind: pause.kind, until: ports.clock.now() + forMs, forMs });
}

/** The pause that is still running. One with more left than it ever had was set before the clock went back. */
export async function getPause({ store, scope, ports }: SyncContext): Promise<StoredPause | null> {
  const pause = await getFact(store, scope, factKey);
  const left = pause ? pause.until - ports.clock.now() : 0;
  return pause && left > 0 && left <= pause.forMs ? pause : null;
}

export async function clearPause({ store, scope }: SyncContext): Promise<void> {
  if (await getFact(store, scope, factKey)) await store.write((tx) => removeFact(tx, scope, factKey));
}
