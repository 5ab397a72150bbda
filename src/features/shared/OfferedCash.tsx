import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';

import type { Handed } from '@/domain/cash/cash';
import { useI18n } from '@/i18n/I18nProvider';
import { cashQueries } from '@/queries/cash';
import { Banner } from '@/ui/Banner';

import { handedWords } from './handedWords';
import { useRuntime } from './runtime';
import { usePersonName } from './usePersonName';

/** Cash that somebody handed to this person and that they have not counted yet. Renders nothing without any. */
export function OfferedCash() {
  const runtime = useRuntime();
  const { data } = useQuery(cashQueries.mine(runtime));
  return data?.offered.map(({ userId, handOver }) => (
    <Offer
      key={handOver.key}
      userId={userId}
      handed={handOver}
      onPress={() => router.push({ pathname: '/shift/receive', params: { key: handOver.key } })}
    />
  ));
}

interface OfferProps {
  userId: number;
  handed: Handed;
  onPress: () => void;
}

function Offer({ userId, handed, onPress }: OfferProps) {
  const { t, format } = useI18n();
  const name = usePersonName(userId);
  const amount = handedWords(t, format, handed);
  if (name === '') return null;
  return (
    <Banner
      tone="person"
      icon="cash"
      title={t('home.offered.title', { name, amount })}
      text={t('home.offered.text')}
      onPress={onPress}
    />
  );
}
