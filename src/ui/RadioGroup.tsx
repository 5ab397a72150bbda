import { type ReactNode, useRef } from 'react';
import { AccessibilityInfo, Platform, type StyleProp, View, type ViewStyle } from 'react-native';

import { useErrorFocus, useAnnouncedError } from './ErrorFocus';
import { PressableView } from './PressableView';
import { useRadioKeys } from './radioKeys';
import { useScrollIntoView } from './scrollIntoView';
import { Text } from './Text';
import { space } from './tokens';

/** What every question with one answer has, however its choices look. */
export interface ChoiceProps<Choice extends { value: string }> {
  /** The name of the question; shown above unless `labelHidden`. */
  label: string;
  labelHidden?: boolean;
  choices: readonly Choice[];
  value: Choice['value'] | null;
  onChange: (value: Choice['value']) => void;
  /** A choice was pressed, rather than passed over with the arrows: whoever presses goes on from there. */
  onPressed?: (value: Choice['value']) => void;
  /** What is wrong, in words, at the question. */
  error?: string;
}

interface RadioGroupProps<Choice extends { value: string }> extends ChoiceProps<Choice> {
  /** All the words of a choice, as a screen reader says them. */
  getLabel: (choice: Choice) => string;
  renderChoice: (choice: Choice, selected: boolean) => ReactNode;
  style: ViewStyle;
  getStyle: (selected: boolean) => StyleProp<ViewStyle>;
}

/** One of several: one stop of the keyboard, arrows inside. Chips, rows and cards are drawn by it. */
export function RadioGroup<Choice extends { value: string }>({
  label,
  labelHidden = false,
  choices,
  value,
  onChange,
  onPressed,
  error,
  getLabel,
  renderChoice,
  style,
  getStyle,
}: RadioGroupProps<Choice>) {
  const values = choices.map((choice): Choice['value'] => choice.value);
  const { radioProps, getEntry } = useRadioKeys(values, value, onChange);
  const question = useRef<View>(null);
  const sight = useScrollIntoView();
  useErrorFocus(error !== undefined, () => {
    const entry = getEntry();
    if (Platform.OS === 'web') entry?.focus();
    // A phone has no keyboard focus for this: a screen reader is sent to the first choice.
    else if (entry !== null) AccessibilityInfo.sendAccessibilityEvent(entry, 'focus');
    sight.scrollTo(question);
  });
  useAnnouncedError(error);
  return (
    <View ref={question} style={group}>
      {!labelHidden && (
        <Text variant="note" tone="quiet" aria-hidden>
          {label}
        </Text>
      )}
      {/* Before the choices: beneath many of them it would be out of sight while the first is in it. */}
      {error !== undefined && (
        <Text variant="note" tone="person" aria-live="polite">
          {error}
        </Text>
      )}
      <View role="radiogroup" aria-label={label} style={style}>
        {choices.map((choice) => {
          const selected = choice.value === value;
          return (
            <PressableView
              {...radioProps(choice.value)}
              key={choice.value}
              role="radio"
              aria-label={getLabel(choice)}
              aria-checked={selected}
              onPress={() => {
                onPressed?.(choice.value);
                onChange(choice.value);
              }}
              style={getStyle(selected)}
            >
              {renderChoice(choice, selected)}
            </PressableView>
          );
        })}
      </View>
    </View>
  );
}

const group: ViewStyle = { gap: space.s };
