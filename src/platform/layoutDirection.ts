import { reloadAppAsync } from 'expo';
import { I18nManager } from 'react-native';

/**
 * Has the phone lay the app out that way. It does so from the next start on, so the answer is how the app is laid out
 * now.
 */
export function setLayoutDirection(direction: 'ltr' | 'rtl'): 'ltr' | 'rtl' {
  I18nManager.allowRTL(direction === 'rtl');
  I18nManager.forceRTL(direction === 'rtl');
  return I18nManager.isRTL ? 'rtl' : 'ltr';
}

/** Begins the app anew. What was saved, and a form in progress, are on the disk. */
export const reloadApp = (): Promise<void> => reloadAppAsync();
