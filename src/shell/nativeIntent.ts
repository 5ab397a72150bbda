import { isShareUrl } from '@/platform/sharedText';

/** The router calls this for every URL from outside the app. Shared text opens the invitations. */
export const redirectSystemPath = ({ path }: { path: string; initial: boolean }): string =>
  isShareUrl(path) ? '/people/invite' : path;
