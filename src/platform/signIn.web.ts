import { type SignInLibrary, type SignInPageResult } from './signIn';

/** Loaded when it is needed: most openings of the app sign nobody in. */
export const loadAuthSession = (): Promise<SignInLibrary> => import('expo-auth-session');

const path = '/signed-in';

/** A service leads back to its own origin alone: anywhere else a code could be caught. */
export function redirectUriFor(service: string): string | null {
  const { origin } = window.location;
  return new URL(service).origin === origin ? origin + path : null;
}

/** The whole page goes: an installed web app has no second window to come back from. */
export function openSignInPage(address: string): Promise<SignInPageResult> {
  window.location.assign(address);
  return Promise.resolve({ kind: 'left' });
}

/** The address that a person came back with. What it carries is good once, and leaves the address bar at once. */
export function takeRedirect(): string | null {
  const { href, pathname, search } = window.location;
  if (pathname !== path || search === '') return null;
  window.history.replaceState(window.history.state, '', pathname);
  return href;
}
