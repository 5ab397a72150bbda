import { View } from 'react-native';

import { Press } from './Press';
import { useRadioKeys } from './radioKeys';
import { Text } from './Text';
import { createStyles } from './theme';
import { radius, space, target } from './tokens';

export interface CardChoice<V extends string> {
  value: V;
  /** Large, usually an amount. */
  title: string;
  detail?: string;
}

interface ChoiceCardsProps<V extends string> {
  /** The name of the question, for a screen reader. */
  label: string;
  choices: readonly CardChoice<V>[];
  value: V | null;
  onChange: (value: V) => void;
}

/** One of a few things that deserve a large button each; two beside each other where the words leave room. */
export function ChoiceCards<V extends string>({ label, choices, value, onChange }: ChoiceCardsProps<V>) {
  const styles = useStyles();
  const values = choices.map((choice) => choice.value);
  const radioProps = useRadioKeys(values, value, onChange);
  return (
    <View role="radiogroup" aria-label={label} style={styles.grid}>
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
            style={[styles.card, selected ? styles.selected : styles.unselected]}
          >
            <Text variant="amount" tone={tone}>
              {choice.title}
            </Text>
            {choice.detail !== undefined && (
              <Text variant="note" tone={selected ? 'onPrimaryQuiet' : 'quiet'}>
                {choice.detail}
              </Text>
            )}
          </Press>
        );
      })}
    </View>
  );
}

const useStyles = createStyles(({ colors, fontScale }) => ({
  grid: { flexDirection: 'row', flexWrap: 'wrap', gap: space.m },
  card: {
    flexGrow: 1,
    flexShrink: 1,
    flexBasis: fontScale > 1.4 ? '100%' : '40%',
    minHeight: target.main + space.l,
    justifyContent: 'center',
    borderRadius: radius.card,
    gap: 2,
  },
  // The heavier edge of the chosen one must not move its words.
  unselected: {
    borderWidth: 1,
    borderColor: colors.line,
    backgroundColor: colors.surface,
    padding: space.m + 2,
  },
  selected: {
    borderWidth: 3,
    borderColor: colors.primary,
    backgroundColor: colors.primaryQuiet,
    padding: space.m,
  },
}));
