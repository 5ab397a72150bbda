/** A native app has all screens in one bundle. */
export const prefetchRoutes = (): (() => void) => () => undefined;
