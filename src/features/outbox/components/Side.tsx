import { type ReactNode } from 'react';
import { View } from 'react-native';

import { Card } from '@/ui/Card';
import { Text } from '@/ui/Text';
import { createStyles, useTheme } from '@/ui/theme';

interface SideProps {
  title: string;
  /** Empty lines are left out. */
  lines: readonly string[];
  action?: ReactNode;
}

/** One of two versions of a record, shown side by side. */
export function Side({ title, lines, action }: SideProps) {
  const styles = useStyles();
  const { fontScale } = useTheme();
  return (
    <View style={[styles.side, fontScale > 1.3 && styles.alone]}>
      <Card>
        <Text variant="noteStrong" tone="quiet">
          {title}
        </Text>
        {lines.map((line, place) =>
          line === '' ? null : (
            <Text key={place} variant={place < 2 ? 'strong' : 'note'}>
              {line}
            </Text>
          )
        )}
        {action}
      </Card>
    </View>
  );
}

const useStyles = createStyles(() => ({
  side: { flexGrow: 1, flexShrink: 1, flexBasis: '40%' },
  alone: { flexBasis: '100%' },
}));
