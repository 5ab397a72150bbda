import { useState } from 'react';
import { type GestureResponderEvent, Platform, View } from 'react-native';

import { Text } from './Text';
import { createStyles, useTheme } from './theme';
import { radius, space, target } from './tokens';

interface LetterIndexProps {
  /** What the strip is for, for a screen reader. */
  label: string;
  letters: readonly string[];
  /** The place of the letter that the list stands at. */
  current: number;
  onJump: (place: number) => void;
}

/** Less room than this, and letters run into each other. */
const leastHeight = 15;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };

/**
 * The letters of a long list at its side. A finger slides along them; for a keyboard and a screen reader they are one
 * control that is moved up and down, as the slider that it is.
 */
export function LetterIndex({ label, letters, current, onJump }: LetterIndexProps) {
  const styles = useStyles();
  const { fontScale } = useTheme();
  const [height, setHeight] = useState(0);
  /** Where the finger is, while there is one. */
  const [touched, setTouched] = useState<{ top: number; place: number } | null>(null);
  const last = letters.length - 1;
  const shown = Math.min(Math.max(touched?.place ?? current, 0), last);

  const jump = (place: number) => {
    const next = Math.min(Math.max(place, 0), last);
    if (next !== shown) onJump(next);
  };
  const slide = ({ nativeEvent: { locationY } }: GestureResponderEvent) => {
    if (height === 0) return;
    const place = Math.min(Math.max(Math.floor((locationY / height) * letters.length), 0), last);
    if (place !== touched?.place) onJump(place);
    setTouched({ top: Math.min(Math.max(locationY, 0), height), place });
  };
  const answerKey = (event: { key: string; preventDefault(): void }) => {
    const step = steps[event.key];
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    jump(step === undefined ? (event.key === 'Home' ? 0 : last) : shown + step);
  };

  // Where not every letter has room, every second or third is drawn; the finger reaches those between all the same.
  const every =
    height === 0 ? 1 : Math.max(1, Math.ceil((leastHeight * fontScale * letters.length) / height));
  return (
    <View
      {...(Platform.OS === 'web' ? { onKeyDown: answerKey } : undefined)}
      role="slider"
      tabIndex={0}
      focusable
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown}
      aria-valuetext={letters[shown]}
      aria-orientation="vertical"
      accessibilityActions={[{ name: 'increment' }, { name: 'decrement' }]}
      onAccessibilityAction={({ nativeEvent: { actionName } }) =>
        jump(shown + (actionName === 'increment' ? 1 : -1))
      }
      onLayout={({ nativeEvent: { layout } }) => setHeight(layout.height)}
      onStartShouldSetResponder={() => true}
      // The list beneath would take the finger for itself as soon as it moves.
      onResponderTerminationRequest={() => false}
      onResponderGrant={slide}
      onResponderMove={slide}
      onResponderRelease={() => setTouched(null)}
      onResponderTerminate={() => setTouched(null)}
      style={styles.strip}
    >
      {letters.map(
        (letter, place) =>
          place % every === 0 && (
            <View key={letter} style={styles.letter} aria-hidden>
              <Text variant="small" tone={place === shown ? 'primary' : 'quiet'}>
                {letter}
              </Text>
            </View>
          )
      )}
      {touched !== null && (
        <View style={[styles.bubble, { top: touched.top - target.small / 2 }]} aria-hidden>
          <Text variant="section">{letters[shown]}</Text>
        </View>
      )}
    </View>
  );
}

// The web's own mirroring leaves the place of an absolute element alone.
const endOf = (direction: 'ltr' | 'rtl') => (Platform.OS === 'web' && direction === 'rtl' ? 'left' : 'end');

const useStyles = createStyles(({ colors, direction }) => ({
  strip: {
    position: 'absolute',
    top: space.s,
    bottom: space.s,
    [endOf(direction)]: 0,
    // The margin of the page, and a little of the rows: a thumb at the edge finds it.
    width: space.xl + space.s,
    userSelect: 'none',
  },
  // The finger is always on the strip itself, never on a letter: places are measured from its top.
  letter: { flex: 1, alignItems: 'center', justifyContent: 'center', pointerEvents: 'none' },
  bubble: {
    position: 'absolute',
    [endOf(direction)]: space.xxl + space.l,
    minWidth: target.small,
    minHeight: target.small,
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: radius.round,
    backgroundColor: colors.primaryQuiet,
    pointerEvents: 'none',
  },
}));
