import { Link } from 'expo-router';
import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { Facts } from '@/ui/Facts';
import { useWide } from '@/ui/layout';
import { PressableView } from '@/ui/PressableView';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { paramsOf, type ReconciliationChoice } from './choice';
import { amountColumns, cellText, type Line } from './cells';

interface PeopleTableProps {
  lines: readonly Line[];
  choice: ReconciliationChoice;
}

/** Where the cash of each person is: a table at a desk, cards on a phone. */
export function PeopleTable({ lines, choice }: PeopleTableProps) {
  return useWide() ? <Table lines={lines} choice={choice} /> : <Cards lines={lines} />;
}

function Table({ lines, choice }: PeopleTableProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  return (
    <View role="table" aria-label={t('reconciliation.people')}>
      <View role="row" style={[styles.row, styles.heading]}>
        <View role="columnheader" style={styles.name}>
          <Text variant="smallStrong" tone="quiet">
            {t('reconciliation.column.name')}
          </Text>
        </View>
        {amountColumns.map((column) => (
          <View key={column} role="columnheader" style={styles.amount}>
            <Text variant="smallStrong" tone="quiet" align="end">
              {t(`reconciliation.column.${column}`)}
            </Text>
          </View>
        ))}
      </View>
      {lines.map((line) => (
        <View key={line.key} role="row" style={[styles.row, line.kind === 'sum' && styles.sum]}>
          <View role="cell" style={styles.name}>
            {line.userId === null ? (
              <Text variant="noteStrong">{line.name}</Text>
            ) : (
              <Link
                asChild
                href={{
                  pathname: '/ledger',
                  params: { by: line.userId, method: 'cash', ...givenParams(choice) },
                }}
              >
                <PressableView role="link" style={styles.link}>
                  <Text variant="noteStrong" tone="primary">
                    {line.name}
                  </Text>
                </PressableView>
              </Link>
            )}
          </View>
          {amountColumns.map((column) => (
            <View key={column} role="cell" style={styles.amount}>
              <Text
                variant={line.kind === 'sum' || column === 'difference' ? 'noteStrong' : 'note'}
                tone={column === 'difference' && line.amounts.difference !== 0 ? 'person' : 'ink'}
                align="end"
              >
                {cellText(format, line, column)}
              </Text>
            </View>
          ))}
        </View>
      ))}
    </View>
  );
}

/** The parameters that have a value, for a link. */
const givenParams = (choice: ReconciliationChoice) =>
  Object.fromEntries(Object.entries(paramsOf(choice)).filter(([, value]) => value !== undefined));

function Cards({ lines }: Pick<PeopleTableProps, 'lines'>) {
  const { t, format } = useI18n();
  const styles = useStyles();
  return (
    <View style={styles.cards}>
      {lines.map((line) => (
        <Facts
          key={line.key}
          title={line.name}
          facts={amountColumns.map((column) => [
            t(`reconciliation.column.${column}`),
            // What is nothing says nothing, but for the amount that must be nothing.
            line.amounts[column] === 0 && column !== 'difference' ? null : cellText(format, line, column),
          ])}
        />
      ))}
    </View>
  );
}

const useStyles = createStyles(({ colors, fontScale }) => ({
  row: {
    flexDirection: 'row',
    alignItems: 'center',
    minHeight: 44 * fontScale,
    borderBottomWidth: 1,
    borderBottomColor: colors.line,
  },
  heading: { alignItems: 'flex-end', paddingBottom: space.xs, borderBottomColor: colors.inkQuiet },
  sum: { borderTopWidth: 1, borderTopColor: colors.inkQuiet },
  name: { flexGrow: 2, flexShrink: 1, flexBasis: 140, minWidth: 0, paddingEnd: space.s },
  amount: { flexGrow: 1, flexShrink: 1, flexBasis: 96, minWidth: 0, paddingStart: space.s },
  link: { minHeight: 40 * fontScale, justifyContent: 'center' },
  cards: { gap: space.m },
}));
