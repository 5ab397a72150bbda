import { type ReactNode, useRef } from 'react';
import { AccessibilityInfo, Platform, type StyleProp, View, type ViewStyle } from 'react-native';

import { useErrorFocus, useAnnouncedError } from './ErrorFocus';
import { PressableView } from './PressableView';
import { useRadioKeys } from './radioKeys';
import { useScrollIntoView } from './scrollIntoView';
import { Text } from './Text';
import { space } from './tokens';

export interface ChoiceProps<Choice extends { value: string }> {
  label: string;
  labelHidden?: boolean;
  choices: readonly Choice[];
  value: Choice['value'] | null;
  onChange: (value: Choice['value']) => void;
  /** Called for a press only, not for arrow keys. */
  onPressed?: (value: Choice['value']) => void;
  error?: string;
}

interface RadioGroupProps<Choice extends { value: string }> extends ChoiceProps<Choice> {
  /** The accessible name of a choice. */
  getLabel: (choice: Choice) => string;
  renderChoice: (choice: Choice, selected: boolean) => ReactNode;
  style: ViewStyle;
  getStyle: (selected: boolean) => StyleProp<ViewStyle>;
}

/** The base of ChoiceChips, ChoiceRows and ChoiceCards. */
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
  const { radioProps, getFocusTarget } = useRadioKeys(values, value, onChange);
  const group = useRef<View>(null);
  const scrollIntoView = useScrollIntoView();
  useErrorFocus(error !== undefined, () => {
    const target = getFocusTarget();
    if (Platform.OS === 'web') target?.focus();
    // Native views have no keyboard focus: this moves the screen reader.
    else if (target !== null) AccessibilityInfo.sendAccessibilityEvent(target, 'focus');
    scrollIntoView.scrollTo(group);
  });
  useAnnouncedError(error);
  return (
    <View ref={group} style={groupStyle}>
      {!labelHidden && (
        <Text variant="note" tone="quiet" aria-hidden>
          {label}
        </Text>
      )}
      {/* Above the choices, where it is visible together with the first one. */}
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

const groupStyle: ViewStyle = { gap: space.s };
