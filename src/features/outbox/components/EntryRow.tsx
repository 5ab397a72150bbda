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
  onFix: () => void;
}

/** Who, how much, since when, the state and what happens next; and the action, where there is one. */
export function EntryRow({ entry, status, now, onOpen, onFix }: EntryRowProps) {
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
        action === 'fix' ? (
          <Button kind="secondary" label={t('outbox.fix')} onPress={onFix} />
        ) : action === 'decide' ? (
          <Button kind="secondary" label={t('outbox.decide')} onPress={onOpen} />
        ) : undefined
      }
    />
  );
}
