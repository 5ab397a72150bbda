import { type ReactNode } from 'react';
import { View } from 'react-native';

import { createStyles } from './theme';

/** The words of a row that wraps: they take the room there is, and a line of their own where it is too narrow to read. */
export function RowText({ children }: { children: ReactNode }) {
  return <View style={useStyles().words}>{children}</View>;
}

const useStyles = createStyles(({ fontScale }) => ({
  words: { flexGrow: 1, flexShrink: 1, flexBasis: 110 * fontScale, gap: 1 },
}));
