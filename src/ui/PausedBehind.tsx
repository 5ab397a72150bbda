import { type ReactNode } from 'react';

/** Content behind another screen has its size on a phone, so that nothing has to be paused. */
export function PausedBehind({ children }: { children: ReactNode }) {
  return children;
}
