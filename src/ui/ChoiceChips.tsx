import { View } from 'react-native';

import { Press } from './Press';
import { useRadioKeys } from './radioKeys';
import { Text } from './Text';
import { createStyles } from './theme';
import { radius, space, target } from './tokens';

interface Choice<V extends string> {
  value: V;
  label: string;
}

interface ChoiceChipsProps<V extends string> {
  /** The name of the question; shown above unless `labelHidden`. */
  label: string;
  labelHidden?: boolean;
  choices: readonly Choice<V>[];
  value: V | null;
  onChange: (value: V) => void;
  error?: string;
}

/** One of a few words. */
export function ChoiceChips<V extends string>({
  label,
  labelHidden = false,
  choices,
  value,
  onChange,
  error,
}: ChoiceChipsProps<V>) {
  const styles = useStyles();
  const values = choices.map((choice) => choice.value);
  const radioProps = useRadioKeys(values, value, onChange);
  return (
    <View style={styles.group}>
      {!labelHidden && (
        <Text variant="note" tone="quiet" aria-hidden>
          {label}
        </Text>
      )}
      <View role="radiogroup" aria-label={label} style={styles.chips}>
        {choices.map((choice) => {
          const selected = choice.value === value;
          return (
            <Press
              {...radioProps(choice.value)}
              key={choice.value}
              role="radio"
              aria-label={choice.label}
              aria-checked={selected}
              onPress={() => onChange(choice.value)}
              style={[styles.chip, selected && styles.selected]}
            >
              <Text variant={selected ? 'strong' : 'body'} tone={selected ? 'onPrimary' : 'ink'}>
                {choice.label}
              </Text>
            </Press>
          );
        })}
      </View>
      {error !== undefined && (
        <Text variant="note" tone="person" aria-live="polite">
          {error}
        </Text>
      )}
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  group: { gap: space.s },
  chips: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
  chip: {
    minHeight: target.small,
    minWidth: target.small,
    alignItems: 'center',
    justifyContent: 'center',
    paddingHorizontal: space.l,
    paddingVertical: space.s,
    borderRadius: radius.round,
    borderWidth: 1,
    borderColor: colors.line,
    backgroundColor: colors.surface,
  },
  selected: { backgroundColor: colors.primary, borderColor: colors.primary },
}));
