import { enableAppSwitcherProtectionAsync, preventScreenCaptureAsync } from 'expo-screen-capture';
import { Platform } from 'react-native';

/**
 * Keeps what is on the screen out of the app switcher and, on Android, out of screenshots and casts: almost every
 * screen names people.
 */
export function secureWindow(): void {
  const asked = Platform.OS === 'ios' ? enableAppSwitcherProtectionAsync(1) : preventScreenCaptureAsync();
  // A phone that refuses shows what it shows; nothing else depends on it, and there is nothing to be done about it.
  asked.catch(() => undefined);
}
