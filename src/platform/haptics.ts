import { NotificationFeedbackType, notificationAsync } from 'expo-haptics';

/** A short feel under the finger: done. A phone without a motor stays still. */
export function vibrateSuccess(): void {
  notificationAsync(NotificationFeedbackType.Success).catch(() => undefined);
}
