/** A phone has every screen in one file. */
export const loadOtherRoutes = (): (() => void) => () => undefined;
