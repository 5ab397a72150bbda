import { useIsFocused } from 'expo-router';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Freeze } from 'react-freeze';

/**
 * What is inside renders only while its screen is in front. The browser gives content behind another screen no size, so
 * that a list there would render all of its rows and forget where it was scrolled to.
 */
export function PausedBehind({ children }: { children: ReactNode }) {
  const isInFront = useIsFocused();
  const [isBehind, setBehind] = useState(!isInFront);
  // In a render of its own: React would delay the navigation itself until the list is shown again.
  // eslint-disable-next-line react-hooks/set-state-in-effect
  useLayoutEffect(() => setBehind(!isInFront), [isInFront]);
  return <Freeze freeze={isBehind && !isInFront}>{children}</Freeze>;
}
