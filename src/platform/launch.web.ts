/** The URL the page was opened with. Its fragment may contain a token, so it is removed from the address bar. */
export function takeLaunchLink(): string {
  const { href, pathname, search, hash } = window.location;
  if (hash.length > 1) window.history.replaceState(window.history.state, '', pathname + search);
  return hash.length > 1 ? href : '';
}

/** The receipt that the page was opened for, in the fragment, which a browser never sends to a server. */
export const openedReceipt = (): string | null =>
  window.location.pathname === '/r' ? window.location.hash.slice(1) : null;

/** Calls `listener` when the link of another receipt is opened in the same tab. Returns an unsubscribe function. */
export function onReceipt(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** A link to the open page changes only the fragment; any other link loads a new page. */
export function onLink(listener: (link: string) => void): () => void {
  const read = () => {
    const link = takeLaunchLink();
    if (link !== '') listener(link);
  };
  window.addEventListener('hashchange', read);
  return () => window.removeEventListener('hashchange', read);
}

/** The service is on the same origin. */
export const defaultServiceUrl = (): string => `${window.location.origin}/api`;

/** Over plain http a browser has neither persistent storage nor WebCrypto, except on localhost. */
export const isSecureContext = (): boolean => window.isSecureContext;

const requiredApis = [
  [navigator, 'locks'],
  [navigator, 'storage'],
  [globalThis, 'indexedDB'],
  [globalThis, 'Worker'],
  [globalThis, 'BroadcastChannel'],
  [crypto, 'subtle'],
] as const;

/** An old browser lacks an API; a private window may have all of them and deny the directory. */
export async function hasPersistentStorage(): Promise<boolean> {
  if (requiredApis.some(([owner, name]) => Reflect.get(owner, name) === undefined)) return false;
  try {
    await navigator.storage.getDirectory();
    return true;
  } catch {
    return false;
  }
}

export const webAppUrl = (_service: string): string => window.location.origin;

/** BCP 47 tags, best first. */
export const preferredLanguages = (): string[] => [...navigator.languages];
