import { createContext, useContext } from 'react';
import { useWindowDimensions } from 'react-native';

import { width } from './tokens';

/** True where there is room for a rail, and for a list beside its details. */
export function useWide(): boolean {
  return useWindowDimensions().width >= width.twoPane;
}

const BesideDetailContext = createContext(false);

/** Around a list that stands beside what is, or will be, chosen in it. */
export const BesideDetail = BesideDetailContext.Provider;

/** A page has one main part: where a list and a detail stand side by side, it is the detail. */
export function useIsMain(): boolean {
  return !useContext(BesideDetailContext);
}
