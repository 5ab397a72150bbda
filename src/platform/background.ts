import {
  addExpirationListener,
  BackgroundTaskResult,
  registerTaskAsync,
  unregisterTaskAsync,
} from 'expo-background-task';
import { defineTask, isTaskRegisteredAsync } from 'expo-task-manager';

const taskName = 'doorstep-send';

/** Minutes; the minimum of both systems. The system chooses the time. */
const minimumInterval = 15;

/** The signal aborts when the phone ends the background time. */
export type BackgroundWork = (signal: AbortSignal) => Promise<'done' | 'failed'>;

/** Called while modules load: a background start renders no screen. */
export function defineBackgroundTask(work: BackgroundWork): void {
  defineTask(taskName, async () => {
    const expired = new AbortController();
    const subscription = addExpirationListener(() => expired.abort());
    try {
      return (await work(expired.signal)) === 'done'
        ? BackgroundTaskResult.Success
        : BackgroundTaskResult.Failed;
    } catch {
      return BackgroundTaskResult.Failed; // The phone tries again later.
    } finally {
      subscription.remove();
    }
  });
}

export async function registerBackgroundTask(): Promise<void> {
  if (!(await isTaskRegisteredAsync(taskName))) await registerTaskAsync(taskName, { minimumInterval });
}

export async function unregisterBackgroundTask(): Promise<void> {
  if (await isTaskRegisteredAsync(taskName)) await unregisterTaskAsync(taskName);
}
