import { useQuery } from '@tanstack/react-query';
import { View } from 'react-native';

import { dayOf } from '@/domain/day';
import { useRuntime } from '@/features/shared/runtime';
import { sumDayTotals } from '@/features/shared/dayTotals';
import { useI18n } from '@/i18n/I18nProvider';
import { Card } from '@/ui/Card';
import { Text } from '@/ui/Text';

import { homeQueries } from '../queries';

/** What this phone took today, and the cash that has to be in the bag. */
export function TakenToday() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { data: records } = useQuery(homeQueries.dayRecords(runtime, dayOf(runtime.now())));
  const { data: settled } = useQuery(homeQueries.currency(runtime));
  if (records === undefined) return null;
  // Without settings on the phone the first capture says which money is meant.
  const currency = settled ?? records[0]?.currency ?? null;
  const sums = currency === null ? null : sumDayTotals(records, currency);
  if (sums === null || currency === null || records.length === 0) return null;
  return (
    <Card row>
      <Figure label={t('home.taken')} value={format.money(sums.total, currency)} />
      <Figure label={t('home.cash')} value={format.money(sums.cash, currency)} />
      <Figure label={t('home.members')} value={format.number(sums.members)} />
    </Card>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <View style={{ flexGrow: 1 }}>
      <Text variant="note" tone="quiet">
        {label}
      </Text>
      <Text variant="amount">{value}</Text>
    </View>
  );
}
