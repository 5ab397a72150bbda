import { type ReactNode } from 'react';
import { View } from 'react-native';

import { BesideDetail } from './layout';
import { createStyles } from './theme';
import { width } from './tokens';

interface TwoPaneProps {
  /** Beside the detail on a wide screen; false on a phone. */
  list: ReactNode;
  detail: ReactNode;
  /** In place of the detail while none is open beside the list; false otherwise. */
  placeholder: ReactNode;
}

/** A list beside its detail, or the detail alone, which stays mounted when the other comes and goes. */
export function TwoPane({ list, detail, placeholder }: TwoPaneProps) {
  const styles = useStyles();
  return (
    <View style={styles.panes}>
      {list !== false && (
        <View style={styles.list}>
          <BesideDetail value>{list}</BesideDetail>
        </View>
      )}
      <View style={placeholder === false ? styles.pane : styles.hidden}>{detail}</View>
      {placeholder !== false && (
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
