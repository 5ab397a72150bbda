import { enableAppSwitcherProtectionAsync, preventScreenCaptureAsync } from 'expo-screen-capture';
import { Platform } from 'react-native';

/**
 * Hides the screen in the app switcher and, on Android, blocks screenshots and screen sharing: almost every screen names
 * people.
 */
export function secureWindow(): void {
  const pending = Platform.OS === 'ios' ? enableAppSwitcherProtectionAsync(1) : preventScreenCaptureAsync();
  // Best effort: a phone that refuses has no alternative.
  pending.catch(() => undefined);
}
