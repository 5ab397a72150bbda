import { useQuery } from '@tanstack/react-query';
import { View } from 'react-native';

import { dayOf } from '@/domain/day';
import { sumDayTotals } from '@/domain/dayTotals';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { catalogueQueries } from '@/queries/catalogue';
import { dayTotalsQueries } from '@/queries/dayTotals';
import { Card } from '@/ui/Card';
import { Text } from '@/ui/Text';

/** The totals of the records that were saved on this phone today. Renders nothing if there are none. */
export function DayTotalsCard() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { data: records } = useQuery(dayTotalsQueries.day(runtime, dayOf(runtime.now())));
  const { data: settings } = useQuery(catalogueQueries.settings(runtime));
  if (records === undefined) return null;
  // Before the settings are downloaded, the currency is that of the first record.
  const currency = settings?.currency ?? records[0]?.currency ?? null;
  const sums = currency === null ? null : sumDayTotals(records, currency);
  if (sums === null || currency === null || records.length === 0) return null;
  return (
    <Card row>
      <LabelledValue label={t('home.taken')} value={format.money(sums.total, currency)} />
      <LabelledValue label={t('home.cash')} value={format.money(sums.cash, currency)} />
      <LabelledValue label={t('home.members')} value={format.number(sums.members)} />
    </Card>
  );
}

function LabelledValue({ label, value }: { label: string; value: string }) {
  return (
    <View style={{ flexGrow: 1 }}>
      <Text variant="note" tone="quiet">
        {label}
      </Text>
      <Text variant="amount">{value}</Text>
    </View>
  );
}
