import { type Store } from '@/db/store';
import { type PreferenceControls, type ReminderControls } from '@/features/shared/runtime';
import { createI18n } from '@/i18n/I18nProvider';
import { loadLanguage, preferredLanguage } from '@/i18n/languages';
import { preferredLanguages } from '@/platform/launch';
import { clock } from '@/platform/ports';
import { reminders } from '@/platform/reminders';
import { remindOfUnsent } from './unsentReminder';

/** The reminder of unsent records, in the chosen language. */
export function createReminderControls(
  store: Store,
  preferences: PreferenceControls
): ReminderControls | null {
  const getText = async (count: number) => {
    const chosen = preferredLanguage(preferences.get().language, preferredLanguages());
    const { t } = createI18n(await loadLanguage(chosen));
    return {
      title: t('outbox.reminder.title'),
      body: t('outbox.reminder.body', { count }),
      channel: t('outbox.reminder.channel'),
    };
  };
  return remindOfUnsent({ store, now: clock.now, reminders, getText });
}
