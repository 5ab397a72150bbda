import { Link, router } from 'expo-router';
import { useRef, type ReactElement } from 'react';
import { Platform, View, type GestureResponderEvent } from 'react-native';

import { type LedgerOrder } from '@/db/ledger/ledger';
import { PendingPill } from '@/features/shared/PendingNote';
import { useChosen, useIsChosen } from '@/features/shared/useIsChosen';
import { useI18n } from '@/i18n/I18nProvider';
import { Icon } from '@/ui/Icon';
import { List, type ListHandle } from '@/ui/List';
import { PressableView } from '@/ui/PressableView';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { radius, space, target } from '@/ui/tokens';

import { givenParams, type LedgerView } from '../address';
import { columnName } from '../csvFile';
import { type LedgerEntry } from '../filters';
import { nameOf } from '../labels';
import { isSelectable } from '../statusChange';
import { type columnsThatFit, type CellWords } from './columns';
import { withPressed } from './selection';

type Columns = ReturnType<typeof columnsThatFit>;

interface LedgerTableProps {
  entries: readonly LedgerEntry[];
  view: LedgerView;
  /** Those that have room. */
  columns: Columns;
  /** Called with the width for columns, in pixels. */
  onRoom: (room: number) => void;
  words: CellWords;
  /** The keys of the selected payments; null where the person cannot change them. */
  selected: ReadonlySet<string> | null;
  onSelect: (keys: ReadonlySet<string>) => void;
  onOrder: (order: LedgerOrder) => void;
  onEndReached: () => void;
  empty: ReactElement;
}

const boxWidth = 44;

/** The ledger at a desk: a row is a link, arrow keys move between rows, Enter opens, Space selects, with Shift also the rows in between, Escape closes. */
export function LedgerTable({
  entries,
  view,
  columns,
  onRoom,
  words,
  selected,
  onSelect,
  onOrder,
  onEndReached,
  empty,
}: LedgerTableProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const isChosen = useChosen();
  const list = useRef<ListHandle>(null);
  const rows = useRef(new Map<string, { focus(): void }>());
  const awaited = useRef<string | null>(null);
  const lastPressed = useRef<string | null>(null);
  const listHeight = useRef(0);
  const selectable = entries.filter(isSelectable);
  const isAll = selectable.length > 0 && selectable.every(({ key }) => selected?.has(key));

  const focusRow = (index: number) => {
    const entry = entries[index];
    if (entry === undefined) return;
    const row = rows.current.get(entry.key);
    // A row that is not rendered gets the focus when it is.
    awaited.current = row ? null : entry.key;
    if (row) row.focus();
    else list.current?.scrollToIndex(index);
  };
  /** The sums above need more height beside a detail: the row that was opened stays visible. */
  const showChosen = (height: number) => {
    const before = listHeight.current;
    listHeight.current = height;
    const chosen = entries.findIndex(({ bundle }) => isChosen(`/ledger/${bundle}`));
    const top = chosen === -1 ? null : (list.current?.topOf(chosen) ?? null);
    if (top === null || top > before) return;
    const below = top + target.small - height;
    if (below > 0) list.current?.scrollBy(below);
  };
  const toggle = (key: string, isShift: boolean) => {
    onSelect(
      withPressed(entries, selected ?? new Set(), { key, from: isShift ? lastPressed.current : null })
    );
    lastPressed.current = key;
  };
  const onKey = (index: number) => (key: string, isShift: boolean) => {
    const entry = entries[index];
    if (key === 'ArrowDown' || key === 'ArrowUp') focusRow(index + (key === 'ArrowDown' ? 1 : -1));
    else if (key === 'Escape') router.navigate({ pathname: '/ledger', params: givenParams(view) });
    else if (key === ' ' && entry && selected && isSelectable(entry)) toggle(entry.key, isShift);
    else return false;
    return true;
  };

  return (
    <View
      role="table"
      aria-label={t('ledger.title')}
      style={styles.table}
      onLayout={({ nativeEvent }) => onRoom(nativeEvent.layout.width - boxWidth - 2 * space.m)}
    >
      <View role="row" style={[styles.row, styles.heading]}>
        <View role="cell" style={styles.box}>
          {selected !== null && (
            <SelectBox
              label={t('ledger.desk.selectAll')}
              checked={isAll}
              onPress={() => onSelect(new Set(isAll ? [] : selectable.map(({ key }) => key)))}
            />
          )}
        </View>
        {columns.map((column) => (
          <Heading
            key={column.id}
            column={column}
            label={columnName(t, column.id)}
            order={view.order}
            onOrder={onOrder}
          />
        ))}
      </View>
      <View style={styles.list} onLayout={({ nativeEvent }) => showChosen(nativeEvent.layout.height)}>
        <List
          ref={list}
          isFullWidth
          resetKey={JSON.stringify(view)}
          items={entries}
          keyExtractor={({ key }) => key}
          extraData={[columns, selected, words]}
          onEndReached={onEndReached}
          renderItem={(entry, index) => (
            <TableRow
              entry={entry}
              columns={columns}
              words={words}
              view={view}
              isSelected={selected?.has(entry.key) ?? false}
              onToggle={
                selected !== null && isSelectable(entry) ? (isShift) => toggle(entry.key, isShift) : null
              }
              onKey={onKey(index)}
              onRow={(row) => {
                if (row === null) rows.current.delete(entry.key);
                else rows.current.set(entry.key, row);
                if (row !== null && awaited.current === entry.key) {
                  awaited.current = null;
                  row.focus();
                }
              }}
            />
          )}
          empty={empty}
        />
      </View>
    </View>
  );
}

