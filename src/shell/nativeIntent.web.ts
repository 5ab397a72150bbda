/** In a browser an address is what it is. */
export const redirectSystemPath = ({ path }: { path: string; initial: boolean }): string => path;
