import { type AuthRequest } from 'expo-auth-session';
import { getLinkingURL } from 'expo-linking';

/** What came of showing the service's own pages to a person. */
export type SignInPageResult =
  | { kind: 'back'; address: string }
  /** This page itself went there. It is opened anew on the way back. */
  | { kind: 'left' }
  | { kind: 'cancelled' };

/** The part of the library that is used. */
export type SignInLibrary = { AuthRequest: typeof AuthRequest };

/** Loaded when it is needed: most openings of the app sign nobody in. */
export const loadAuthSession = (): Promise<SignInLibrary> => import('expo-auth-session');

const wayBack = 'doorstep://signed-in';

/** Where the service leads back to; null where it could not, because the app was not served by it. */
export function redirectUriFor(_service: string): string | null {
  return wayBack;
}

/** Opens the pages in a browser that belongs to the phone, so that the app sees nothing of what is typed there. */
export async function openSignInPage(address: string): Promise<SignInPageResult> {
  const { openAuthSessionAsync } = await import('expo-web-browser');
  const result = await openAuthSessionAsync(address, wayBack);
  return result.type === 'success' ? { kind: 'back', address: result.url } : { kind: 'cancelled' };
}

/** The address that a person came back with, when the phone closed the app meanwhile. */
export function takeRedirect(): string | null {
  const address = getLinkingURL();
  return address !== null && address.startsWith(wayBack) ? address : null;
}