interface HeadingProps {
  column: Columns[number];
  label: string;
  order: LedgerOrder;
  onOrder: (order: LedgerOrder) => void;
}

function Heading({ column: { order: by, ...column }, label, order, onOrder }: HeadingProps) {
  const styles = useStyles();
  const isOrdered = by !== undefined && order.by === by;
  const title = (
    <Text variant="smallStrong" tone={isOrdered ? 'primary' : 'quiet'} numberOfLines={1}>
      {label}
    </Text>
  );
  const sorted = isOrdered ? (order.descending ? 'descending' : 'ascending') : 'none';
  return (
    <View
      role="columnheader"
      {...(Platform.OS === 'web' ? { 'aria-sort': sorted } : undefined)}
      style={[styles.cell, styleOf(column), column.isNumber && styles.number]}
    >
      {by === undefined ? (
        title
      ) : (
        <PressableView
          aria-label={label}
          style={styles.sort}
          // Dates and amounts start with the largest.
          onPress={() =>
            onOrder({ by, descending: isOrdered ? !order.descending : by === 'date' || by === 'amount' })
          }
        >
          {title}
          {isOrdered && <Icon name={order.descending ? 'arrowDown' : 'arrowUp'} size={14} tone="primary" />}
        </PressableView>
      )}
    </View>
  );
}

interface TableRowProps {
  entry: LedgerEntry;
  columns: Columns;
  words: CellWords;
  view: LedgerView;
  isSelected: boolean;
  onToggle: ((isShift: boolean) => void) | null;
  onKey: (key: string, isShift: boolean) => boolean;
  onRow: (row: { focus(): void } | null) => void;
}

