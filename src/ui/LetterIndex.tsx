import { useState } from 'react';
import { type GestureResponderEvent, Platform, View } from 'react-native';

import { Text } from './Text';
import { createStyles, useTheme } from './theme';
import { radius, space, target } from './tokens';

interface LetterIndexProps {
  label: string;
  letters: readonly string[];
  /** The index of the letter at the top of the list. */
  current: number;
  onJump: (index: number) => void;
}

/** With less height letters would overlap. */
const minLetterHeight = 15;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };

/**
 * The letters of a long list at its side. A finger slides along them; for keyboards and screen readers it is a slider.
 */
export function LetterIndex({ label, letters, current, onJump }: LetterIndexProps) {
  const styles = useStyles();
  const { fontScale } = useTheme();
  const [height, setHeight] = useState(0);
  /** The position of the finger. */
  const [touched, setTouched] = useState<{ top: number; index: number } | null>(null);
  const last = letters.length - 1;
  const shown = Math.min(Math.max(touched?.index ?? current, 0), last);

  const jump = (index: number) => {
    const next = Math.min(Math.max(index, 0), last);
    if (next !== shown) onJump(next);
  };
  const slide = ({ nativeEvent: { locationY } }: GestureResponderEvent) => {
    if (height === 0) return;
    const index = Math.min(Math.max(Math.floor((locationY / height) * letters.length), 0), last);
    if (index !== touched?.index) onJump(index);
    setTouched({ top: Math.min(Math.max(locationY, 0), height), index });
  };
  const handleKey = (event: { key: string; preventDefault(): void }) => {
    const step = steps[event.key];
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    jump(step === undefined ? (event.key === 'Home' ? 0 : last) : shown + step);
  };

  // If not all letters fit, every second or third is shown; the finger still reaches the others.
  const every =
    height === 0 ? 1 : Math.max(1, Math.ceil((minLetterHeight * fontScale * letters.length) / height));
  return (
    <View
      {...(Platform.OS === 'web' ? { onKeyDown: handleKey } : undefined)}
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
      // The list would take over the gesture when the finger moves.
      onResponderTerminationRequest={() => false}
      onResponderGrant={slide}
      onResponderMove={slide}
      onResponderRelease={() => setTouched(null)}
      onResponderTerminate={() => setTouched(null)}
      style={styles.strip}
    >
      {letters.map(
        (letter, index) =>
          index % every === 0 && (
            <View key={letter} style={styles.letter} aria-hidden>
              <Text variant="small" tone={index === shown ? 'primary' : 'quiet'}>
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

// react-native-web does not mirror the position of an absolute element.
const endOf = (direction: 'ltr' | 'rtl') => (Platform.OS === 'web' && direction === 'rtl' ? 'left' : 'end');

const useStyles = createStyles(({ colors, direction }) => ({
  strip: {
    position: 'absolute',
    top: space.s,
    bottom: space.s,
    [endOf(direction)]: 0,
    // The margin of the page and a little of the rows, so that a thumb can hit it.
    width: space.xl + space.s,
    userSelect: 'none',
  },
  // Touches hit the strip, not a letter: positions are measured from its top.
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
