/** A link loads a new page. */
export const onLockedLink = (_open: (path: string) => void) => () => undefined;
