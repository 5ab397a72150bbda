import { type ReactNode } from 'react';

/** Phones keep a screen that is behind another one as it is. */
export function WhileInFront({ children }: { children: ReactNode }) {
  return children;
}
