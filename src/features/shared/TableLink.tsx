import { Link, type LinkProps } from 'expo-router';

import { PressableView } from '@/ui/PressableView';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';

/** The name of a row of a table, which opens another screen, also in a tab of its own. */
export function TableLink({ href, label }: { href: LinkProps['href']; label: string }) {
  const styles = useStyles();
  return (
    <Link asChild href={href}>
      <PressableView role="link" style={styles.link}>
        <Text variant="noteStrong" tone="primary">
          {label}
        </Text>
      </PressableView>
    </Link>
  );
}

const useStyles = createStyles(({ fontScale }) => ({
  link: { minHeight: 40 * fontScale, justifyContent: 'center' },
}));
