import { english } from '@/domain/words/english';
import { first } from './messages/en/first';
import { type LoadedMessages, type LoadedPack } from './pack';

/** The English messages that are loaded. Every instance of i18next reads this object when it needs a text. */
const englishMessages: LoadedMessages = { ...first };

/** Adds the English messages of screens that are loaded later. */
export function addEnglish(messages: LoadedMessages): void {
  Object.assign(englishMessages, messages);
}

interface Language {
  /** The name of the language in that language. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** For dates and numbers when the phone gives no region. */
  locale: string;
  /** A Unicode extension for the locale. */
  extension?: string;
  /** English is built in, but for what comes with later screens. The others are chunks that the service worker caches. */
  load: () => Promise<LoadedPack>;
}

export const languages = {
  en: {
    name: 'English',
    direction: 'ltr',
    locale: 'en-GB',
    load: () => Promise.resolve({ messages: englishMessages, speller: english }),
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
    // The digits of banknotes and keyboards, and the calendar of membership periods.
    extension: 'ca-gregory-nu-latn',
    load: async () => (await import('./messages/ar')).ar,
  },
} as const satisfies Record<string, Language>;

export type LanguageCode = keyof typeof languages;

export interface ChosenLanguage {
  code: LanguageCode;
  /** For dates, numbers and money, with the region of the phone. */
  locale: string;
}

/** A language with its messages. */
export interface LoadedLanguage extends ChosenLanguage, LoadedPack {
  direction: 'ltr' | 'rtl';
  /** True if English replaces a language that did not load. */
  isFallback: boolean;
}

export function isLanguageCode(code: string): code is LanguageCode {
  return Object.hasOwn(languages, code);
}

function localeOf(code: LanguageCode, tag: string): string {
  const { locale, extension }: Language = languages[code];
  const regional = tag.includes('-') ? tag : locale;
  return extension === undefined ? regional : `${regional.split('-u-')[0]}-u-${extension}`;
}

/** The first supported language of the phone (BCP 47 tags, preferred first), else English. */
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

export function englishLanguage(locale: string = languages.en.locale): LoadedLanguage {
  return {
    code: 'en',
    locale,
    direction: 'ltr',
    messages: englishMessages,
    speller: english,
    isFallback: false,
  };
}

/** Loads a language; falls back to English, so that a screen always has texts. */
export async function loadLanguage({ code, locale }: ChosenLanguage): Promise<LoadedLanguage> {
  const language: Language = languages[code];
  try {
    const pack = await language.load();
    return { code, locale, direction: language.direction, isFallback: false, ...pack };
  } catch {
    return { ...englishLanguage(), isFallback: true };
  }
}
