import { Slot, Stack, usePathname } from 'expo-router';
import { type ReactNode } from 'react';
import { useWide } from '@/ui/layout';
import { useTheme } from '@/ui/theme';
import { TwoPane } from '@/ui/TwoPane';

interface ListDetailLayoutProps {
  /** The address of the list itself: any longer one has a detail. */
  root: string;
  list: ReactNode;
  /** Fills the second pane while nothing is chosen. */
  placeholder: ReactNode;
}

/** A list and its details: one over the other on a phone, side by side where there is room. */
export function ListDetailLayout({ root, list, placeholder }: ListDetailLayoutProps) {
  const wide = useWide();
  const { colors } = useTheme();
  const pathname = usePathname();
  if (wide)
    return <TwoPane list={list} detail={pathname === root ? null : <Slot />} placeholder={placeholder} />;
  return (
    <Stack screenOptions={{ headerShown: false, contentStyle: { backgroundColor: colors.background } }} />
  );
}
