import { View } from 'react-native';
import Svg, { Circle } from 'react-native-svg';

import { toneColor, Text, type TextTone } from './Text';
import { createStyles, useTheme } from './theme';

interface ProgressRingProps {
  /** From 0 to 1; more is a full ring. */
  value: number;
  /** In the middle, such as 62%. */
  text: string;
  /** For a screen reader: "186 of 300 doors". */
  label: string;
  tone?: TextTone;
  size?: number;
}

const STROKE = 9;

export function ProgressRing({ value, text, label, tone = 'primary', size = 80 }: ProgressRingProps) {
  const styles = useStyles();
  const { colors, fontScale } = useTheme();
  const scaled = size * Math.min(Math.max(fontScale, 1), 1.8);
  const middle = size / 2;
  const r = middle - STROKE / 2;
  const circumference = 2 * Math.PI * r;
  const filled = circumference * Math.min(Math.max(Number.isFinite(value) ? value : 0, 0), 1);
  return (
    <View role="img" aria-label={label} accessible style={[styles.ring, { width: scaled, height: scaled }]}>
      <View aria-hidden style={styles.picture}>
        <Svg width={scaled} height={scaled} viewBox={`0 0 ${size} ${size}`}>
          <Circle cx={middle} cy={middle} r={r} stroke={colors.line} strokeWidth={STROKE} fill="none" />
          {filled > 0 && (
            <Circle
              cx={middle}
              cy={middle}
              r={r}
              stroke={toneColor(colors, tone)}
              strokeWidth={STROKE}
              strokeLinecap="round"
              strokeDasharray={`${filled} ${circumference}`}
              transform={`rotate(-90 ${middle} ${middle})`}
              fill="none"
            />
          )}
        </Svg>
      </View>
      <Text variant="strong" align="center" aria-hidden>
        {text}
      </Text>
    </View>
  );
}

const useStyles = createStyles(() => ({
  ring: { alignItems: 'center', justifyContent: 'center' },
  picture: { position: 'absolute', top: 0, start: 0 },
}));
