import { type CSSProperties, useRef } from 'react';
import { View } from 'react-native';

import { type DayPickerProps } from './DayPicker';
import { IconButton } from './IconButton';

/** Opens the browser's date picker. */
export function DayPicker({ label, value, onPick }: DayPickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <View>
      <IconButton kind="plain" icon="calendar" label={label} onPress={() => input.current?.showPicker()} />
      <input
        ref={input}
        type="date"
        value={value}
        onChange={({ target }) => onPick(target.value)}
        tabIndex={-1}
        aria-hidden
        style={hidden}
      />
    </View>
  );
}

/** Invisible and not focusable: it only anchors the date picker. */
const hidden: CSSProperties = {
  position: 'absolute',
  bottom: 0,
  insetInlineEnd: 0,
  width: 1,
  height: 1,
  padding: 0,
  border: 'none',
  opacity: 0,
  pointerEvents: 'none',
};
