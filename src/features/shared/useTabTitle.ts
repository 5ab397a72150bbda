import { useFocusEffect } from 'expo-router';
import { useCallback } from 'react';

import { setPageTitle } from '@/ui/pageTitle';

/** Names the tab of the browser while the screen is in front, so that several open tabs can be told apart; null leaves its name. */
export function useTabTitle(title: string | null): void {
  useFocusEffect(useCallback(() => (title === null ? undefined : setPageTitle(title)), [title]));
}
