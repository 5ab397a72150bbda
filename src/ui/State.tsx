import { type ReactNode } from 'react';
import { View } from 'react-native';

import { Icon } from './Icon';
import { type IconName } from './iconShapes';
import { PressableView } from './PressableView';
import { BoldText, Text } from './Text';
import { createStyles } from './theme';
import { radius, space, type StateTone, target } from './tokens';

/** An icon per state, so that color is not the only distinction. */
const stateIcons: Record<StateTone, IconName> = {
  waiting: 'device',
  moving: 'search',
  done: 'check',
  person: 'warning',
  off: 'close',
};

interface StatePillProps {
  tone: StateTone;
  label: string;
  icon?: boolean;
}

export function StatePill({ tone, label, icon = false }: StatePillProps) {
  const styles = useStyles();
  return (
    <View style={[styles.pill, styles[tone]]}>
      {icon && <Icon name={stateIcons[tone]} size={16} tone={tone} />}
      <Text variant="smallStrong" tone={tone} style={styles.label}>
        {label}
      </Text>
    </View>
  );
}

interface StateRowProps {
  tone: StateTone;
  icon?: IconName;
  title: string;
  detail: string;
  /** The state, and what happens next. */
  state: string;
  next?: string;
  /** A short text at the end, such as the time. */
  value?: string;
  /** A button at the end, next to the pressable part. */
  trailing?: ReactNode;
  onPress?: () => void;
}

/** An unsent record: its title, its state, and what happens next. */
export function StateRow({
  tone,
  icon,
  title,
  detail,
  state,
  next,
  value,
  trailing,
  onPress,
}: StateRowProps) {
  const styles = useStyles();
  const content = (
    <>
      <View style={[styles.tile, styles[tone]]}>
        <Icon name={icon ?? stateIcons[tone]} tone={tone} />
      </View>
      <View style={styles.words}>
        <Text variant="strong">{title}</Text>
        <Text variant="note" tone="quiet">
          {detail}
        </Text>
        <Text variant="small" tone={tone}>
          <BoldText>{state}</BoldText>
          {next === undefined ? '' : ` ${next}`}
        </Text>
      </View>
      {value !== undefined && (
        <Text variant="note" tone="quiet">
          {value}
        </Text>
      )}
    </>
  );
  return (
    <View style={styles.row}>
      {onPress === undefined ? (
        <View style={styles.body}>{content}</View>
      ) : (
        <PressableView onPress={onPress} style={styles.body}>
          {content}
        </PressableView>
      )}
      {trailing !== undefined && <View style={styles.trailing}>{trailing}</View>}
    </View>
  );
}

const useStyles = createStyles(({ colors, fontScale }) => ({
  pill: {
    flexDirection: 'row',
    alignItems: 'center',
    gap: space.xs,
    alignSelf: 'flex-start',
    maxWidth: '100%',
    borderRadius: radius.small,
    paddingHorizontal: 10,
    paddingVertical: 5,
  },
  label: { flexShrink: 1 },
  row: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: space.m,
    borderBottomWidth: 1,
    borderBottomColor: colors.line,
  },
  body: {
    flexGrow: 1,
    flexShrink: 1,
    flexBasis: 170 * fontScale,
    flexDirection: 'row',
    alignItems: 'center',
    gap: space.m,
    paddingVertical: space.m,
  },
  tile: {
    width: target.small,
    height: target.small,
    borderRadius: radius.tile,
    alignItems: 'center',
    justifyContent: 'center',
  },
  words: { flex: 1, gap: 1 },
  trailing: { paddingVertical: space.s },
  waiting: { backgroundColor: colors.states.waiting.ground },
  moving: { backgroundColor: colors.states.moving.ground },
  done: { backgroundColor: colors.states.done.ground },
  person: { backgroundColor: colors.states.person.ground },
  off: { backgroundColor: colors.states.off.ground },
}));
