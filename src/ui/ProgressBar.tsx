import { View } from 'react-native';

import { createStyles } from './theme';
import { radius, space } from './tokens';

interface ProgressBarProps {
  label: string;
  done: number;
  total: number;
}

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
      style={styles.track}
    >
      <View style={[styles.bar, { width: `${percent}%` }]} />
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  track: { height: space.s, borderRadius: radius.round, backgroundColor: colors.line, overflow: 'hidden' },
  bar: { height: '100%', borderRadius: radius.round, backgroundColor: colors.primary },
}));
