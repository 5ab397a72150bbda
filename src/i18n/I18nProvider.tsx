import { createInstance, type i18n, type TFunction } from 'i18next';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';

import { createFormat, type Format } from './format';
import { inEnglish, type LoadedLanguage } from './languages';
import { providePluralRules } from './pluralRules';

/** The words of a language, ready at once: they were loaded before, so nothing is waited for. */
export function createWords({ code, messages }: Pick<LoadedLanguage, 'code' | 'messages'>): i18n {
  providePluralRules(Intl);
  const words = createInstance();
  void words.use(initReactI18next).init({
    lng: code,
    // Without a word of its own a language says it in English rather than not at all.
    fallbackLng: 'en',
    resources: { en: { translation: inEnglish().messages }, [code]: { translation: messages } },
    initAsync: false,
    // React and native text need no escaping.
    interpolation: { escapeValue: false },
    returnNull: false,
    showSupportNotice: false,
  });
  return words;
}

interface Spoken {
  format: Format;
  language: LoadedLanguage;
}

const LanguageContext = createContext<Spoken>({
  format: createFormat(inEnglish().locale),
  language: inEnglish(),
});

interface I18nProviderProps {
  language: LoadedLanguage;
  /** The phone's own zone unless a test says otherwise. */
  timeZone?: string;
  children: ReactNode;
}

/** Gives every screen its words and its way of writing dates and money. */
export function I18nProvider({ language, timeZone, children }: I18nProviderProps) {
  const words = useMemo(() => createWords(language), [language]);
  const spoken = useMemo(
    () => ({ format: createFormat(language.locale, timeZone, language.speaker), language }),
    [language, timeZone]
  );
  return (
    <I18nextProvider i18n={words}>
      <LanguageContext.Provider value={spoken}>{children}</LanguageContext.Provider>
    </I18nextProvider>
  );
}

/** `t` for words (typed: a key that is not there does not compile) and `format` for dates, money and numbers. */
export function useI18n(): { t: TFunction; format: Format } {
  const { t } = useTranslation();
  return { t, format: useContext(LanguageContext).format };
}

/** Which language is on the screen, for the one place where it is chosen. */
export function useShownLanguage(): LoadedLanguage {
  return useContext(LanguageContext).language;
}
