/** The address the page was opened with. What stood behind the # may be a token, so it leaves the address bar at once. */
export function takeLaunchLink(): string {
  const { href, pathname, search, hash } = window.location;
  if (hash.length > 1) window.history.replaceState(window.history.state, '', pathname + search);
  return hash.length > 1 ? href : '';
}

/** A browser opens a link as a page of its own, except one to the page that is open: then only what is behind the # is new. */
export function onLink(listener: (link: string) => void): () => void {
  const read = () => {
    const link = takeLaunchLink();
    if (link !== '') listener(link);
  };
  window.addEventListener('hashchange', read);
  return () => window.removeEventListener('hashchange', read);
}

/** The service stands beside the web app on one origin. */
export const defaultServiceUrl = (): string => `${window.location.origin}/api`;

/** Over plain http a browser gives a page neither storage nor keys, unless it comes from this very machine. */
export const isSecureContext = (): boolean => window.isSecureContext;

/** What the records and their keys are kept with. An old browser has not all of it. */
const keptWith = [
  [navigator, 'locks'],
  [navigator, 'storage'],
  [globalThis, 'indexedDB'],
  [globalThis, 'Worker'],
  [globalThis, 'BroadcastChannel'],
  [crypto, 'subtle'],
] as const;

/** Whether this browser has somewhere to keep records. In a private window it may have all it takes, and refuse. */
export async function hasPersistentStorage(): Promise<boolean> {
  if (keptWith.some(([owner, part]) => Reflect.get(owner, part) === undefined)) return false;
  try {
    await navigator.storage.getDirectory();
    return true;
  } catch {
    return false; // Refused, or not there: either way nothing can be kept.
  }
}

/** Where this web app stands: others open it there too, whichever service it speaks to. */
export const webAppUrl = (_service: string): string => window.location.origin;

/** BCP 47 tags, best first. */
export const preferredLanguages = (): string[] => [...navigator.languages];
