import { type Reminders } from './reminders';

/** A closed page shows nothing at a moment without somebody's server; the outbox says what waits when it is opened. */
export const reminders: Reminders | null = null;
