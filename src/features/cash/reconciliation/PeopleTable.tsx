import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { Facts } from '@/ui/Facts';
import { useWide } from '@/ui/layout';
import { Table } from '@/ui/Table';
import { TableLink } from '@/features/shared/TableLink';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { cellText, type AmountColumn, type Line } from './cells';

interface PeopleTableProps {
  lines: readonly Line[];
  columns: readonly AmountColumn[];
  /** What the ledger of a person is filtered by besides. */
  filters?: Record<string, string>;
}

/** Where the cash of each person is: a table at a desk, cards on a phone. */
export function PeopleTable(props: PeopleTableProps) {
  return useWide() ? <AmountsTable {...props} /> : <Cards {...props} />;
}

function AmountsTable({ lines, columns, filters = {} }: PeopleTableProps) {
  const { t, format } = useI18n();
  const amountIn = (line: Line, column: AmountColumn) => {
    const text = cellText(format, line, column);
    if (column !== 'difference') return text;
    return (
      <Text variant="noteStrong" tone={line.amounts.difference === 0 ? 'ink' : 'person'} align="end">
        {text}
      </Text>
    );
  };
  return (
    <Table
      label={t('reconciliation.people')}
      columns={[
        { key: 'name', title: t('reconciliation.column.name') },
        ...columns.map((key) => ({ key, title: t(`reconciliation.column.${key}`), isNumber: true })),
      ]}
      rows={lines.map((line) => ({
        key: line.key,
        isSum: line.kind === 'sum',
        cells: {
          ...Object.fromEntries(columns.map((column) => [column, amountIn(line, column)])),
          name:
            line.userId === null ? (
              line.name
            ) : (
              <TableLink
                href={{
                  pathname: '/ledger',
                  params: { by: line.userId, method: 'cash', ...filters },
                }}
                label={line.name}
              />
            ),
        },
      }))}
    />
  );
}

function Cards({ lines, columns }: PeopleTableProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  return (
    <View style={styles.cards}>
      {lines.map((line) => (
        <Facts
          key={line.key}
          title={line.name}
          facts={columns.map((column) => [
            t(`reconciliation.column.${column}`),
            // What is nothing says nothing, but for the amount that must be nothing.
            line.amounts[column] === 0 && column !== 'difference' ? null : cellText(format, line, column),
          ])}
        />
      ))}
    </View>
  );
}

const useStyles = createStyles(() => ({ cards: { gap: space.m } }));
