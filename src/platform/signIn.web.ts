import { type SignInLibrary, type SignInPageResult } from './signIn';

/** Loaded on demand: few starts need it. */
export const loadAuthSession = (): Promise<SignInLibrary> => import('expo-auth-session');

const path = '/signed-in';

/** A service redirects only to its own origin: elsewhere a code could be stolen. */
export function redirectUriFor(service: string): string | null {
  const { origin } = window.location;
  return new URL(service).origin === origin ? origin + path : null;
}

/** Navigates away: an installed web app has no second window to return from. */
export function openSignInPage(address: string): Promise<SignInPageResult> {
  window.location.assign(address);
  return Promise.resolve({ kind: 'left' });
}

/** The URL of a redirect. Its one-time code is removed from the address bar. */
export function takeRedirect(): string | null {
  const { href, pathname, search } = window.location;
  if (pathname !== path || search === '') return null;
  window.history.replaceState(window.history.state, '', pathname);
  return href;
}
