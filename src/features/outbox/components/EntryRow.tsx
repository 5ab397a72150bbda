import { View } from 'react-native';

import type { SyncStatus } from '@/domain/syncStatus';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { StateRow } from '@/ui/State';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { describeRow, detailWords, nameWords } from '../describe';
import type { OutboxEntry } from '../queries';

interface EntryRowProps {
  entry: OutboxEntry;
  status: SyncStatus;
  now: number;
  onOpen: () => void;
  onFix: () => void;
  onSendAgain: () => void;
}

/** Who, how much, since when, the state and what happens next; and the actions, where there are some. */
export function EntryRow({ entry, status, now, onOpen, onFix, onSendAgain }: EntryRowProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const { row, waitsForPerson } = entry;
  const { tone, icon, state, next, actions } = describeRow(t, format, row, { status, now, waitsForPerson });
  return (
    <StateRow
      tone={tone}
      icon={icon}
      title={nameWords(t, row)}
      detail={detailWords(t, format, entry)}
      state={state}
      next={next}
      value={actions.length === 0 ? format.since(row.createdAt, now) : undefined}
      onPress={onOpen}
      trailing={
        actions.length === 0 ? undefined : (
          <View style={[styles.actions, actions.length > 1 && styles.below]}>
            {actions.includes('send_again') && (
              <Button kind="secondary" label={t('outbox.row.sendAgain')} onPress={onSendAgain} />
            )}
            {actions.includes('fix') && <Button kind="secondary" label={t('outbox.fix')} onPress={onFix} />}
            {actions.includes('decide') && (
              <Button kind="secondary" label={t('outbox.decide')} onPress={onOpen} />
            )}
          </View>
        )
      }
    />
  );
}

const useStyles = createStyles(() => ({
  actions: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
  // Too wide to stand next to the text on a phone: several buttons are below it.
  below: { minWidth: 240 },
}));
