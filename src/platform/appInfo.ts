import Constants from 'expo-constants';
import { Platform } from 'react-native';

/** What the app is and what it runs on: nothing here says whose phone it is. */
export type AppInfo = { version: string; platform: string; system: string };

export function appInfo(): AppInfo {
  return {
    version: Constants.expoConfig?.version ?? '',
    platform: Platform.OS,
    system: Platform.OS === 'web' ? navigator.userAgent : String(Platform.Version),
  };
}
