import { View } from 'react-native';

import { Text } from './Text';
import { createStyles, useTheme } from './theme';
import { radius, space } from './tokens';

interface Bar {
  key: string;
  /** Beneath the bar, short. */
  label: string;
  value: number;
}

interface BarChartProps {
  bars: readonly Bar[];
  /** The whole chart in a sentence for a screen reader. */
  label: string;
  height?: number;
}

/** Amounts beside each other; the largest fills the height, an empty one is a line on the ground. */
export function BarChart({ bars, label, height = 60 }: BarChartProps) {
  const styles = useStyles();
  const { fontScale } = useTheme();
  const largest = Math.max(0, ...bars.map((bar) => bar.value));
  const every = fontScale > 1.4 ? 2 : 1;
  return (
    <View role="img" aria-label={label} accessible style={styles.chart}>
      {bars.map((bar, place) => (
        <View key={bar.key} aria-hidden style={styles.column}>
          <View style={[styles.room, { height }]}>
            {bar.value > 0 && largest > 0 ? (
              <View style={[styles.bar, { height: Math.max(4, (bar.value / largest) * height) }]} />
            ) : (
              <View style={styles.none} />
            )}
          </View>
          <View style={every > 1 && styles.overNeighbours}>
            <Text variant="small" tone="quiet" align="center" numberOfLines={1}>
              {(bars.length - 1 - place) % every === 0 ? bar.label : ''}
            </Text>
          </View>
        </View>
      ))}
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  chart: { flexDirection: 'row', gap: space.s },
  column: { flex: 1 },
  /** Where those beside it say nothing, a label may be wider than its bar. */
  overNeighbours: { marginHorizontal: -space.l },
  room: { justifyContent: 'flex-end' },
  bar: { backgroundColor: colors.primary, borderRadius: radius.small / 2 },
  none: { height: 2, backgroundColor: colors.line },
}));
