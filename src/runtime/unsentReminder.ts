import { countWaitingOnPhone } from '@/db/outbox/outbox';
import { type Store } from '@/db/store';
import { reminderAt } from '@/domain/reminder';
import { type ReminderControls } from '@/features/shared/runtime';
import { type Reminder, type Reminders } from '@/platform/reminders';

type ReminderText = Pick<Reminder, 'title' | 'body' | 'channel'>;

type Options = {
  store: Store;
  now: () => number;
  reminders: Reminders;
  /** The text for a number of records. It names no contents: notifications show on a locked screen. */
  getText: (count: number) => Promise<ReminderText>;
};

/**
 * Keeps one notification scheduled while the outbox has unsent records, and cancels it with the last of them, also after
 * a background round. Schedules nothing without permission.
 */
export function remindOfUnsent({ store, now, reminders, getText }: Options): ReminderControls {
  let scheduled: string | null = null;
  let queue = Promise.resolve();

  const update = async () => {
    const waiting = await countWaitingOnPhone(store);
    const at = reminderAt(waiting, now());
    if (at === null) {
      scheduled = null;
      return reminders.cancel();
    }
    const next = `${waiting.count} at ${at}`;
    if (next === scheduled || (await reminders.permission()) !== 'granted') return;
    await reminders.schedule({ at, address: '/outbox', ...(await getText(waiting.count)) });
    scheduled = next;
  };
  // One at a time, so that the newest count wins. Sending does not depend on reminders: failures are ignored.
  const enqueueUpdate = () => (queue = queue.then(update).catch(() => undefined));

  store.onTablesChanged((tables) => {
    if (tables.has('outbox')) void enqueueUpdate();
  });
  void enqueueUpdate();
  return {
    permission: reminders.permission,
    ask: async () => {
      const permission = await reminders.ask();
      await enqueueUpdate();
      return permission;
    },
  };
}
