import { type ChoiceProps, RadioGroup } from './RadioGroup';
import { Text } from './Text';
import { createStyles } from './theme';
import { radius, space, target } from './tokens';

export interface CardChoice<V extends string> {
  value: V;
  /** Large, usually an amount. */
  title: string;
  detail?: string;
}

type ChoiceCardsProps<V extends string> = Omit<ChoiceProps<CardChoice<V>>, 'labelHidden' | 'error'>;

/**
 * A choice of large cards, two per row where the text fits. The label of the question is for screen readers only.
 */
export function ChoiceCards<V extends string>(props: ChoiceCardsProps<V>) {
  const styles = useStyles();
  return (
    <RadioGroup
      {...props}
      labelHidden
      getLabel={({ title, detail }) => (detail === undefined ? title : `${title} ${detail}`)}
      style={styles.grid}
      getStyle={(selected) => [styles.card, selected ? styles.selected : styles.unselected]}
      renderChoice={({ title, detail }, selected) => (
        <>
          <Text variant="amount" tone={selected ? 'onPrimaryQuiet' : 'ink'}>
            {title}
          </Text>
          {detail !== undefined && (
            <Text variant="note" tone={selected ? 'onPrimaryQuiet' : 'quiet'}>
              {detail}
            </Text>
          )}
        </>
      )}
    />
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
  // The padding offsets the wider border of the selected card, so that its text does not move.
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
