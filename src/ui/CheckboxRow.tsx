import { View } from 'react-native';

import { Icon } from './Icon';
import { PressableView } from './PressableView';
import { Text } from './Text';
import { createStyles } from './theme';
import { radius, space, target } from './tokens';

interface CheckboxRowProps {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox with label and hint; the entire row is the target. */
export function CheckboxRow({ label, hint, checked, onChange }: CheckboxRowProps) {
  const styles = useStyles();
  return (
    <PressableView
      role="checkbox"
      aria-label={hint === undefined ? label : `${label} ${hint}`}
      aria-checked={checked}
      onPress={() => onChange(!checked)}
      style={styles.row}
    >
      <View style={[styles.box, checked && styles.checked]}>
        {checked && <Icon name="check" size={20} tone="onPrimary" />}
      </View>
      <View style={styles.words}>
        <Text>{label}</Text>
        {hint !== undefined && (
          <Text variant="note" tone="quiet">
            {hint}
          </Text>
        )}
      </View>
    </PressableView>
  );
}

const useStyles = createStyles(({ colors, fontScale }) => ({
  row: {
    flexDirection: 'row',
    alignItems: 'center',
    gap: space.m,
    minHeight: target.small + space.s,
    paddingVertical: space.s,
  },
  box: {
    width: 32 * Math.min(fontScale, 1.5),
    height: 32 * Math.min(fontScale, 1.5),
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: radius.small,
    borderWidth: 2,
    borderColor: colors.inkQuiet,
    backgroundColor: colors.surface,
  },
  checked: { backgroundColor: colors.primary, borderColor: colors.primary },
  words: { flex: 1, gap: 1 },
}));
