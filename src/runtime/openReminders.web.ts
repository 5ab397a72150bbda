import { type ReminderControls } from '@/features/shared/runtime';

/** A closed page shows nothing at a moment without somebody's server; the outbox says what waits when it is opened. */
export const openReminders = (): ReminderControls | null => null;

export const followReminders = () => () => undefined;
