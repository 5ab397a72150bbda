import { type TransactionStatus } from '@/contract/status';
import { countedLabels } from '@/features/shared/countedWords';
import { methodWord } from '@/features/shared/paymentMethod';
import { PendingPill } from '@/features/shared/PendingNote';
import { useIsChosen } from '@/features/shared/useIsChosen';
import { useI18n } from '@/i18n/I18nProvider';
import { Dot } from '@/ui/Dot';
import { ListRow } from '@/ui/ListRow';

import { type LedgerEntry } from '../filters';
import { kindOf, nameOf, statusLabels } from '../labels';

interface LedgerRowProps {
  entry: LedgerEntry;
  status: TransactionStatus | undefined;
  onPress: () => void;
}

/** One transaction: who, how much, when, how, and its status. */
export function LedgerRow({ entry, status, onPress }: LedgerRowProps) {
  const { t, format } = useI18n();
  const isChosen = useIsChosen(`/ledger/${entry.bundle}`);
  const { pending } = entry;
  const isWaiting = pending.some(({ state }) => state !== 'acked');
  return (
    <ListRow
      title={nameOf(t, entry)}
      selected={isChosen}
      detail={[
        entry.date === '' ? '' : format.date(entry.date),
        methodWord(t, entry.method),
        kindOf(t, entry),
        ...statusLabels({ t, format }, entry, status?.name ?? ''),
        ...countedLabels({ t, format }, entry.counted),
        entry.campaign,
      ]
        .filter(Boolean)
        .join(' · ')}
      value={format.money(entry.amount, entry.currency)}
      strongValue
      leading={status?.color === undefined ? undefined : <Dot color={status.color} />}
      trailing={isWaiting ? <PendingPill rows={pending} /> : undefined}
      onPress={onPress}
    />
  );
}
