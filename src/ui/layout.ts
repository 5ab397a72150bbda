import { createContext, useContext } from 'react';
import { useWindowDimensions } from 'react-native';

import { width } from './tokens';

/** True where a side rail and two panes fit. */
export function useWide(): boolean {
  return useWindowDimensions().width >= width.twoPane;
}

const BesideDetailContext = createContext(false);

/** Around a list that is shown beside its detail. */
export const BesideDetail = BesideDetailContext.Provider;

/** A page has one `main` landmark: beside a list it is the detail. */
export function useIsMain(): boolean {
  return !useContext(BesideDetailContext);
}
