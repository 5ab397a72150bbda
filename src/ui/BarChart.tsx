import { View } from 'react-native';

import { Text } from './Text';
import { createStyles, useTheme } from './theme';
import { radius, space } from './tokens';

interface Bar {
  key: string;
  /** A short text under the bar. */
  label: string;
  value: number;
}

interface BarChartProps {
  bars: readonly Bar[];
  /** Describes the chart for a screen reader. */
  label: string;
  height?: number;
}

/** The largest bar fills the height; zero is a thin line. */
export function BarChart({ bars, label, height = 60 }: BarChartProps) {
  const styles = useStyles();
  const { fontScale } = useTheme();
  const largest = Math.max(0, ...bars.map((bar) => bar.value));
  const every = fontScale > 1.4 ? 2 : 1;
  return (
    <View role="img" aria-label={label} accessible style={styles.chart}>
      {bars.map((bar, index) => (
        <View key={bar.key} aria-hidden style={styles.column}>
          <View style={[styles.track, { height }]}>
            {bar.value > 0 && largest > 0 ? (
              <View style={[styles.bar, { height: Math.max(4, (bar.value / largest) * height) }]} />
            ) : (
              <View style={styles.none} />
            )}
          </View>
          <View style={every > 1 && styles.wideLabel}>
            <Text variant="small" tone="quiet" align="center" numberOfLines={1}>
              {(bars.length - 1 - index) % every === 0 ? bar.label : ''}
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
  /** A label may overlap the neighbours that have none. */
  wideLabel: { marginHorizontal: -space.l },
  track: { justifyContent: 'flex-end' },
  bar: { backgroundColor: colors.primary, borderRadius: radius.small / 2 },
  none: { height: 2, backgroundColor: colors.line },
}));
