/** A browser wakes no page that is closed; what waits is sent when the page is opened. */
export const beginBackgroundWork = (): Promise<void> => Promise.resolve();
export const endBackgroundWork = (): Promise<void> => Promise.resolve();
