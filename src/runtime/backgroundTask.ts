import { defineBackgroundTask } from '@/platform/background';
import { bootOnce, whenOpened } from './boot';

/**
 * The phone woke the app to send. The same opening as with a screen, so that there is one database, one engine and one
 * round at a time, whoever comes first; and the one that comes second finds it done.
 */
defineBackgroundTask(async (signal) => {
  const booting = bootOnce();
  const before = await whenOpened(booting);
  // What kept it closed may be over: the phone was locked since it was started, or its disk was full.
  if (before.kind === 'failed') before.tryAgain();
  const state = await whenOpened(booting);
  if (state.kind !== 'ready') return 'failed';
  const end = await state.sendInBackground(signal);
  return end.kind === 'done' || end.kind === 'offline' ? 'done' : 'failed';
});
