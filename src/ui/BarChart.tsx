import { useState } from 'react';
import { Platform, View } from 'react-native';

import { Text } from './Text';
import { createStyles, useTheme } from './theme';
import { radius, space } from './tokens';

interface Bar {
  key: string;
  /** A short text under the bar. */
  label: string;
  value: number;
  /** Its name and value, shown while the pointer or the focus is on it. */
  text?: string;
}

interface BarChartProps {
  bars: readonly Bar[];
  /** Describes the chart for a screen reader. */
  label: string;
  height?: number;
  /** Shown below while no bar is pointed at. */
  caption?: string;
}

/** The largest bar fills the height; zero is a thin line. With a mouse or a keyboard each bar shows its value. */
export function BarChart({ bars, label, height = 60, caption }: BarChartProps) {
  const styles = useStyles();
  const { fontScale } = useTheme();
  const [pointedAt, setPointedAt] = useState<string | null>(null);
  const largest = Math.max(0, ...bars.map((bar) => bar.value));
  const every = fontScale > 1.4 ? 2 : 1;
  const shown = bars.find(({ key }) => key === pointedAt)?.text ?? caption;
  const pointing = ({ key, text }: Bar) =>
    Platform.OS !== 'web' || text === undefined
      ? undefined
      : {
          role: 'img' as const,
          tabIndex: 0 as const,
          'aria-label': text,
          onPointerEnter: () => setPointedAt(key),
          onPointerLeave: () => setPointedAt(null),
          onFocus: () => setPointedAt(key),
          onBlur: () => setPointedAt(null),
        };
  const hasValues = bars.some((bar) => pointing(bar) !== undefined);
  return (
    <View>
      <View
        role={hasValues ? 'group' : 'img'}
        aria-label={label}
        accessible={!hasValues}
        style={styles.chart}
      >
        {bars.map((bar, index) => (
          <View key={bar.key} aria-hidden={!hasValues} style={styles.column} {...pointing(bar)}>
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
      {shown !== undefined && (
        <Text variant="small" tone={shown === caption ? 'quiet' : 'ink'}>
          {shown}
        </Text>
      )}
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
