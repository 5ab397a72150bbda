import { setFact } from '@/db/facts';
import { clearLeftActions } from '@/db/pull/leftActions';
import { type Runtime } from '@/features/shared/runtime';

/** The person has seen whose people are not on this phone any more. */
export async function dismissLeftActions({ store, scope }: Pick<Runtime, 'store' | 'scope'>): Promise<void> {
  await store.write((tx) => clearLeftActions(tx, scope));
}

/** The offer to install the app is not made again on this phone. */
export function answerInstall({ store }: Pick<Runtime, 'store'>): Promise<void> {
  return store.write((tx) => setFact(tx, null, 'install_answered', true));
}
