import { Stack } from 'expo-router';
import { useTheme } from '@/ui/theme';

// Back from a batch or a month that was opened by its URL leads to the list.
export const unstable_settings = { anchor: 'index' };

/** A list and its records, for treasurers. */
export function DeskLayout() {
  const { colors } = useTheme();
  return (
    <Stack screenOptions={{ headerShown: false, contentStyle: { backgroundColor: colors.background } }} />
  );
}
