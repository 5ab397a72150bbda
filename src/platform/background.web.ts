/** A browser wakes no page that is closed; what waits is sent when the page is opened. */
export const registerBackgroundTask = (): Promise<void> => Promise.resolve();
export const unregisterBackgroundTask = (): Promise<void> => Promise.resolve();
