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

/** `address`: what a tap on it opens. `channel`: what the phone's own settings call this kind of message. */
export type Reminder = { at: number; title: string; body: string; address: string; channel: string };

/** Messages that the phone shows by itself at a moment; nothing of it passes through anybody's server. */
export interface Reminders {
  permission(): Promise<ReminderPermission>;
  /** Asks the owner; answers what is so afterwards. */
  ask(): Promise<ReminderPermission>;
  /** There is one at most: it takes the place of the one before. */
  schedule(reminder: Reminder): Promise<void>;
  cancel(): Promise<void>;
  /** Called with the address of a reminder that was tapped, also of the one that started the app; once for each. */
  onTap(listener: (address: string) => void): () => void;
}

const identifier = 'doorstep.waiting';

type Answer = Awaited<ReturnType<typeof getPermissionsAsync>>;

function permissionOf({ granted, canAskAgain }: Answer): ReminderPermission {
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
    const tell = (tapped: ReturnType<typeof getLastNotificationResponse>) => {
      const address = tapped?.notification.request.content.data?.address;
      if (typeof address !== 'string') return;
      // The phone tells of the last tap until it is cleared, and would lead there again at the next unlocking.
      clearLastNotificationResponse();
      listener(address);
    };
    const subscription = addNotificationResponseReceivedListener(tell);
    tell(getLastNotificationResponse());
    return () => subscription.remove();
  },
};
