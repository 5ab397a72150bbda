import { View } from 'react-native';

import { Dot } from './Dot';
import { Icon } from './Icon';
import { type ChoiceProps, RadioGroup } from './RadioGroup';
import { Text } from './Text';
import { createStyles } from './theme';
import { radius, space, target } from './tokens';

export interface RowChoice<V extends string> {
  value: V;
  title: string;
  detail?: string;
  color?: string;
}

/** A choice of rows with a title and a detail. */
export function ChoiceRows<V extends string>(props: ChoiceProps<RowChoice<V>>) {
  const styles = useStyles();
  return (
    <RadioGroup
      {...props}
      getLabel={({ title, detail }) => (detail === undefined ? title : `${title} ${detail}`)}
      style={styles.rows}
      getStyle={(selected) => [styles.row, selected && styles.selected]}
      renderChoice={({ title, detail, color }, selected) => (
        <>
          <Dot color={color} />
          <View style={styles.words}>
            <Text variant={selected ? 'strong' : 'body'} tone={selected ? 'onPrimaryQuiet' : 'ink'}>
              {title}
            </Text>
            {detail !== undefined && (
              <Text variant="note" tone={selected ? 'onPrimaryQuiet' : 'quiet'}>
                {detail}
              </Text>
            )}
          </View>
          {selected && <Icon name="check" size={20} tone="onPrimaryQuiet" />}
        </>
      )}
    />
  );
}

const useStyles = createStyles(({ colors }) => ({
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
