import { reloadAppAsync } from 'expo';
import { I18nManager } from 'react-native';

/** Sets the layout direction, which applies from the next start. Returns the current direction. */
export function setLayoutDirection(direction: 'ltr' | 'rtl'): 'ltr' | 'rtl' {
  I18nManager.allowRTL(direction === 'rtl');
  I18nManager.forceRTL(direction === 'rtl');
  return I18nManager.isRTL ? 'rtl' : 'ltr';
}

export const reloadApp = (): Promise<void> => reloadAppAsync();
