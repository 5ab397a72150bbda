import { en } from './messages/en';

/** The same tree of keys with other words. A language may have more plural forms than English, never fewer keys. */
type Messages<T> = { readonly [K in keyof T]: T[K] extends string ? string : Messages<T[K]> };

interface Language {
  /** Its own name for itself, as a list of languages shows it. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** Dates and numbers where the phone names no region. */
  locale: string;
  messages: Messages<typeof en>;
}

/** A language is added by its folder of messages and a line here. */
export const languages = {
  en: { name: 'English', direction: 'ltr', locale: 'en-GB', messages: en },
} as const satisfies Record<string, Language>;

export type LanguageCode = keyof typeof languages;

export interface ChosenLanguage {
  code: LanguageCode;
  /** For dates, numbers and money: the phone's own regional form of the language where it has one. */
  locale: string;
}

function isLanguageCode(code: string): code is LanguageCode {
  return Object.hasOwn(languages, code);
}

/** The first of the phone's languages (BCP 47 tags, best first) that there are words for, else English. */
export function chooseLanguage(tags: readonly string[]): ChosenLanguage {
  for (const tag of tags) {
    const code = tag.split('-')[0]?.toLowerCase() ?? '';
    if (isLanguageCode(code)) return { code, locale: tag.includes('-') ? tag : languages[code].locale };
  }
  return { code: 'en', locale: languages.en.locale };
}
