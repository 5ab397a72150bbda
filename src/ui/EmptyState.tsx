import { type ReactNode } from 'react';
import { View } from 'react-native';

import { Icon } from './Icon';
import { type IconName } from './iconShapes';
import { Text } from './Text';
import { createStyles } from './theme';
import { radius, space } from './tokens';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** Why it is empty, and what changes that. */
  text?: string;
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  const styles = useStyles();
  return (
    <View style={styles.empty}>
      <View style={styles.picture}>
        <Icon name={icon} size={32} tone="onPrimaryQuiet" />
      </View>
      <Text variant="section" align="center">
        {title}
      </Text>
      {text !== undefined && (
        <Text tone="quiet" align="center">
          {text}
        </Text>
      )}
      {action}
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  empty: { alignItems: 'center', gap: space.m, paddingVertical: space.xxl, paddingHorizontal: space.l },
  picture: {
    padding: space.xl,
    borderRadius: radius.round,
    backgroundColor: colors.primaryQuiet,
  },
}));
