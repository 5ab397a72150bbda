import { usePathname } from 'expo-router';

import { useWide } from '@/ui/layout';

/** Whether a row is the one whose detail is shown next to the list; never on a phone. */
export function useIsChosen(address: string): boolean {
  const wide = useWide();
  const pathname = usePathname();
  return wide && (pathname === address || pathname.startsWith(`${address}/`));
}
