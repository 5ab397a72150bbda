import { type ReactNode, type Ref, useId } from 'react';
import { Platform, Pressable, View, type PressableProps, type StyleProp, type ViewStyle } from 'react-native';

export interface PressableViewProps extends Omit<PressableProps, 'style' | 'children'> {
  style?: StyleProp<ViewStyle>;
  /** The id of what describes it on the web, instead of the hint. */
  'aria-describedby'?: string;
  /** Handles keys on the web, before Space presses; true if handled. */
  onKey?: (key: string, isShift: boolean) => boolean;
  ref?: Ref<View>;
  children?: ReactNode;
}

interface KeyEvent {
  key: string;
  shiftKey: boolean;
  currentTarget: { click?: () => void };
  preventDefault(): void;
}

/** The base of all pressable components: role, keyboard, disabled and pressed style. */
export function PressableView({ style, onKey, role = 'button', children, ...rest }: PressableViewProps) {
  // react-native-web ignores the hint: on the web a hidden element describes the button.
  const needsElement = Platform.OS === 'web' && rest['aria-describedby'] === undefined;
  const hint = needsElement ? rest.accessibilityHint : undefined;
  const hintId = useId();
  return (
    <Pressable
      {...rest}
      {...(Platform.OS === 'web' ? { onKeyDown: handleKey } : undefined)}
      {...(hint ? { 'aria-describedby': hintId } : undefined)}
      role={role}
      style={({ pressed }) => [style, rest.disabled === true && disabledStyle, pressed && pressedStyle]}
    >
      {children}
      {hint ? <View id={hintId} aria-label={hint} style={hidden} /> : null}
    </Pressable>
  );

  // react-native-web handles Space for buttons only, not for radios, tabs and checkboxes.
  function handleKey(event: KeyEvent): void {
    if (onKey?.(event.key, event.shiftKey) === true) {
      event.preventDefault();
    } else if (event.key === ' ' && role !== 'button' && role !== 'link' && rest.disabled !== true) {
      event.preventDefault();
      event.currentTarget.click?.();
    }
  }
}

const hidden: ViewStyle = { display: 'none' };
const disabledStyle: ViewStyle = { opacity: 0.45 };
const pressedStyle: ViewStyle = { opacity: 0.75 };
