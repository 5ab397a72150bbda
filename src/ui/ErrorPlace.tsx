import { type ReactNode, useRef } from 'react';
import { AccessibilityInfo, Platform, View } from 'react-native';

import { useAnnouncedError, useErrorFocus } from './ErrorFocus';
import { useScrollIntoView } from './scrollIntoView';
import { Text } from './Text';

/** What is wrong where no single input shows it: a submitted form scrolls here and moves the focus here. */
export function ErrorPlace({ children }: { children: ReactNode }) {
  const place = useRef<View>(null);
  const scrollIntoView = useScrollIntoView();
  useErrorFocus(true, () => {
    const { current } = place;
    if (Platform.OS === 'web') current?.focus();
    // Native views have no keyboard focus: this moves the screen reader.
    else if (current !== null) AccessibilityInfo.sendAccessibilityEvent(current, 'focus');
    scrollIntoView.scrollTo(place);
  });
  return (
    <View ref={place} tabIndex={-1}>
      {children}
    </View>
  );
}

/** The error of several inputs together, such as a map or a list of checkboxes. */
export function GroupError({ error }: { error: string | undefined }) {
  useAnnouncedError(error);
  return (
    error !== undefined && (
      <ErrorPlace>
        <Text variant="note" tone="person" aria-live="polite">
          {error}
        </Text>
      </ErrorPlace>
    )
  );
}
