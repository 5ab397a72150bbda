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
  /** Keys of a web keyboard other than Enter and Space, for controls that move with arrows. */
  onKey?: (key: string) => boolean;
  ref?: Ref<View>;
  children?: ReactNode;
}

interface KeyEvent {
  key: string;
  currentTarget: { click?: () => void };
  preventDefault(): void;
}

/** Everything that can be pressed. Gives the same answer to a finger, a keyboard and a screen reader. */
export function PressableView({ style, onKey, role = 'button', children, ...rest }: PressableViewProps) {
  return (
    <Pressable
      {...rest}
      {...(Platform.OS === 'web' ? { onKeyDown: answerKey } : undefined)}
      role={role}
      style={({ pressed }) => [style, rest.disabled === true && disabled, pressed && held]}
    >
      {children}
    </Pressable>
  );

  // The web's Pressable answers Space for buttons alone; a radio, a tab or a box is pressed with it too.
  function answerKey(event: KeyEvent): void {
    if (event.key === ' ' && role !== 'button' && role !== 'link' && rest.disabled !== true) {
      event.preventDefault();
      event.currentTarget.click?.();
    } else if (onKey?.(event.key) === true) {
      event.preventDefault();
    }
  }
}

const disabled: ViewStyle = { opacity: 0.45 };
const held: ViewStyle = { opacity: 0.75 };
