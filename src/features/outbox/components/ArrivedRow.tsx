import { methodWord } from '@/features/shared/paymentMethod';
import type { DayEntry } from '@/db/dayTotals';
import { useI18n } from '@/i18n/I18nProvider';
import { StateRow } from '@/ui/State';

/** A capture of today that the service has. */
export function ArrivedRow({ record, now, onOpen }: { record: DayEntry; now: number; onOpen: () => void }) {
  const { t, format } = useI18n();
  const { memberships, donations } = record;
  const kind = memberships === 0 ? 'donation' : donations === 0 ? 'membership' : 'both';
  const parts = [
    t(`outbox.kind.${kind}`),
    format.money(record.amount, record.currency),
    methodWord(t, record.paymentMethodKind),
  ];
  return (
    <StateRow
      tone="done"
      title={record.who ?? t('outbox.nobody')}
      detail={parts.filter((part) => part !== '').join(' · ')}
      state={t('outbox.state.acked')}
      next={t('outbox.next.arrived')}
      value={format.since(record.savedAt, now)}
      onPress={onOpen}
    />
  );
}
