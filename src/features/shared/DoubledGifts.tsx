import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { doubledQueries, type DoubledGift } from '@/queries/doubled';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { correctionRow } from './correctionRow';
import { useRuntime } from './runtime';
import { usePermissions } from './usePermissions';
import { useSave } from './forms/useSave';

/** Gifts that the service has twice, each with a press that cancels the second. Renders nothing if there are none. */
export function DoubledGifts({ bundleId }: { bundleId?: number }) {
  const { data } = useQuery(doubledQueries.list(useRuntime()));
  const gifts = (data?.gifts ?? []).filter(
    ({ first, second }) => bundleId === undefined || bundleId === first || bundleId === second
  );
  return gifts.map((gift) => (
    <DoubledGiftCard key={gift.second} gift={gift} cancelStatusId={data?.cancelStatusId ?? null} />
  ));
}

interface DoubledGiftCardProps {
  gift: DoubledGift;
  cancelStatusId: number | null;
}

function DoubledGiftCard({ gift, cancelStatusId }: DoubledGiftCardProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const { canCorrectBundles } = usePermissions();
  const { save, isSaving } = useSave();
  const { first, second, view, state, who, sums } = gift;
  if (state === 'sending')
    return (
      <Banner
        live
        tone="waiting"
        icon="device"
        title={t('common.doubled.sending', { id: String(second) })}
        text={t('common.doubled.sendingText')}
      />
    );

  const title = t('common.doubled.title', { first: String(first), second: String(second) });
  const what = [who, ...sums.map(({ amount, currency }) => format.money(amount, currency))]
    .filter(Boolean)
    .join(' · ');
  if (state === 'refused')
    return (
      <Banner
        tone="person"
        icon="warning"
        title={title}
        text={`${what}\n${t('common.pending.refusedText')}`}
        onPress={() => router.navigate('/outbox')}
      />
    );

  const cancel = (statusId: number) => {
    const transactions = view.bundle.transactions.flatMap(({ id }) =>
      id === undefined ? [] : [{ id, status_id: statusId }]
    );
    const { entity, bundle: seen } = view;
    const update = { id: second, transactions };
    void save([correctionRow({ id: runtime.newId(), entity, seen, update, who: who ?? '' })]);
  };
  const advice = !canCorrectBundles ? 'tell' : cancelStatusId === null ? 'noStatus' : 'text';
  return (
    <View style={styles.card}>
      <Banner tone="person" icon="warning" title={title} text={`${what}\n${t(`common.doubled.${advice}`)}`} />
      {canCorrectBundles && cancelStatusId !== null && (
        <Button
          kind="secondary"
          label={t('common.doubled.cancel')}
          busy={isSaving}
          onPress={() => cancel(cancelStatusId)}
        />
      )}
    </View>
  );
}

const useStyles = createStyles(() => ({ card: { gap: space.s } }));
