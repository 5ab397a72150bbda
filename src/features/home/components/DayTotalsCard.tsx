import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { View } from 'react-native';

import { hasCashToGive } from '@/db/cash/myCash';
import { sumDayTotals } from '@/domain/dayTotals';
import { useRuntime } from '@/features/shared/runtime';
import { useCashInHand } from '@/features/shared/useCashInHand';
import { useToday } from '@/features/shared/useToday';
import { useI18n } from '@/i18n/I18nProvider';
import { cashQueries } from '@/queries/cash';
import { catalogueQueries } from '@/queries/catalogue';
import { dayTotalsQueries } from '@/queries/dayTotals';
import { Card } from '@/ui/Card';
import { Text } from '@/ui/Text';

/**
 * What was saved on this phone today, and the cash that is not handed over, also what others gave. Opens the shift. Renders nothing if there is
 * neither.
 */
export function DayTotalsCard() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { data: records } = useQuery(dayTotalsQueries.day(runtime, useToday()));
  const { data: cash } = useQuery(cashQueries.mine(runtime));
  const { data: settings } = useQuery(catalogueQueries.settings(runtime));
  // Before the settings are downloaded, the currency is that of the first record.
  const currency = settings?.currency ?? records?.[0]?.currency ?? cash?.entries[0]?.currency ?? null;
  const inHand = useCashInHand(currency);
  if (records === undefined || cash === undefined || currency === null) return null;
  if (records.length === 0 && cash.shift === null && !hasCashToGive(cash)) return null;
  const sums = sumDayTotals(records, currency);
  return (
    <Card row onPress={() => router.push('/shift')}>
      <LabelledValue label={t('home.taken')} value={format.money(sums.total, currency)} />
      {inHand !== null && <LabelledValue label={t('home.cash')} value={format.money(inHand, currency)} />}
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
