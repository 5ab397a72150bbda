import {
  addExpirationListener,
  BackgroundTaskResult,
  registerTaskAsync,
  unregisterTaskAsync,
} from 'expo-background-task';
import { defineTask, isTaskRegisteredAsync } from 'expo-task-manager';

const taskName = 'doorstep-send';

/** The least that both systems allow, in minutes. When it really happens is theirs to decide. */
const noSoonerThan = 15;

/** Done when the phone wakes the app. The signal aborts when the phone wants its time back. */
export type BackgroundWork = (signal: AbortSignal) => Promise<'done' | 'failed'>;

/** Called while the program is loaded: a phone that wakes the app draws no screen that could do it. */
export function defineBackgroundTask(work: BackgroundWork): void {
  defineTask(taskName, async () => {
    const over = new AbortController();
    const listening = addExpirationListener(() => over.abort());
    try {
      return (await work(over.signal)) === 'done'
        ? BackgroundTaskResult.Success
        : BackgroundTaskResult.Failed;
    } catch {
      return BackgroundTaskResult.Failed; // The phone asks again later; nothing that was saved depends on it.
    } finally {
      listening.remove();
    }
  });
}

/** Asks the phone to wake the app now and then. A phone that refuses still sends whenever the app is opened. */
export async function registerBackgroundTask(): Promise<void> {
  if (!(await isTaskRegisteredAsync(taskName)))
    await registerTaskAsync(taskName, { minimumInterval: noSoonerThan });
}

/** Nobody is signed in any more: there is nothing to wake up for. */
export async function unregisterBackgroundTask(): Promise<void> {
  if (await isTaskRegisteredAsync(taskName)) await unregisterTaskAsync(taskName);
}
