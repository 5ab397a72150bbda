import { type ChoiceProps, RadioGroup } from './RadioGroup';
import { Text } from './Text';
import { createStyles } from './theme';
import { radius, space, target } from './tokens';

interface ChipChoice<V extends string> {
  value: V;
  label: string;
}

/** A choice of short labels. */
export function ChoiceChips<V extends string>(props: ChoiceProps<ChipChoice<V>>) {
  const styles = useStyles();
  return (
    <RadioGroup
      {...props}
      getLabel={({ label }) => label}
      style={styles.chips}
      getStyle={(selected) => [styles.chip, selected && styles.selected]}
      renderChoice={({ label }, selected) => (
        // The same weight: a wider chip would move the others under the finger.
        <Text tone={selected ? 'onPrimary' : 'ink'}>{label}</Text>
      )}
    />
  );
}

const useStyles = createStyles(({ colors }) => ({
  chips: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
  chip: {
    minHeight: target.small,
    minWidth: target.small,
    // A long label wraps on a narrow screen with enlarged text.
    maxWidth: '100%',
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
