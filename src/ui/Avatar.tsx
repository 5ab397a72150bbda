import { View } from 'react-native';

import { Icon } from './Icon';
import { PressableView } from './PressableView';
import { Text } from './Text';
import { createStyles } from './theme';
import { radius, target } from './tokens';

/** First letters of the first and the last word, in any script. Empty for a number. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /^\p{L}/u.test(word));
  const first = words[0];
  if (first === undefined) return '';
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return [first, last]
    .map((word) => (word === undefined ? '' : ([...word][0] ?? '')))
    .join('')
    .toLocaleUpperCase();
}

interface AvatarProps {
  name: string;
  size?: 'regular' | 'large';
  /** Makes it a button. */
  onPress?: () => void;
  label?: string;
}

/** A person's initials. Hidden from screen readers: the name is always next to it. */
export function Avatar({ name, size = 'regular', onPress, label }: AvatarProps) {
  const styles = useStyles();
  const style = [styles.avatar, size === 'large' ? styles.large : styles.regular];
  const initials = initialsOf(name);
  const picture =
    initials === '' ? (
      <Icon name="person" tone="onPrimaryQuiet" />
    ) : (
      <Text
        variant={size === 'large' ? 'section' : 'strong'}
        tone="onPrimaryQuiet"
        maxFontSizeMultiplier={1.3}
      >
        {initials}
      </Text>
    );
  if (onPress === undefined) {
    return (
      <View aria-hidden style={style}>
        {picture}
      </View>
    );
  }
  // The accessible name includes the visible initials, for voice control.
  return (
    <PressableView aria-label={`${label ?? name} ${initials}`.trim()} onPress={onPress} style={style}>
      {picture}
    </PressableView>
  );
}

const useStyles = createStyles(({ colors, textScale }) => {
  const scale = Math.min(textScale, 1.3);
  return {
    avatar: {
      backgroundColor: colors.primaryQuiet,
      borderRadius: radius.round,
      alignItems: 'center',
      justifyContent: 'center',
      flexShrink: 0,
    },
    regular: { width: target.small * scale, height: target.small * scale },
    large: { width: 60 * scale, height: 60 * scale },
  };
});
