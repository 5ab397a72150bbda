import { type Store } from '@/db/store';
import { type PreferenceControls, type ReminderControls } from '@/features/shared/runtime';
import { createI18n } from '@/i18n/I18nProvider';
import { loadLanguage } from '@/i18n/languages';
import { preferredLanguages } from '@/platform/opening';
import { clock } from '@/platform/ports';
import { reminders } from '@/platform/reminders';
import { choosePreferred } from './chosenLanguage';
import { redirectSystemPath } from './nativeIntent';
import { keepReminder } from './reminder';

/** The phone's own reminder of what waits, in the language that was chosen. */
export function openReminders(store: Store, preferences: PreferenceControls): ReminderControls | null {
  const words = async (count: number) => {
    const chosen = choosePreferred(preferences.get().language, preferredLanguages());
    const { t } = createI18n(await loadLanguage(chosen));
    return {
      title: t('outbox.reminder.title'),
      body: t('outbox.reminder.body', { count }),
      channel: t('outbox.reminder.channel'),
    };
  };
  return keepReminder({ store, now: clock.now, reminders, words });
}

/** Leads whoever taps the reminder to what it is about, as every address does that comes from outside of the app. */
export function followReminders(open: (path: string) => void): () => void {
  return reminders.onTap((address) => open(redirectSystemPath({ path: address, initial: false })));
}
