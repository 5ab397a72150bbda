import {
  addNotificationResponseReceivedListener,
  AndroidImportance,
  cancelScheduledNotificationAsync,
  clearLastNotificationResponse,
  getLastNotificationResponse,
  getPermissionsAsync,
  requestPermissionsAsync,
  SchedulableTriggerInputTypes,
  scheduleNotificationAsync,
  setNotificationChannelAsync,
} from 'expo-notifications';
import { Platform } from 'react-native';

export type ReminderPermission = 'granted' | 'refused' | 'undecided';

/** `address`: the path that a tap opens. `channel`: the name of the notification channel in Android's settings. */
export type Reminder = { at: number; title: string; body: string; address: string; channel: string };

/** Local notifications: no push server is involved. */
export interface Reminders {
  permission(): Promise<ReminderPermission>;
  ask(): Promise<ReminderPermission>;
  /** Replaces the scheduled reminder. */
  schedule(reminder: Reminder): Promise<void>;
  cancel(): Promise<void>;
  /** Calls `listener` once with the address of each tapped reminder, also of the one that started the app. */
  onTap(listener: (address: string) => void): () => void;
}

const identifier = 'doorstep.waiting';

type PermissionStatus = Awaited<ReturnType<typeof getPermissionsAsync>>;

function permissionOf({ granted, canAskAgain }: PermissionStatus): ReminderPermission {
  if (granted) return 'granted';
  return canAskAgain ? 'undecided' : 'refused';
}

export const reminders: Reminders = {
  permission: async () => permissionOf(await getPermissionsAsync()),
  ask: async () =>
    permissionOf(
      await requestPermissionsAsync({ ios: { allowAlert: true, allowBadge: false, allowSound: true } })
    ),
  schedule: async ({ at, title, body, address, channel }) => {
    if (Platform.OS === 'android')
      await setNotificationChannelAsync(identifier, { name: channel, importance: AndroidImportance.DEFAULT });
    await scheduleNotificationAsync({
      identifier,
      content: { title, body, data: { address } },
      trigger: { type: SchedulableTriggerInputTypes.DATE, date: at, channelId: identifier },
    });
  },
  cancel: () => cancelScheduledNotificationAsync(identifier),
  onTap: (listener) => {
    const notify = (tapped: ReturnType<typeof getLastNotificationResponse>) => {
      const address = tapped?.notification.request.content.data?.address;
      if (typeof address !== 'string') return;
      // The phone returns the last tap until it is cleared: it would open again after the next unlock.
      clearLastNotificationResponse();
      listener(address);
    };
    const subscription = addNotificationResponseReceivedListener(notify);
    notify(getLastNotificationResponse());
    return () => subscription.remove();
  },
};
