/** A browser does not start a closed page. */
export const registerBackgroundTask = (): Promise<void> => Promise.resolve();
export const unregisterBackgroundTask = (): Promise<void> => Promise.resolve();
