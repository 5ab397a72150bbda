import { Icon } from './Icon';
import { Press } from './Press';
import { createStyles } from './theme';
import { radius, target } from './tokens';

interface TickProps {
  /** Who or what is ticked. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A box of 48 that a thumb can tick. */
export function Tick({ label, checked, onChange }: TickProps) {
  const styles = useStyles();
  return (
    <Press
      role="checkbox"
      aria-label={label}
      aria-checked={checked}
      onPress={() => onChange(!checked)}
      style={[styles.box, checked && styles.checked]}
    >
      {checked && <Icon name="check" tone="onPrimary" />}
    </Press>
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
