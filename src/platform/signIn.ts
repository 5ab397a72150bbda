import { type AuthRequest } from 'expo-auth-session';
import { getLinkingURL } from 'expo-linking';

/** How the sign-in pages ended. */
export type SignInPageResult =
  | { kind: 'redirected'; url: string }
  /** The web page itself navigates away, and the app starts again after the redirect. */
  | { kind: 'left' }
  | { kind: 'cancelled' };

export type SignInLibrary = { AuthRequest: typeof AuthRequest };

/** Loaded on demand: few starts need it. */
export const loadAuthSession = (): Promise<SignInLibrary> => import('expo-auth-session');

const redirectUri = 'doorstep://signed-in';

/** Where the service redirects to; null where it cannot, because the web app is not served by it. */
export function redirectUriFor(_service: string): string | null {
  return redirectUri;
}

/** Opens the pages in the system's browser, so that the app does not see what is typed. */
export async function openSignInPage(address: string): Promise<SignInPageResult> {
  const { openAuthSessionAsync } = await import('expo-web-browser');
  const result = await openAuthSessionAsync(address, redirectUri);
  return result.type === 'success' ? { kind: 'redirected', url: result.url } : { kind: 'cancelled' };
}

/** The URL of a redirect that started the app, after the phone killed it during a sign-in. */
export function takeRedirect(): string | null {
  const address = getLinkingURL();
  return address !== null && address.startsWith(redirectUri) ? address : null;
}
