import { isShareUrl } from '@/platform/sharedText';

/**
 * Asked by the router before it opens an address that came from outside of the app. Shared text begins invitations;
 * every other address names its own screen.
 */
export const redirectSystemPath = ({ path }: { path: string; initial: boolean }): string =>
  isShareUrl(path) ? '/people/invite' : path;
