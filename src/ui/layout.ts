import { useWindowDimensions } from 'react-native';

import { width } from './tokens';

/** True where there is room for a rail, and for a list beside its details. */
export function useWide(): boolean {
  return useWindowDimensions().width >= width.twoPane;
}
