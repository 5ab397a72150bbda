import { getLinkingURL } from 'expo-linking';
import { getLocales } from 'expo-localization';

/** The link that the app was opened with, or an empty text. */
export const readOpeningLink = (): string => getLinkingURL() ?? '';

/** Where the app itself came from, when that place also runs the service; a phone's app comes from a store. */
export const servedFrom = (): string => '';

/** BCP 47 tags, best first. */
export const preferredLanguages = (): string[] => getLocales().map((locale) => locale.languageTag);
