import { type ReminderControls } from '@/features/shared/runtime';

/** A closed web page can show no notification without a push server. */
export const createReminderControls = (): ReminderControls | null => null;
