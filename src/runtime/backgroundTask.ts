import { defineBackgroundTask } from '@/platform/background';
import { bootOnce, whenOpened } from './boot';

/**
 * Sends in the background. Shares `bootOnce` with the screens, so that there is one database, one engine and one round
 * at a time.
 */
defineBackgroundTask(async (signal) => {
  const boot = bootOnce();
  const first = await whenOpened(boot);
  // The cause may be temporary: the phone was locked, or its disk was full.
  if (first.kind === 'failed') first.tryAgain();
  const state = await whenOpened(boot);
  if (state.kind !== 'ready') return 'failed';
  const end = await state.sendInBackground(signal);
  return end.kind === 'done' || end.kind === 'offline' ? 'done' : 'failed';
});
