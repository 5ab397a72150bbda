import { usePathname } from 'expo-router';
import { type ReactNode } from 'react';
import { useWide } from '@/ui/layout';
import { TwoPane } from '@/ui/TwoPane';

import { DetailStack } from './DetailStack';

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
  const hasDetail = usePathname() !== root;
  return (
    <TwoPane list={wide && list} detail={<DetailStack />} placeholder={wide && !hasDetail && placeholder} />
  );
}
