import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { View } from 'react-native';

import { ledgerGroups, type LedgerGroup } from '@/db/ledger/breakdown';
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
import { type GroupSum } from '../groups';
import { ledgerQueries } from '../queries';

interface GroupsDialogProps {
  filter: LedgerFilter;
  recorders: readonly { id: number; name: string | null }[];
  onClose: () => void;
}

/** What was received of the filtered payments by person, method or campaign, as bars with their figures. */
export function GroupsDialog({ filter, recorders, onClose }: GroupsDialogProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const [group, setGroup] = useState<LedgerGroup>('recorder');
  const query = useQuery(ledgerQueries.groups(useRuntime(), filter, group));
  const nameOf = ({ key }: GroupSum) => {
    if (key === null || key === '') return t('ledger.groups.none');
    if (group === 'method') return methodWord(t, String(key));
    if (group === 'campaign') return String(key);
    return recorders.find(({ id }) => id === key)?.name ?? t('common.number', { id: String(key) });
  };
  return (
    <Dialog open title={t('ledger.groups.open')} closeLabel={t('common.close')} onClose={onClose}>
      <ChoiceChips
        label={t('ledger.groups.open')}
        choices={ledgerGroups.map((value) => ({ value, label: columnName(t, value) }))}
        value={group}
        onChange={setGroup}
      />
      <Loaded query={query}>
        {(sums) => {
          const largest = Math.max(1, ...sums.map(({ received }) => received));
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
                      {sum.received !== sum.amount && (
                        <Text variant="small" tone="quiet" align="end">
                          {t('ledger.groups.recorded', { amount: format.money(sum.amount, sum.currency) })}
                        </Text>
                      )}
                    </View>
                  </View>
                  <View aria-hidden style={[styles.bar, { width: `${(sum.received / largest) * 100}%` }]} />
                </View>
              ))}
            </View>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

const useStyles = createStyles(({ colors }) => ({
  row: { gap: space.xs, paddingVertical: space.s, borderBottomWidth: 1, borderBottomColor: colors.line },
  words: { flexDirection: 'row', gap: space.m },
  name: { flex: 1 },
  bar: { height: 6, minWidth: 2, borderRadius: radius.small, backgroundColor: colors.primary },
}));
