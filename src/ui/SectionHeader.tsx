import { type ReactNode } from 'react';
import { View } from 'react-native';

import { Text } from './Text';
import { createStyles } from './theme';
import { space } from './tokens';

interface SectionHeaderProps {
  title: string;
  trailing?: ReactNode;
}

export function SectionHeader({ title, trailing }: SectionHeaderProps) {
  const styles = useStyles();
  return (
    <View style={styles.header}>
      <View style={styles.title}>
        <Text variant="section" heading={2}>
          {title}
        </Text>
      </View>
      {trailing}
    </View>
  );
}

const useStyles = createStyles(({ fontScale }) => ({
  header: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: space.s,
    paddingTop: space.s,
  },
  // Wide enough for the name of a street: next to a long button it has a line of its own.
  title: { flexGrow: 1, flexShrink: 1, flexBasis: 180 * fontScale },
}));
