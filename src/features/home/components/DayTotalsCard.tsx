import { useQuery } from '@tanstack/react-query';
import { View } from 'react-native';

import { dayOf } from '@/domain/day';
import { useRuntime } from '@/features/shared/runtime';
import { sumDayTotals } from '@/domain/dayTotals';
import { useI18n } from '@/i18n/I18nProvider';
import { catalogueQueries } from '@/queries/catalogue';
import { dayTotalsQueries } from '@/queries/dayTotals';
import { Card } from '@/ui/Card';
import { Text } from '@/ui/Text';

/** The totals of the day on this phone, and the cash in hand. */
export function DayTotalsCard() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { data: records } = useQuery(dayTotalsQueries.day(runtime, dayOf(runtime.now())));
  const { data: settings } = useQuery(catalogueQueries.settings(runtime));
  if (records === undefined) return null;
  // Without settings the currency is that of the first capture.
  const currency = settings?.currency ?? records[0]?.currency ?? null;
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
