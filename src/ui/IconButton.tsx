import { Icon } from './Icon';
import { type IconName } from './iconShapes';
import { PressableView } from './PressableView';
import { createStyles } from './theme';
import { radius, target } from './tokens';

interface IconButtonProps {
  icon: IconName;
  /** The accessible name. */
  label: string;
  onPress: () => void;
  /** `plain` has no background: Back, close. */
  kind?: 'quiet' | 'plain';
  disabled?: boolean;
  hint?: string;
}

export function IconButton({
  icon,
  label,
  onPress,
  kind = 'quiet',
  disabled = false,
  hint,
}: IconButtonProps) {
  const styles = useStyles();
  return (
    <PressableView
      aria-label={label}
      accessibilityHint={hint}
      disabled={disabled}
      onPress={onPress}
      style={[styles.base, kind === 'quiet' && styles.quiet]}
    >
      <Icon name={icon} tone={kind === 'quiet' ? 'onPrimaryQuiet' : 'ink'} />
    </PressableView>
  );
}

const useStyles = createStyles(({ colors }) => ({
  base: {
    minWidth: target.small,
    minHeight: target.small,
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: radius.tile,
  },
  quiet: { backgroundColor: colors.primaryQuiet },
}));
