import { methodWord } from '@/features/shared/paymentMethod';
import type { TakenRecord } from '@/features/shared/dayTotals';
import { useI18n } from '@/i18n/I18nProvider';
import { StateRow } from '@/ui/State';

/** A capture of today that the service has. */
export function ArrivedRow({ taking, now }: { taking: TakenRecord; now: number }) {
  const { t, format } = useI18n();
  const { members, donations = 0 } = taking;
  const kind = members === 0 ? 'donation' : donations === 0 ? 'membership' : 'both';
  const parts = [
    t(`outbox.kind.${kind}`),
    format.money(taking.amount, taking.currency),
    taking.method === undefined ? '' : methodWord(t, taking.method),
  ];
  return (
    <StateRow
      tone="done"
      title={taking.who ?? t('outbox.nobody')}
      detail={parts.filter((part) => part !== '').join(' · ')}
      state={t('outbox.state.acked')}
      next={t('outbox.next.arrived')}
      value={taking.savedAt === undefined ? undefined : format.since(taking.savedAt, now)}
    />
  );
}
