import { Icon } from './Icon';
import { PressableView } from './PressableView';
import { createStyles } from './theme';
import { radius, target } from './tokens';

interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  const styles = useStyles();
  return (
    <PressableView
      role="checkbox"
      aria-label={label}
      aria-checked={checked}
      onPress={() => onChange(!checked)}
      style={[styles.box, checked && styles.checked]}
    >
      {checked && <Icon name="check" tone="onPrimary" />}
    </PressableView>
  );
}

const useStyles = createStyles(({ colors }) => ({
  box: {
    width: target.small,
    height: target.small,
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: radius.tile,
    borderWidth: 2,
    borderColor: colors.inkQuiet,
    backgroundColor: colors.surface,
  },
  checked: { backgroundColor: colors.primary, borderColor: colors.primary },
}));
