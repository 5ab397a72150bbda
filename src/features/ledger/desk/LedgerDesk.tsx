import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { View } from 'react-native';

import { type TransactionStatus } from '@/contract/status';
import { useRuntime } from '@/features/shared/runtime';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { deviceQueries } from '@/queries/device';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { type LedgerView } from '../address';
import { type LedgerEntry } from '../filters';
import { columnsThatFit, usualColumns } from './columns';
import { ColumnsDialog } from './ColumnsDialog';
import { LedgerTable } from './LedgerTable';
import { SelectionBar } from './SelectionBar';

interface LedgerDeskProps {
  entries: readonly LedgerEntry[];
  view: LedgerView;
  onView: (view: LedgerView) => void;
  statuses: ReadonlyMap<number, TransactionStatus>;
  statusName: (id: number | null) => string;
  isChoosingColumns: boolean;
  onColumnsChosen: () => void;
  onEndReached: () => void;
  empty: ReactElement;
}

const none: ReadonlySet<string> = new Set();

/** The ledger at a desk: the table, and what can be done with several rows. */
export function LedgerDesk({
  entries,
  view,
  onView,
  statuses,
  statusName,
  isChoosingColumns,
  onColumnsChosen,
  onEndReached,
  empty,
}: LedgerDeskProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const { canCorrectBundles } = usePermissions();
  const { data: stored } = useQuery(deviceQueries.ledgerColumns(runtime));
  const [selected, setSelected] = useState(none);
  const columns = stored ?? usualColumns;
  /** The width for columns, in pixels. */
  const [room, setRoom] = useState(0);
  // What a filter hides is not changed.
  const chosen = entries.filter(({ key }) => selected.has(key));
  return (
    <>
      <LedgerTable
        entries={entries}
        view={view}
        columns={columnsThatFit(columns, room)}
        onRoom={setRoom}
        words={{ t, format, statusName }}
        selected={canCorrectBundles ? selected : null}
        onSelect={setSelected}
        onOrder={(order) => onView({ ...view, order })}
        onEndReached={onEndReached}
        empty={empty}
      />
      {chosen.length > 0 && (
        <View style={styles.footer}>
          <SelectionBar
            entries={chosen}
            statuses={[...statuses.values()]}
            onClear={() => setSelected(none)}
          />
        </View>
      )}
      {isChoosingColumns && <ColumnsDialog columns={columns} room={room} onClose={onColumnsChosen} />}
    </>
  );
}

const useStyles = createStyles(({ colors }) => ({
  footer: {
    paddingHorizontal: space.xl,
    paddingVertical: space.s,
    borderTopWidth: 1,
    borderTopColor: colors.line,
    backgroundColor: colors.surface,
  },
}));
