import { View, type ViewStyle } from 'react-native';

import { toneColor, Text, type TextTone } from './Text';
import { createStyles, useTheme } from './theme';
import { type Colors, radius, space } from './tokens';

interface Segment {
  key: string;
  value: number;
  tone: TextTone;
  /** "Sent €160". */
  label: string;
}

interface StackedBarProps {
  segments: readonly Segment[];
  /** Describes the chart for a screen reader. */
  label: string;
}

/** Parts of a total with a legend, so that color is not the only distinction. */
export function StackedBar({ segments, label }: StackedBarProps) {
  const styles = useStyles();
  const { colors } = useTheme();
  const shown = segments.filter((segment) => segment.value > 0);
  return (
    <View style={styles.chart}>
      <View role="img" aria-label={label} accessible style={styles.bar}>
        {shown.map((segment) => (
          <View key={segment.key} style={share(segment, colors)} />
        ))}
      </View>
      <View style={styles.legend}>
        {segments.map((segment) => (
          <View key={segment.key} style={styles.entry}>
            <View style={[styles.dot, { backgroundColor: toneColor(colors, segment.tone) }]} />
            <Text variant="small" tone="quiet">
              {segment.label}
            </Text>
          </View>
        ))}
      </View>
    </View>
  );
}

function share({ value, tone }: Segment, colors: Colors): ViewStyle {
  return { flexGrow: value, flexBasis: 0, minWidth: 4, backgroundColor: toneColor(colors, tone) };
}

const useStyles = createStyles(({ colors }) => ({
  chart: { gap: space.s },
  bar: {
    flexDirection: 'row',
    gap: 2,
    height: space.l,
    borderRadius: radius.small,
    overflow: 'hidden',
    backgroundColor: colors.line,
  },
  legend: { flexDirection: 'row', flexWrap: 'wrap', columnGap: space.l, rowGap: space.xs },
  entry: { flexDirection: 'row', alignItems: 'center', gap: 6 },
  dot: { width: 10, height: 10, borderRadius: radius.round },
}));
