import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { View } from 'react-native';

import { type LedgerFilter } from '@/db/ledger/ledger';
import { Loaded } from '@/features/shared/Loaded';
import { methodWord } from '@/features/shared/paymentMethod';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { radius, space } from '@/ui/tokens';

import { columnName } from '../csvFile';
import { chartGroups, type ChartGroup, type GroupSum } from '../groups';
import { partLabels } from '../labels';
import { sumParts } from '../sums';
import { ledgerQueries } from '../queries';

interface GroupsDialogProps {
  filter: LedgerFilter;
  recorders: readonly { id: number; name: string | null }[];
  onClose: () => void;
}

/** What was received of the filtered payments by month, team, person, campaign or method, as bars with their figures. */
export function GroupsDialog({ filter, recorders, onClose }: GroupsDialogProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const [group, setGroup] = useState<ChartGroup>('recorder');
  const query = useQuery(ledgerQueries.groups(useRuntime(), filter, group));
  const nameOf = ({ key }: GroupSum) => {
    if (key === null || key === '') return t('ledger.groups.none');
    if (group === 'method') return methodWord(t, String(key));
    if (group === 'month') return format.calendarMonth(`${key}-01`);
    if (group === 'campaign' || group === 'team') return String(key);
    return recorders.find(({ id }) => id === key)?.name ?? t('common.number', { id: String(key) });
  };
  return (
    <Dialog open title={t('ledger.groups.open')} closeLabel={t('common.close')} onClose={onClose}>
      <ChoiceChips
        label={t('ledger.groups.by')}
        choices={chartGroups.map((value) => ({ value, label: groupName(t, value) }))}
        value={group}
        onChange={setGroup}
      />
      <Loaded query={query}>
        {(sums) => {
          const currencies = [...new Set(sums.map(({ currency }) => currency))];
          const of = (currency: string) => sums.filter((sum) => sum.currency === currency);
          // A bar is compared with those of its currency only.
          const largestIn = (currency: string) =>
            Math.max(1, ...of(currency).map(({ received }) => received));
          return (
            <View role="table" aria-label={t('ledger.groups.open')}>
              {sums.map((sum) => (
                <View key={`${sum.currency} ${sum.key}`} role="row" style={styles.row}>
                  <View style={styles.words}>
                    <View role="cell" style={styles.name}>
                      <Text variant="noteStrong">{nameOf(sum)}</Text>
                      <Text variant="small" tone="quiet">
                        {t('ledger.sums.count', { count: sum.count, number: format.number(sum.count) })}
                      </Text>
                    </View>
                    <View role="cell">
                      <Text variant="noteStrong" align="end">
                        {format.money(sum.received, sum.currency)}
                      </Text>
                      {partLabels({ t, format }, sum, sum.currency).map((part) => (
                        <Text key={part} variant="small" tone="quiet" align="end">
                          {part}
                        </Text>
                      ))}
                    </View>
                  </View>
                  <View
                    aria-hidden
                    style={[
                      styles.bar,
                      { width: `${(Math.max(0, sum.received) / largestIn(sum.currency)) * 100}%` },
                    ]}
                  />
                </View>
              ))}
              {currencies.map((currency) => (
                <View key={currency} role="row" style={[styles.row, styles.words]}>
                  <View role="cell" style={styles.name}>
                    <Text variant="strong">{t('batches.sum')}</Text>
                  </View>
                  <View role="cell">
                    <Text variant="strong" align="end">
                      {format.money(sumParts(of(currency)).received, currency)}
                    </Text>
                  </View>
                </View>
              ))}
            </View>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

function groupName(t: TFunction, group: ChartGroup): string {
  if (group === 'month') return t('months.one');
  return group === 'team' ? t('ledger.groups.team') : columnName(t, group);
}

const useStyles = createStyles(({ colors }) => ({
  row: { gap: space.xs, paddingVertical: space.s, borderBottomWidth: 1, borderBottomColor: colors.line },
  words: { flexDirection: 'row', gap: space.m },
  name: { flex: 1 },
  bar: { height: 6, minWidth: 2, borderRadius: radius.small, backgroundColor: colors.primary },
}));
