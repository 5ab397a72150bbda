import Constants from 'expo-constants';
import { Platform } from 'react-native';

/** Nothing here identifies the owner of the phone. */
export type AppInfo = { version: string; platform: string; system: string };

export function appInfo(): AppInfo {
  return {
    version: Constants.expoConfig?.version ?? '',
    platform: Platform.OS,
    system: Platform.OS === 'web' ? navigator.userAgent : String(Platform.Version),
  };
}
