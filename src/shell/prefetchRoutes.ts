/** A phone has every screen in one file. */
export const prefetchRoutes = (): (() => void) => () => undefined;
