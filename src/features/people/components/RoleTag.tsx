import { View } from 'react-native';

import { Dot } from '@/ui/Dot';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { radius, space } from '@/ui/tokens';

/** A role by its name, in the colour from the space. */
export function RoleTag({ name, color }: { name: string; color: string | undefined }) {
  const styles = useStyles();
  return (
    <View style={styles.tag}>
      <Dot color={color} />
      <Text variant="small">{name}</Text>
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  tag: {
    flexDirection: 'row',
    alignItems: 'center',
    alignSelf: 'flex-start',
    gap: 6,
    borderWidth: 1,
    borderColor: colors.line,
    backgroundColor: colors.surface,
    borderRadius: radius.round,
    paddingHorizontal: space.m,
    paddingVertical: 5,
  },
}));
