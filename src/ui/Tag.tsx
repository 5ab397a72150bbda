import { View } from 'react-native';

import { Text } from './Text';
import { createStyles } from './theme';
import { radius, space } from './tokens';

export function Tag({ label }: { label: string }) {
  const styles = useStyles();
  return (
    <View style={styles.tag}>
      <Text variant="small">{label}</Text>
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  tag: {
    borderWidth: 1,
    borderColor: colors.line,
    backgroundColor: colors.surface,
    borderRadius: radius.round,
    paddingHorizontal: space.m,
    paddingVertical: 5,
  },
}));
