import { setHeldActions } from '@/db/pull/heldActions';
import { type Runtime } from '@/features/shared/runtime';

/** The next round downloads the people of these actions and drops all others; null for everyone. */
export async function holdActions(
  { store, scope, sync }: Pick<Runtime, 'store' | 'scope' | 'sync'>,
  actions: readonly number[] | null
): Promise<void> {
  await store.write((tx) => setHeldActions(tx, scope, actions));
  sync.sendNow();
}
