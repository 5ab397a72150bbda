import { View } from 'react-native';

import { Press } from './Press';
import { Text } from './Text';
import { createStyles } from './theme';
import { radius, target } from './tokens';

/** First letters of the first and the last word; whole characters, whatever the script. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const first = words[0];
  if (first === undefined) return '?';
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return [first, last]
    .map((word) => (word === undefined ? '' : ([...word][0] ?? '')))
    .join('')
    .toLocaleUpperCase();
}

interface AvatarProps {
  name: string;
  size?: 'regular' | 'large';
  /** A round button with this name instead of a picture. */
  onPress?: () => void;
  label?: string;
}

/** A person as round initials. The name always stands beside it, so it is silent. */
export function Avatar({ name, size = 'regular', onPress, label }: AvatarProps) {
  const styles = useStyles();
  const style = [styles.avatar, size === 'large' ? styles.large : styles.regular];
  const letters = (
    <Text variant={size === 'large' ? 'section' : 'strong'} tone="onPrimaryQuiet" maxFontSizeMultiplier={1.3}>
      {initialsOf(name)}
    </Text>
  );
  if (onPress === undefined) {
    return (
      <View aria-hidden style={style}>
        {letters}
      </View>
    );
  }
  // What is seen is part of the name, so that a person who speaks to the phone can say it.
  return (
    <Press aria-label={`${label ?? name} ${initialsOf(name)}`} onPress={onPress} style={style}>
      {letters}
    </Press>
  );
}

const useStyles = createStyles(({ colors, textScale }) => {
  const grown = Math.min(textScale, 1.3);
  return {
    avatar: {
      backgroundColor: colors.primaryQuiet,
      borderRadius: radius.round,
      alignItems: 'center',
      justifyContent: 'center',
      flexShrink: 0,
    },
    regular: { width: target.small * grown, height: target.small * grown },
    large: { width: 60 * grown, height: 60 * grown },
  };
});
