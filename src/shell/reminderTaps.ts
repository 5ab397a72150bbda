import { reminders } from '@/platform/reminders';
import { redirectSystemPath } from './nativeIntent';

/** Calls `open` with the path of each tapped reminder, also of the one that started the app. Returns an unsubscribe function. */
export function onReminderTap(open: (path: string) => void): () => void {
  return reminders.onTap((path) => open(redirectSystemPath({ path, initial: false })));
}
