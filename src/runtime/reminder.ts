import { countWaitingOnPhone } from '@/db/outbox/outbox';
import { type Store } from '@/db/store';
import { reminderAt } from '@/domain/reminder';
import { type ReminderControls } from '@/features/shared/runtime';
import { type Reminder, type Reminders } from '@/platform/reminders';

type Words = Pick<Reminder, 'title' | 'body' | 'channel'>;

type ReminderParts = {
  store: Store;
  now: () => number;
  reminders: Reminders;
  /** Says how many records wait, and nothing of what is in them: a message is read on a locked screen. */
  words: (count: number) => Promise<Words>;
};

/**
 * Follows the outbox: a reminder stands while records wait, and goes with the last of them, also when that was sent
 * in the background. Without permission nothing is scheduled.
 */
export function keepReminder({ store, now, reminders, words }: ReminderParts): ReminderControls {
  let scheduled: string | null = null;
  let turn = Promise.resolve();

  const look = async () => {
    const waiting = await countWaitingOnPhone(store);
    const at = reminderAt(waiting, now());
    if (at === null) {
      scheduled = null;
      return reminders.cancel();
    }
    const wanted = `${waiting.count} at ${at}`;
    if (wanted === scheduled || (await reminders.permission()) !== 'granted') return;
    await reminders.schedule({ at, address: '/outbox', ...(await words(waiting.count)) });
    scheduled = wanted;
  };
  // One after the other, so that the last word is the newest. A phone that cannot remind still keeps and sends.
  const lookInTurn = () => (turn = turn.then(look).catch(() => undefined));

  store.onTablesChanged((tables) => {
    if (tables.has('outbox')) void lookInTurn();
  });
  void lookInTurn();
  return {
    permission: reminders.permission,
    ask: async () => {
      const answer = await reminders.ask();
      await lookInTurn();
      return answer;
    },
  };
}
