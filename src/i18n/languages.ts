import { english } from '@/domain/words/english';
import { en } from './messages/en';
import { type LanguagePack } from './pack';

interface Language {
  /** Its own name for itself, as a list of languages shows it. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** Dates and numbers where the phone names no region. */
  locale: string;
  /** Added to the locale (a Unicode extension), where what Intl does by itself would not fit the app. */
  extension?: string;
  /** English is built in; another language is fetched when it is first shown, and held offline with the app. */
  load: () => Promise<LanguagePack>;
}

/** A language is added by its folder of messages and a line here. */
export const languages = {
  en: {
    name: 'English',
    direction: 'ltr',
    locale: 'en-GB',
    load: () => Promise.resolve({ messages: en, speaker: english }),
  },
  fr: {
    name: 'Français',
    direction: 'ltr',
    locale: 'fr-FR',
    load: async () => (await import('./messages/fr')).fr,
  },
  es: {
    name: 'Español',
    direction: 'ltr',
    locale: 'es-ES',
    load: async () => (await import('./messages/es')).es,
  },
  de: {
    name: 'Deutsch',
    direction: 'ltr',
    locale: 'de-DE',
    load: async () => (await import('./messages/de')).de,
  },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    locale: 'ar',
    // Figures as on banknotes and in what one types, and the calendar that memberships are counted by.
    extension: 'ca-gregory-nu-latn',
    load: async () => (await import('./messages/ar')).ar,
  },
} as const satisfies Record<string, Language>;

export type LanguageCode = keyof typeof languages;

export interface ChosenLanguage {
  code: LanguageCode;
  /** For dates, numbers and money: the phone's own regional form of the language where it has one. */
  locale: string;
}

/** A language whose words are at hand. */
export interface LoadedLanguage extends ChosenLanguage, LanguagePack {
  direction: 'ltr' | 'rtl';
  /** English in the place of a language whose words could not be fetched. */
  isStandIn: boolean;
}

export function isLanguageCode(code: string): code is LanguageCode {
  return Object.hasOwn(languages, code);
}

function localeOf(code: LanguageCode, tag: string): string {
  const { locale, extension }: Language = languages[code];
  const regional = tag.includes('-') ? tag : locale;
  return extension === undefined ? regional : `${regional.split('-u-')[0]}-u-${extension}`;
}

/** The first of the phone's languages (BCP 47 tags, best first) that there are words for, else English. */
export function chooseLanguage(tags: readonly string[]): ChosenLanguage {
  for (const tag of tags) {
    const code = tag.split('-')[0]?.toLowerCase() ?? '';
    if (isLanguageCode(code)) return { code, locale: localeOf(code, tag) };
  }
  return { code: 'en', locale: languages.en.locale };
}

/** The language a person chose, in the phone's regional form where it has one; `system` follows the phone. */
export function preferredLanguage(preference: string, tags: readonly string[]): ChosenLanguage {
  if (preference === 'system') return chooseLanguage(tags);
  return chooseLanguage([...tags.filter((tag) => tag.split('-')[0] === preference), preference]);
}

/** English, which is always at hand. */
export function inEnglish(locale: string = languages.en.locale): LoadedLanguage {
  return { code: 'en', locale, direction: 'ltr', messages: en, speaker: english, isStandIn: false };
}

/** The words of a language; English where they cannot be had, so that no screen is ever without words. */
export async function loadLanguage({ code, locale }: ChosenLanguage): Promise<LoadedLanguage> {
  const language: Language = languages[code];
  try {
    const pack = await language.load();
    return { code, locale, direction: language.direction, isStandIn: false, ...pack };
  } catch {
    return { ...inEnglish(), isStandIn: true };
  }
}
