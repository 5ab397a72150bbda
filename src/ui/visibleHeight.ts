import { useEffect, useState } from 'react';
import { Keyboard, useWindowDimensions } from 'react-native';

/** The height of the window that no keyboard covers. */
export function useVisibleHeight(): number {
  const { height } = useWindowDimensions();
  const [covered, setCovered] = useState(0);
  useEffect(() => {
    const shown = Keyboard.addListener('keyboardDidShow', (event) => setCovered(event.endCoordinates.height));
    const hidden = Keyboard.addListener('keyboardDidHide', () => setCovered(0));
    return () => {
      shown.remove();
      hidden.remove();
    };
  }, []);
  return height - covered;
}
