import { addEventListener, getLinkingURL } from 'expo-linking';
import { getLocales } from 'expo-localization';

let isTaken = false;

/** The link that started the app, once: it must not join again after a sign-out. Empty if there is none. */
export function takeLaunchLink(): string {
  if (isTaken) return '';
  isTaken = true;
  return getLinkingURL() ?? '';
}

/** The receipt that the page was opened for; a native app has no such page. */
export const openedReceipt = (): string | null => null;
export const onReceipt = (_listener: () => void) => () => undefined;

/** Calls `listener` with each link opened while the app runs. Returns an unsubscribe function. */
export function onLink(listener: (link: string) => void): () => void {
  const subscription = addEventListener('url', ({ url }) => listener(url));
  return () => subscription.remove();
}

/** The service that serves the web app; a native app has none. */
export const defaultServiceUrl = (): string => '';

/** Whether the page was loaded over a secure connection, which persistent storage needs. */
export const isSecureContext = (): boolean => true;

export const hasPersistentStorage = (): Promise<boolean> => Promise.resolve(true);

/** The web app of a service is on the same origin. */
export const webAppUrl = (service: string): string => new URL(service).origin;

/** BCP 47 tags, best first. */
export const preferredLanguages = (): string[] => getLocales().map((locale) => locale.languageTag);
