import { type ReactNode } from 'react';
import { View } from 'react-native';

import { Text } from './Text';
import { createStyles } from './theme';
import { space } from './tokens';
import { RowText } from './RowText';

interface SectionHeaderProps {
  title: string;
  trailing?: ReactNode;
}

export function SectionHeader({ title, trailing }: SectionHeaderProps) {
  const styles = useStyles();
  return (
    <View style={styles.header}>
      <RowText>
        <Text variant="section" heading={2}>
          {title}
        </Text>
      </RowText>
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
