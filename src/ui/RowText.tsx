import { type ReactNode } from 'react';
import { View } from 'react-native';

import { createStyles } from './theme';

/** The text of a row: fills the space, and wraps to its own line where that is too narrow. */
export function RowText({ children }: { children: ReactNode }) {
  return <View style={useStyles().text}>{children}</View>;
}

const useStyles = createStyles(({ fontScale }) => ({
  text: { flexGrow: 1, flexShrink: 1, flexBasis: 110 * fontScale, gap: 1 },
}));
