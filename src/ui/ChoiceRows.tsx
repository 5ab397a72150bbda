import { View } from 'react-native';

import { Dot } from './Dot';
import { Icon } from './Icon';
import { Press } from './Press';
import { useRadioKeys } from './radioKeys';
import { Text } from './Text';
import { createStyles } from './theme';
import { radius, space, target } from './tokens';

export interface RowChoice<V extends string> {
  value: V;
  title: string;
  detail?: string;
  /** A colour that goes with it. */
  color?: string;
}

interface ChoiceRowsProps<V extends string> {
  /** The name of the question; shown above unless `labelHidden`. */
  label: string;
  labelHidden?: boolean;
  choices: readonly RowChoice<V>[];
  value: V | null;
  onChange: (value: V) => void;
}

/** One of several things that need a line each to be understood. */
export function ChoiceRows<V extends string>({
  label,
  labelHidden = false,
  choices,
  value,
  onChange,
}: ChoiceRowsProps<V>) {
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
      <View role="radiogroup" aria-label={label} style={styles.rows}>
        {choices.map((choice) => {
          const selected = choice.value === value;
          const tone = selected ? 'onPrimaryQuiet' : 'ink';
          return (
            <Press
              {...radioProps(choice.value)}
              key={choice.value}
              role="radio"
              aria-label={choice.detail === undefined ? choice.title : `${choice.title} ${choice.detail}`}
              aria-checked={selected}
              onPress={() => onChange(choice.value)}
              style={[styles.row, selected && styles.selected]}
            >
              <Dot color={choice.color} />
              <View style={styles.words}>
                <Text variant={selected ? 'strong' : 'body'} tone={tone}>
                  {choice.title}
                </Text>
                {choice.detail !== undefined && (
                  <Text variant="note" tone={selected ? 'onPrimaryQuiet' : 'quiet'}>
                    {choice.detail}
                  </Text>
                )}
              </View>
              {selected && <Icon name="check" size={20} tone={tone} />}
            </Press>
          );
        })}
      </View>
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  group: { gap: space.s },
  rows: {
    borderWidth: 1,
    borderColor: colors.line,
    borderRadius: radius.card,
    backgroundColor: colors.surface,
    overflow: 'hidden',
  },
  row: {
    flexDirection: 'row',
    alignItems: 'center',
    gap: space.m,
    minHeight: target.small + space.s,
    paddingHorizontal: space.l,
    paddingVertical: space.s,
  },
  words: { flex: 1, gap: 1 },
  selected: { backgroundColor: colors.primaryQuiet },
}));
