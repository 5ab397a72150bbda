import { Stack } from 'expo-router';
import { useTheme } from '@/ui/theme';

// Back from a batch that was opened by its URL leads to the batches.
export const unstable_settings = { anchor: 'index' };

export function BatchesLayout() {
  const { colors } = useTheme();
  return (
    <Stack screenOptions={{ headerShown: false, contentStyle: { backgroundColor: colors.background } }} />
  );
}
