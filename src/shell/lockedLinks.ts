import { onLink } from '@/platform/launch';
import { redirectSystemPath } from './nativeIntent';

/** The scheme of the app, or the address of a web app. */
const origin = /^(?:https?:\/\/[^/]+\/?|[\w.+-]+:\/*)/;

/** Calls `open` with the path of each link that is opened while the app is locked. Returns an unsubscribe function. */
export function onLockedLink(open: (path: string) => void): () => void {
  return onLink((link) => open(redirectSystemPath({ path: link, initial: false }).replace(origin, '/')));
}
