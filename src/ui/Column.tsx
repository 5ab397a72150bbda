import { type ReactNode } from 'react';
import { View } from 'react-native';

import { createStyles } from './theme';
import { space, width } from './tokens';

/** A centered column of readable width with the margins of a screen, for content around a list. */
export function Column({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return <View style={styles.column}>{children}</View>;
}

const useStyles = createStyles(() => ({
  column: {
    width: '100%',
    maxWidth: width.column + 2 * space.xl,
    alignSelf: 'center',
    paddingHorizontal: space.xl,
  },
}));
