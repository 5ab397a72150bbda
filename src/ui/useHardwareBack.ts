import { useEffect, useRef } from 'react';
import { BackHandler } from 'react-native';

/**
 * Handles Android's Back button while a step inside a screen is open, which would otherwise close the screen.
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
