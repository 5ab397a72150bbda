import { useQuery, useQueryClient } from '@tanstack/react-query';
import { View } from 'react-native';

import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { declineReminder } from '../mutations';
import { outboxScreenQueries } from '../queries';

/** Offers a reminder while records wait and the person has neither accepted nor declined one. */
export function ReminderNote() {
  const { t } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const client = useQueryClient();
  const { reminders } = runtime.device;
  const query = outboxScreenQueries.offersReminder(runtime);
  const { data: isOffered = false } = useQuery(query);
  if (reminders === null || !isOffered) return null;
  const accept = async () => {
    await reminders.ask();
    await client.invalidateQueries({ queryKey: query.queryKey });
  };
  return (
    <Banner
      tone="moving"
      icon="clock"
      title={t('outbox.reminder.offer')}
      text={t('outbox.reminder.offerText')}
      action={
        <View style={styles.answers}>
          <Button
            kind="quiet"
            label={t('outbox.reminder.decline')}
            onPress={() => void declineReminder(runtime)}
          />
          <Button label={t('outbox.reminder.accept')} onPress={() => void accept()} />
        </View>
      }
    />
  );
}

const useStyles = createStyles(() => ({
  answers: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
}));
