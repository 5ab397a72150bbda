import { View } from 'react-native';

import { createStyles } from './theme';
import { radius, space, target } from './tokens';

interface SkeletonProps {
  /** The accessible name. */
  label: string;
  rows?: number;
}

/** A loading list. Not animated: SQLite responds within milliseconds. */
export function Skeleton({ label, rows = 6 }: SkeletonProps) {
  const styles = useStyles();
  return (
    <View role="progressbar" aria-label={label} aria-busy>
      {Array.from({ length: rows }, (_, row) => (
        <View key={row} style={styles.row}>
          <View style={styles.round} />
          <View style={styles.words}>
            <View style={[styles.line, { width: row % 2 === 0 ? '60%' : '45%' }]} />
            <View style={[styles.line, { width: row % 3 === 0 ? '35%' : '50%' }]} />
          </View>
        </View>
      ))}
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  row: { flexDirection: 'row', alignItems: 'center', gap: space.m, paddingVertical: space.m },
  round: {
    width: target.small,
    height: target.small,
    borderRadius: radius.round,
    backgroundColor: colors.line,
  },
  words: { flex: 1, gap: space.s },
  line: { height: space.m, borderRadius: radius.small, backgroundColor: colors.line },
}));
