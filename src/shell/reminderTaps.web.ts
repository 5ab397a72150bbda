/** A web page schedules no reminders. */
export const onReminderTap = () => () => undefined;
