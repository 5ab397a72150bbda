import { View } from 'react-native';

import { createStyles } from './theme';
import { radius } from './tokens';

/** A dot in a color from the service; nothing for an invalid color. */
export function Dot({ color }: { color: string | undefined }) {
  const styles = useStyles();
  if (color === undefined || !/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) return null;
  return <View aria-hidden style={[styles.dot, { backgroundColor: color }]} />;
}

const useStyles = createStyles(({ colors, fontScale }) => ({
  dot: {
    width: 12 * fontScale,
    height: 12 * fontScale,
    borderRadius: radius.round,
    // Visible on any background.
    borderWidth: 1,
    borderColor: colors.inkQuiet,
  },
}));
