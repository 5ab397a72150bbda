import { usePathname } from 'expo-router';

import { useWide } from '@/ui/layout';

/** Whether a row is the one whose detail is shown next to the list; never on a phone. */
export const useIsChosen = (address: string): boolean => useChosen()(address);

/** The same for the rows of a list. */
export function useChosen(): (address: string) => boolean {
  const wide = useWide();
  const pathname = usePathname();
  return (address) => wide && (pathname === address || pathname.startsWith(`${address}/`));
}
