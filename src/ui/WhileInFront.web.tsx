import { useIsFocused } from 'expo-router';
import { Activity, type ReactNode } from 'react';

/**
 * Stops measuring while another screen or tab is in front. Browsers measure what is hidden as 0, and a list whose rows have
 * no height renders hundreds of them.
 */
export function WhileInFront({ children }: { children: ReactNode }) {
  return <Activity mode={useIsFocused() ? 'visible' : 'hidden'}>{children}</Activity>;
}
