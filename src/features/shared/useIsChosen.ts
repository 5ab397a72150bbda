import { usePathname } from 'expo-router';

import { useWide } from '@/ui/layout';

/** Whether a row of a list is the one whose detail stands beside it; on a phone no detail does. */
export function useIsChosen(address: string): boolean {
  const wide = useWide();
  const pathname = usePathname();
  return wide && (pathname === address || pathname.startsWith(`${address}/`));
}
