import { type CSSProperties, useRef } from 'react';
import { View } from 'react-native';

import { type DayPickerProps } from './DayPicker';
import { IconButton } from './IconButton';

/** Opens the browser's own calendar; what is picked goes into the field beside it. */
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
        style={behind}
      />
    </View>
  );
}

/** There for the calendar to open under, and for nobody to see or reach. */
const behind: CSSProperties = {
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
