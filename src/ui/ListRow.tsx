import { type ReactNode } from 'react';
import { View } from 'react-native';

import { Icon } from './Icon';
import { PressableView } from './PressableView';
import { Text } from './Text';
import { createStyles } from './theme';
import { radius, space, target } from './tokens';

interface ListRowProps {
  title: string;
  detail?: string;
  /** A short text at the end. */
  value?: string;
  /** For the main value of the row, such as an amount. */
  strongValue?: boolean;
  leading?: ReactNode;
  /** A pill at the end, part of what is pressed. */
  mark?: ReactNode;
  /** Controls at the end, next to the pressable part. */
  trailing?: ReactNode;
  onPress?: () => void;
  selected?: boolean;
  /** Set if pressing expands or collapses content below. */
  expanded?: boolean;
  /** No divider below. */
  last?: boolean;
}

/** A row with a divider. If pressable, all its text is the accessible name. */
export function ListRow({
  title,
  detail,
  value,
  strongValue = false,
  leading,
  mark,
  trailing,
  onPress,
  selected = false,
  expanded,
  last = false,
}: ListRowProps) {
  const styles = useStyles();
  const content = (
    <>
      {leading}
      <View style={styles.both}>
        <View style={styles.words}>
          <Text variant={detail === undefined && leading === undefined ? 'body' : 'strong'}>{title}</Text>
          {detail !== undefined && detail !== '' && (
            <Text variant="note" tone="quiet">
              {detail}
            </Text>
          )}
        </View>
        {value !== undefined && (
          <View style={styles.value}>
            <Text variant={strongValue ? 'strong' : 'note'} tone={strongValue ? 'ink' : 'quiet'} align="end">
              {value}
            </Text>
          </View>
        )}
        {mark !== undefined && <View style={styles.value}>{mark}</View>}
      </View>
    </>
  );
  return (
    <View style={[styles.row, !last && styles.ruled, selected && styles.selected]}>
      {onPress === undefined ? (
        <View style={styles.body}>{content}</View>
      ) : (
        <PressableView aria-expanded={expanded} onPress={onPress} style={styles.body}>
          {content}
          {(trailing ?? mark) === undefined && <Icon name={chevron(expanded)} size={18} tone="quiet" />}
        </PressableView>
      )}
      {trailing !== undefined && <View>{trailing}</View>}
    </View>
  );
}

function chevron(expanded: boolean | undefined) {
  if (expanded === undefined) return 'chevronForward';
  return expanded ? 'chevronUp' : 'chevronDown';
}

const useStyles = createStyles(({ colors, fontScale }) => ({
  row: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', columnGap: space.m },
  ruled: { borderBottomWidth: 1, borderBottomColor: colors.line },
  // Not the background of the avatars, which would disappear.
  selected: {
    backgroundColor: colors.line,
    marginHorizontal: -space.s,
    paddingHorizontal: space.s,
    borderRadius: radius.button,
  },
  body: {
    flexGrow: 1,
    flexShrink: 1,
    flexBasis: 110 * fontScale,
    flexDirection: 'row',
    alignItems: 'center',
    gap: space.m,
    minHeight: target.small + space.m,
    paddingVertical: space.s,
  },
  // With large text the value moves below the title.
  both: {
    flex: 1,
    flexDirection: 'row',
    flexWrap: fontScale > 1.4 ? 'wrap' : 'nowrap',
    alignItems: 'center',
    columnGap: space.m,
  },
  words: { flexGrow: 1, flexShrink: 1, flexBasis: fontScale > 1.4 ? 80 * fontScale : 0, gap: 1 },
  value: { flexShrink: 1 },
}));
