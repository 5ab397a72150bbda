import { type ReactNode } from 'react';
import { View } from 'react-native';

import { BesideDetail, useWide } from './layout';
import { createStyles } from './theme';
import { width } from './tokens';

interface TwoPaneProps {
  list: ReactNode;
  /** Null while nothing is chosen: a phone then shows the list, a wide screen the placeholder. */
  detail: ReactNode | null;
  placeholder: ReactNode;
}

/** A list beside what was chosen in it where there is room; one of the two on a phone. */
export function TwoPane({ list, detail, placeholder }: TwoPaneProps) {
  const styles = useStyles();
  const wide = useWide();
  return (
    <View style={styles.panes}>
      {/* The list stays mounted under a detail on a phone, so that Back returns to the same place in it. */}
      <View style={[wide ? styles.list : styles.whole, !wide && detail !== null && styles.hidden]}>
        {/* Also while nothing is chosen: in a browser the main part is an element of its own kind, and the list would be
            made anew, and begin at its beginning, as soon as something is chosen in it. */}
        <BesideDetail value={wide}>{list}</BesideDetail>
      </View>
      {detail !== null && <View style={styles.whole}>{detail}</View>}
      {wide && detail === null && (
        <View role="main" style={styles.whole}>
          {placeholder}
        </View>
      )}
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  panes: { flex: 1, flexDirection: 'row' },
  list: { width: width.listPane, borderEndWidth: 1, borderEndColor: colors.line },
  whole: { flex: 1 },
  hidden: { display: 'none' },
}));
