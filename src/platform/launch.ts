import { addEventListener, getLinkingURL } from 'expo-linking';
import { getLocales } from 'expo-localization';

let isRead = false;

/** The link that the app was opened with, once: whoever signs out later is not joined by it again. Else an empty text. */
export function takeLaunchLink(): string {
  if (isRead) return '';
  isRead = true;
  return getLinkingURL() ?? '';
}

/** Called with each link that is opened while the app is already there. Answers the way to stop listening. */
export function onLink(listener: (link: string) => void): () => void {
  const subscription = addEventListener('url', ({ url }) => listener(url));
  return () => subscription.remove();
}

/** Where the app itself came from, when that place also runs the service; a phone's app comes from a store. */
export const defaultServiceUrl = (): string => '';

/** Whether the address of the app lets it keep anything; a phone's app has no address. */
export const isSecureContext = (): boolean => true;

/** Whether there is somewhere to keep records at all; a phone's app has its own folder. */
export const hasPersistentStorage = (): Promise<boolean> => Promise.resolve(true);

/** Where the web app of a service stands: beside it. */
export const webAppUrl = (service: string): string => new URL(service).origin;

/** BCP 47 tags, best first. */
export const preferredLanguages = (): string[] => getLocales().map((locale) => locale.languageTag);
