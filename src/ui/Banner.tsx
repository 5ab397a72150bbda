import { type ReactNode } from 'react';
import { View } from 'react-native';

import { Icon } from './Icon';
import { type IconName } from './iconShapes';
import { PressableView } from './PressableView';
import { Text } from './Text';
import { createStyles } from './theme';
import { radius, space, type StateTone, target } from './tokens';
import { RowText } from './RowText';

interface BannerProps {
  tone: StateTone;
  icon: IconName;
  title: string;
  text?: string;
  /** Opens what the banner is about. */
  onPress?: () => void;
  /** A button inside; only without `onPress`. */
  action?: ReactNode;
  /** Announced by a screen reader when it appears. */
  live?: boolean;
}

/** An important message at the top of a screen. */
export function Banner({ tone, icon, title, text, onPress, action, live = false }: BannerProps) {
  const styles = useStyles();
  const content = (
    <>
      <Icon name={icon} tone={tone} />
      <RowText>
        <Text variant="noteStrong" tone={tone}>
          {title}
        </Text>
        {text !== undefined && (
          <Text variant="small" tone={tone}>
            {text}
          </Text>
        )}
      </RowText>
    </>
  );
  const style = [styles.banner, styles[tone]];
  if (onPress !== undefined) {
    return (
      <PressableView onPress={onPress} style={style}>
        {content}
        <Icon name="chevronForward" size={20} tone={tone} />
      </PressableView>
    );
  }
  return (
    <View role={live ? 'alert' : undefined} aria-live={live ? 'polite' : undefined} style={style}>
      {content}
      {action}
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  banner: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    alignItems: 'center',
    // One line is in the middle, too.
    alignContent: 'center',
    gap: space.m,
    minHeight: target.small + space.s,
    paddingHorizontal: space.l,
    paddingVertical: space.m,
    borderRadius: radius.button,
  },
  waiting: { backgroundColor: colors.states.waiting.ground },
  moving: { backgroundColor: colors.states.moving.ground },
  done: { backgroundColor: colors.states.done.ground },
  person: { backgroundColor: colors.states.person.ground },
  off: { backgroundColor: colors.states.off.ground },
}));
