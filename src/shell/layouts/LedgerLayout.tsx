import { usePathname } from 'expo-router';
import { View } from 'react-native';

import { BesideDetail, useWide } from '@/ui/layout';
import { createStyles } from '@/ui/theme';

import { DetailStack } from '../DetailStack';
import { LedgerScreen } from '../later';

// Back from a detail that was opened by its URL leads to the list.
export const unstable_settings = { anchor: 'index' };

const root = '/ledger';

/**
 * A stack on a phone. At a desk the table takes all of the width, and a detail opens beside it. Both are regions of one
 * `main`, on a phone too: another element would remount the detail when the window becomes wide or narrow.
 */
export function LedgerLayout() {
  const wide = useWide();
  const styles = useStyles();
  const isList = usePathname() === root;
  const detail = isList ? styles.hidden : styles.detail;
  return (
    <View role="main" style={styles.panes}>
      <BesideDetail value>
        {wide && (
          <View style={styles.table}>
            <LedgerScreen />
          </View>
        )}
        {/* Also without a detail: the filters are parameters of the route inside. */}
        <View style={wide ? detail : styles.table}>
          <DetailStack />
        </View>
      </BesideDetail>
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  panes: { flex: 1, flexDirection: 'row' },
  table: { flex: 1 },
  detail: { width: 440, borderStartWidth: 1, borderStartColor: colors.line },
  hidden: { display: 'none' },
}));
