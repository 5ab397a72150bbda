import { type ReactNode } from 'react';
import { View } from 'react-native';

import { BesideDetail, useWide } from './layout';
import { createStyles } from './theme';
import { width } from './tokens';

interface TwoPaneProps {
  list: ReactNode;
  /** Null if none is open: a phone shows the list, a wide screen the placeholder. */
  detail: ReactNode | null;
  placeholder: ReactNode;
}

/** A list beside its detail on a wide screen; one of the two on a phone. */
export function TwoPane({ list, detail, placeholder }: TwoPaneProps) {
  const styles = useStyles();
  const wide = useWide();
  return (
    <View style={styles.panes}>
      {/* The list stays mounted on a phone, so that Back restores its scroll position. */}
      <View style={[wide ? styles.list : styles.pane, !wide && detail !== null && styles.hidden]}>
        {/* Also without a detail: on the web `main` is another element, and changing it would remount the list. */}
        <BesideDetail value={wide}>{list}</BesideDetail>
      </View>
      {detail !== null && <View style={styles.pane}>{detail}</View>}
      {wide && detail === null && (
        <View role="main" style={styles.pane}>
          {placeholder}
        </View>
      )}
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  panes: { flex: 1, flexDirection: 'row' },
  list: { width: width.listPane, borderEndWidth: 1, borderEndColor: colors.line },
  pane: { flex: 1 },
  hidden: { display: 'none' },
}));
