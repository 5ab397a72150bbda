import { View } from 'react-native';

import { createStyles } from './theme';
import { radius, space } from './tokens';

interface ProgressBarProps {
  /** What it is that gets on. */
  label: string;
  done: number;
  /** More than `done`, else the bar is full. */
  total: number;
}

/** How far something is that takes a while. The words beside it say the same. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  const styles = useStyles();
  const part = total > 0 ? Math.min(1, done / total) : 0;
  const percent = Math.round(part * 100);
  return (
    <View
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      style={styles.ground}
    >
      <View style={[styles.bar, { width: `${percent}%` }]} />
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  ground: { height: space.s, borderRadius: radius.round, backgroundColor: colors.line, overflow: 'hidden' },
  bar: { height: '100%', borderRadius: radius.round, backgroundColor: colors.primary },
}));
