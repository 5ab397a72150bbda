import { Stack } from 'expo-router';

import { useWide } from '@/ui/layout';
import { useTheme } from '@/ui/theme';

/**
 * The screens of a list and its details. It stays mounted when the window becomes wide or narrow, and so does what was
 * typed. On a wide screen the layout shows the list, and only the open detail is mounted.
 */
export function DetailStack() {
  const wide = useWide();
  const { colors } = useTheme();
  return (
    <Stack
      screenOptions={{
        headerShown: false,
        contentStyle: { backgroundColor: colors.background },
        animation: wide ? 'none' : 'default',
      }}
      screenLayout={({ route, navigation, children }) => {
        const { routes, index } = navigation.getState();
        return wide && (route.name === 'index' || routes[index]?.key !== route.key) ? <></> : children;
      }}
    />
  );
}
