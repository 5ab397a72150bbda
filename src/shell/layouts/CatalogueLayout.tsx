import { Stack } from 'expo-router';
import { useTheme } from '@/ui/theme';

// Back from a form that was opened by its URL leads to the catalogue.
export const unstable_settings = { anchor: 'index' };

export function CatalogueLayout() {
  const { colors } = useTheme();
  return (
    <Stack screenOptions={{ headerShown: false, contentStyle: { backgroundColor: colors.background } }} />
  );
}
