import { type ReactNode, type Ref } from 'react';
import {
  Platform,
  Pressable,
  type PressableProps,
  type StyleProp,
  type View,
  type ViewStyle,
} from 'react-native';

export interface PressableViewProps extends Omit<PressableProps, 'style' | 'children'> {
  style?: StyleProp<ViewStyle>;
  /** Handles other keys than Enter and Space on the web; true if handled. */
  onKey?: (key: string) => boolean;
  ref?: Ref<View>;
  children?: ReactNode;
}

interface KeyEvent {
  key: string;
  currentTarget: { click?: () => void };
  preventDefault(): void;
}

/** The base of all pressable components: role, keyboard, disabled and pressed style. */
export function PressableView({ style, onKey, role = 'button', children, ...rest }: PressableViewProps) {
  return (
    <Pressable
      {...rest}
      {...(Platform.OS === 'web' ? { onKeyDown: handleKey } : undefined)}
      role={role}
      style={({ pressed }) => [style, rest.disabled === true && disabledStyle, pressed && pressedStyle]}
    >
      {children}
    </Pressable>
  );

  // react-native-web handles Space for buttons only, not for radios, tabs and checkboxes.
  function handleKey(event: KeyEvent): void {
    if (event.key === ' ' && role !== 'button' && role !== 'link' && rest.disabled !== true) {
      event.preventDefault();
      event.currentTarget.click?.();
    } else if (onKey?.(event.key) === true) {
      event.preventDefault();
    }
  }
}

const disabledStyle: ViewStyle = { opacity: 0.45 };
const pressedStyle: ViewStyle = { opacity: 0.75 };
