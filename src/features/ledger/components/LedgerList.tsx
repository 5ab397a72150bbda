import { router } from 'expo-router';
import { type ReactElement } from 'react';
import { View } from 'react-native';

import { type TransactionStatus } from '@/contract/status';
import { DoubledGifts } from '@/features/shared/DoubledGifts';
import { List } from '@/ui/List';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { givenParams, type LedgerView } from '../address';
import { type LedgerEntry } from '../filters';
import { LedgerRow } from './LedgerRow';

interface LedgerListProps {
  entries: readonly LedgerEntry[];
  view: LedgerView;
  statuses: ReadonlyMap<number, TransactionStatus>;
  sums: ReactElement;
  empty: ReactElement;
  onEndReached: () => void;
}

/** The ledger on a phone. */
export function LedgerList({ entries, view, statuses, sums, empty, onEndReached }: LedgerListProps) {
  const styles = useStyles();
  return (
    <List
      resetKey={JSON.stringify(view)}
      items={entries}
      keyExtractor={({ key }) => key}
      extraData={statuses}
      onEndReached={onEndReached}
      header={
        <View style={styles.header}>
          <DoubledGifts />
          {entries.length > 0 && sums}
        </View>
      }
      renderItem={(entry) => (
        <LedgerRow
          entry={entry}
          status={entry.statusId === null ? undefined : statuses.get(entry.statusId)}
          onPress={() =>
            router.push({ pathname: '/ledger/[id]', params: { id: entry.bundle, ...givenParams(view) } })
          }
        />
      )}
      empty={empty}
    />
  );
}

const useStyles = createStyles(() => ({ header: { gap: space.m } }));
