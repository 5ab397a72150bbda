import { Slot, Stack, usePathname } from 'expo-router';
import { View } from 'react-native';

import { BesideDetail, useWide } from '@/ui/layout';
import { createStyles, useTheme } from '@/ui/theme';

import { LedgerScreen } from '../later';

// Back from a detail that was opened by its URL leads to the list.
export const unstable_settings = { anchor: 'index' };

const root = '/ledger';

/** A stack on a phone. At a desk the table takes all of the width, and a detail opens beside it. */
export function LedgerLayout() {
  const wide = useWide();
  const styles = useStyles();
  const { colors } = useTheme();
  const isList = usePathname() === root;
  if (!wide)
    return (
      <Stack screenOptions={{ headerShown: false, contentStyle: { backgroundColor: colors.background } }} />
    );
  return (
    <View role="main" style={styles.panes}>
      <BesideDetail value>
        <View style={styles.table}>
          <LedgerScreen />
        </View>
        {/* Also without a detail: the filters are parameters of the route inside. */}
        <View style={isList ? styles.hidden : styles.detail}>
          <Slot />
        </View>
      </BesideDetail>
    </View>
  );
}

/** The list of a phone; at a desk the layout shows it. */
export function LedgerIndex() {
  return useWide() ? null : <LedgerScreen />;
}

const useStyles = createStyles(({ colors }) => ({
  panes: { flex: 1, flexDirection: 'row' },
  table: { flex: 1 },
  detail: { width: 440, borderStartWidth: 1, borderStartColor: colors.line },
  hidden: { display: 'none' },
}));
