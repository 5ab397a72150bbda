import { View } from 'react-native';

import { Icon } from './Icon';
import { type IconName } from './iconShapes';
import { PressableView } from './PressableView';
import { Text, type TextTone, type TextVariant } from './Text';
import { createStyles } from './theme';
import { radius, space, target } from './tokens';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps {
  label: string;
  onPress: () => void;
  kind?: ButtonKind;
  /** `main` is the one large button of a screen. */
  size?: 'main' | 'regular';
  icon?: IconName;
  disabled?: boolean;
  /** Disabled while work runs, with the same label. */
  busy?: boolean;
  /** Read after the label by a screen reader. */
  hint?: string;
}

const tones: Record<ButtonKind, TextTone> = {
  primary: 'onPrimary',
  secondary: 'ink',
  quiet: 'primary',
  danger: 'person',
};

export function Button({
  label,
  onPress,
  kind = 'primary',
  size = 'regular',
  icon,
  disabled = false,
  busy = false,
  hint,
}: ButtonProps) {
  const styles = useStyles();
  const tone = tones[kind];
  const variant: TextVariant = size === 'main' ? 'amount' : 'noteStrong';
  return (
    <PressableView
      aria-label={label}
      accessibilityHint={hint}
      aria-busy={busy}
      disabled={disabled || busy}
      onPress={onPress}
      style={[styles.base, size === 'main' ? styles.main : styles.regular, styles[kind]]}
    >
      {icon !== undefined && <Icon name={icon} size={size === 'main' ? 24 : 20} tone={tone} />}
      <View style={styles.label}>
        <Text variant={variant} tone={tone} align="center" underline={kind === 'quiet'}>
          {label}
        </Text>
      </View>
    </PressableView>
  );
}

const useStyles = createStyles(({ colors }) => ({
  base: {
    flexDirection: 'row',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space.m,
    borderWidth: 1,
    // A label wider than the page wraps inside the button.
    maxWidth: '100%',
  },
  label: { flexShrink: 1 },
  main: {
    minHeight: target.main,
    paddingHorizontal: space.xl,
    paddingVertical: space.m,
    borderRadius: radius.card,
  },
  regular: {
    minHeight: target.small,
    minWidth: target.small,
    paddingHorizontal: space.l,
    paddingVertical: space.s,
    borderRadius: radius.button,
  },
  primary: { backgroundColor: colors.primary, borderColor: colors.primary },
  secondary: { backgroundColor: colors.surface, borderColor: colors.line },
  quiet: { backgroundColor: 'transparent', borderColor: 'transparent', paddingHorizontal: space.s },
  danger: { backgroundColor: colors.states.person.ground, borderColor: colors.states.person.ink },
}));
