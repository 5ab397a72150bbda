import { type ReactNode } from 'react';
import { View } from 'react-native';

import { PressableView } from './PressableView';
import { createStyles } from './theme';
import { radius, space } from './tokens';

interface CardProps {
  children: ReactNode;
  /** Side by side, wrapping when the words are large. */
  row?: boolean;
  /** A card that opens something; all its words are then its name. */
  onPress?: () => void;
}

/** Paper with an edge: things that belong together. */
export function Card({ children, row = false, onPress }: CardProps) {
  const styles = useStyles();
  const style = [styles.card, row && styles.row];
  if (onPress === undefined) return <View style={style}>{children}</View>;
  return (
    <PressableView onPress={onPress} style={style}>
      {children}
    </PressableView>
  );
}

const useStyles = createStyles(({ colors }) => ({
  card: {
    backgroundColor: colors.surface,
    borderColor: colors.line,
    borderWidth: 1,
    borderRadius: radius.card,
    padding: space.l,
    gap: space.s,
  },
  row: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space.l },
}));
