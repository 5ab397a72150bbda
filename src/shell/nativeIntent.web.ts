export const redirectSystemPath = ({ path }: { path: string; initial: boolean }): string => path;
