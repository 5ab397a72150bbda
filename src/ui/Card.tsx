import { type ReactNode } from 'react';
import { View } from 'react-native';

import { PressableView } from './PressableView';
import { createStyles } from './theme';
import { radius, space } from './tokens';

interface CardProps {
  children: ReactNode;
  /** Children in a row that wraps with large text. */
  row?: boolean;
  /** Makes it a button; its text is the accessible name. */
  onPress?: () => void;
}

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
