import { Slot, Stack, usePathname } from 'expo-router';
import { type ReactNode } from 'react';
import { useWide } from '@/ui/layout';
import { useTheme } from '@/ui/theme';
import { TwoPane } from '@/ui/TwoPane';

interface ListDetailLayoutProps {
  /** The path of the list; any longer path is a detail. */
  root: string;
  list: ReactNode;
  /** Shown in the second pane while no detail is open. */
  placeholder: ReactNode;
}

/** A list and its details: a stack on a phone, two panes on a wide screen. */
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