function TableRow({ entry, columns, words, view, isSelected, onToggle, onKey, onRow }: TableRowProps) {
  const { t } = words;
  const styles = useStyles();
  const isOpen = useIsChosen(`/ledger/${entry.bundle}`);
  const isWaiting = entry.pending.some(({ state }) => state !== 'acked');
  const name = nameOf(t, entry);
  const amount = words.format.money(entry.amount, entry.currency);
  return (
    <View role="row" style={[styles.row, (isSelected || isOpen) && styles.marked]}>
      <View role="cell" style={styles.box}>
        {onToggle !== null && (
          <SelectBox
            label={t('ledger.desk.select', { name, amount })}
            checked={isSelected}
            onPress={onToggle}
          />
        )}
      </View>
      {columns.map((column) => (
        <View
          key={column.id}
          role="cell"
          style={[
            styles.cell,
            styleOf(column),
            column.isNumber && styles.number,
            column.id === 'name' && styles.above,
          ]}
        >
          {column.id === 'name' && (
            // Covers the entire row, so that every part of it is the link.
            <Link
              asChild
              href={{ pathname: '/ledger/[id]', params: { id: entry.bundle, ...givenParams(view) } }}
            >
              <PressableView
                ref={onRow}
                role="link"
                aria-label={`${name}, ${amount}`}
                onKey={onKey}
                style={styles.link}
              />
            </Link>
          )}
          <Text
            variant={column.isFixed ? 'noteStrong' : 'note'}
            tone={column.isFixed ? 'ink' : 'quiet'}
            numberOfLines={2}
            align={column.isNumber ? 'end' : 'start'}
          >
            {column.text(entry, words)}
          </Text>
          {column.id === 'name' && isWaiting && <PendingPill rows={entry.pending} />}
        </View>
      ))}
    </View>
  );
}

interface SelectBoxProps {
  label: string;
  checked: boolean;
  onPress: (isShift: boolean) => void;
}

function SelectBox({ label, checked, onPress }: SelectBoxProps) {
  const styles = useStyles();
  return (
    <PressableView
      role="checkbox"
      aria-label={label}
      aria-checked={checked}
      onPress={(event) => onPress(withShift(event))}
      onKey={(key, isShift) => {
        if (key === ' ') onPress(isShift);
        return key === ' ';
      }}
      style={styles.boxTarget}
    >
      <View style={[styles.mark, checked && styles.checked]}>
        {checked && <Icon name="check" size={14} tone="onPrimary" />}
      </View>
    </PressableView>
  );
}

/** Whether Shift was held; only a mouse event of the web says so. */
const withShift = ({ nativeEvent }: GestureResponderEvent): boolean =>
  'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;

const styleOf = ({ width, grows = false }: Pick<Columns[number], 'width' | 'grows'>) =>
  grows ? { flexGrow: 1, flexShrink: 1, flexBasis: width, minWidth: 0 } : { width };

const useStyles = createStyles(({ colors, fontScale }) => ({
  table: { flex: 1, paddingHorizontal: space.m },
  list: { flex: 1 },
  row: {
    flexDirection: 'row',
    alignItems: 'center',
    minHeight: 40 * fontScale,
    borderBottomWidth: 1,
    borderBottomColor: colors.line,
  },
  heading: { borderBottomColor: colors.inkQuiet },
  marked: { backgroundColor: colors.primaryQuiet },
  // The link inside is placed by the row.
  cell: {
    position: 'static',
    flexDirection: 'row',
    // A state does not reach into the next column where it does not fit beside the name.
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: space.s,
    paddingHorizontal: space.xs,
  },
  // The link inside covers the cells after this one too, which a browser would draw above it.
  above: { zIndex: 1 },
  number: { justifyContent: 'flex-end' },
  sort: { flexDirection: 'row', alignItems: 'center', gap: 2, minHeight: 36 * fontScale, flexShrink: 1 },
  link: { position: 'absolute', top: 0, bottom: 0, start: boxWidth, end: 0 },
  box: { width: boxWidth, alignItems: 'center' },
  boxTarget: { minWidth: 40, minHeight: 38, alignItems: 'center', justifyContent: 'center' },
  mark: {
    width: 20,
    height: 20,
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: radius.small / 2,
    borderWidth: 2,
    borderColor: colors.inkQuiet,
    backgroundColor: colors.surface,
  },
  checked: { backgroundColor: colors.primary, borderColor: colors.primary },
}));
