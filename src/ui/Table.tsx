import { type ReactNode } from 'react';
import { View } from 'react-native';

import { Text } from './Text';
import { createStyles } from './theme';
import { space } from './tokens';

interface TableColumn {
  key: string;
  title: string;
  /** Numbers end at the end of their column. */
  isNumber?: boolean;
}

export interface TableRow {
  key: string;
  /** The sum of the rows above. */
  isSum?: boolean;
  /** By the key of the column. A text is rendered as such; what is missing stays empty. */
  cells: Readonly<Record<string, ReactNode>>;
}

interface TableProps {
  label: string;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
}

/** A table for a wide window. The first column names the row. */
export function Table({ label, columns, rows }: TableProps) {
  const styles = useStyles();
  return (
    <View role="table" aria-label={label}>
      <View role="row" style={[styles.row, styles.heading]}>
        {columns.map(({ key, title, isNumber = false }, place) => (
          <View key={key} role="columnheader" style={place === 0 ? styles.first : styles.cell}>
            <Text variant="smallStrong" tone="quiet" align={isNumber ? 'end' : 'start'}>
              {title}
            </Text>
          </View>
        ))}
      </View>
      {rows.map(({ key, isSum = false, cells }) => (
        <View key={key} role="row" style={[styles.row, isSum && styles.sum]}>
          {columns.map((column, place) => (
            <View key={column.key} role="cell" style={place === 0 ? styles.first : styles.cell}>
              <Cell isStrong={isSum || place === 0} isNumber={column.isNumber === true}>
                {cells[column.key]}
              </Cell>
            </View>
          ))}
        </View>
      ))}
    </View>
  );
}

interface CellProps {
  isStrong: boolean;
  isNumber: boolean;
  children: ReactNode;
}

function Cell({ isStrong, isNumber, children }: CellProps) {
  if (typeof children !== 'string') return children;
  return (
    <Text variant={isStrong ? 'noteStrong' : 'note'} align={isNumber ? 'end' : 'start'}>
      {children}
    </Text>
  );
}

const useStyles = createStyles(({ colors, fontScale }) => ({
  row: {
    flexDirection: 'row',
    alignItems: 'center',
    minHeight: 44 * fontScale,
    paddingVertical: space.xs,
    borderBottomWidth: 1,
    borderBottomColor: colors.line,
  },
  heading: { alignItems: 'flex-end', borderBottomColor: colors.inkQuiet },
  sum: { borderTopWidth: 1, borderTopColor: colors.inkQuiet },
  first: { flexGrow: 2, flexShrink: 1, flexBasis: 140, minWidth: 0, paddingEnd: space.s },
  cell: { flexGrow: 1, flexShrink: 1, flexBasis: 96, minWidth: 0, paddingStart: space.s },
}));
