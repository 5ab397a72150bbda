import { View } from 'react-native';

import { Card } from './Card';
import { Text } from './Text';
import { createStyles } from './theme';
import { space } from './tokens';

/** An empty value is not shown. */
export type Fact = readonly [name: string, value: string | undefined | null];

interface FactsProps {
  title?: string;
  facts: readonly Fact[];
}

/** Names and values on a card; nothing if all values are empty. */
export function Facts({ title, facts }: FactsProps) {
  const styles = useStyles();
  const known = facts.filter((fact): fact is readonly [string, string] => !!fact[1]);
  if (known.length === 0) return null;
  return (
    <Card>
      {title !== undefined && (
        <Text variant="section" heading={2}>
          {title}
        </Text>
      )}
      <View style={styles.list}>
        {known.map(([name, value], index) => (
          <View key={name} style={[styles.fact, index > 0 && styles.ruled]}>
            <View style={styles.name}>
              <Text tone="quiet">{name}</Text>
            </View>
            <View style={isLong(value) ? styles.long : styles.value}>
              <Text align={value.length > maxEndAligned || isLong(value) ? 'start' : 'end'} selectable>
                {value}
              </Text>
            </View>
          </View>
        ))}
      </View>
    </Card>
  );
}

/** A longer value wraps on a phone, and wrapped text is aligned to the start. */
const maxEndAligned = 36;

/** On a separate line, also on a wide screen. */
const isLong = (value: string) => value.includes('\n') || value.length > 60;

const useStyles = createStyles(({ colors, fontScale }) => ({
  // The first and the last fact have the margin of the card.
  list: { marginVertical: -space.s },
  fact: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: space.l,
    paddingVertical: space.m,
  },
  ruled: { borderTopWidth: 1, borderTopColor: colors.line },
  name: { flexGrow: 1, flexShrink: 1, flexBasis: 90 * fontScale },
  value: { flexShrink: 1, maxWidth: '100%' },
  long: { width: '100%' },
}));
