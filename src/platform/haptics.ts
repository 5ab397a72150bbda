import { NotificationFeedbackType, notificationAsync } from 'expo-haptics';

/** Optional: some phones have no vibration motor. */
export function vibrateSuccess(): void {
  notificationAsync(NotificationFeedbackType.Success).catch(() => undefined);
}
