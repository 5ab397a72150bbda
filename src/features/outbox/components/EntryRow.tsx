import type { SyncStatus } from '@/domain/syncStatus';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { StateRow } from '@/ui/State';

import { describeRow, detailWords, nameWords } from '../describe';
import type { OutboxEntry } from '../queries';

interface EntryRowProps {
  entry: OutboxEntry;
  status: SyncStatus;
  now: number;
  onOpen: () => void;
  onMend: () => void;
}

/** Who, how much, since when, where it stands and what happens next; and the one thing to do, where there is one. */
export function EntryRow({ entry, status, now, onOpen, onMend }: EntryRowProps) {
  const { t, format } = useI18n();
  const { row } = entry;
  const { tone, icon, state, next, action } = describeRow(t, format, row, { status, now });
  return (
    <StateRow
      tone={tone}
      icon={icon}
      title={nameWords(t, row)}
      detail={detailWords(t, format, entry)}
      state={state}
      next={next}
      value={action === null ? format.since(row.createdAt, now) : undefined}
      onPress={onOpen}
      trailing={
        action === 'mend' ? (
          <Button kind="secondary" label={t('outbox.fix')} onPress={onMend} />
        ) : action === 'decide' ? (
          <Button kind="secondary" label={t('outbox.decide')} onPress={onOpen} />
        ) : undefined
      }
    />
  );
}
