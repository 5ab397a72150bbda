import { type ReactNode } from 'react';
import { View } from 'react-native';

import { Text } from './Text';
import { createStyles } from './theme';
import { space } from './tokens';
import { Words } from './Words';

interface SectionHeaderProps {
  title: string;
  trailing?: ReactNode;
}

/** The name of a part of a screen. */
export function SectionHeader({ title, trailing }: SectionHeaderProps) {
  const styles = useStyles();
  return (
    <View style={styles.header}>
      <Words>
        <Text variant="section" heading={2}>
          {title}
        </Text>
      </Words>
      {trailing}
    </View>
  );
}

const useStyles = createStyles(() => ({
  header: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: space.s,
    paddingTop: space.s,
  },
}));
