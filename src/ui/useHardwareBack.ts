import { useEffect, useRef } from 'react';
import { BackHandler } from 'react-native';

/**
 * Android's own Back, while a step inside a screen is open: it closes the step and nothing else. Without it the whole
 * screen would go. Elsewhere it does nothing.
 */
export function useHardwareBack(onBack: () => void): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    const subscription = BackHandler.addEventListener('hardwareBackPress', () => {
      latest.current();
      return true;
    });
    return () => subscription.remove();
  }, []);
}
