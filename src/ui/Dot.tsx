import { View } from 'react-native';

import { createStyles } from './theme';
import { radius } from './tokens';

/** A colour that somebody else chose, beside the word it goes with. What is no colour is not drawn. */
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
    // Any colour has an edge on any ground.
    borderWidth: 1,
    borderColor: colors.inkQuiet,
  },
}));
