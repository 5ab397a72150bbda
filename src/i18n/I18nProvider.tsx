import { createInstance, type i18n, type TFunction } from 'i18next';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';

import { createFormat, type Format } from './format';
import { englishLanguage, type LoadedLanguage } from './languages';
import { installPluralRules } from './pluralRules';

/** An i18next instance for a loaded language. Initialises synchronously. */
export function createI18n({ code, messages }: Pick<LoadedLanguage, 'code' | 'messages'>): i18n {
  installPluralRules(Intl);
  const instance = createInstance();
  void instance.use(initReactI18next).init({
    lng: code,
    fallbackLng: 'en',
    resources: { en: { translation: englishLanguage().messages }, [code]: { translation: messages } },
    initAsync: false,
    // React and native text need no escaping.
    interpolation: { escapeValue: false },
    returnNull: false,
    showSupportNotice: false,
  });
  return instance;
}

interface LanguageContextValue {
  format: Format;
  language: LoadedLanguage;
}

const LanguageContext = createContext<LanguageContextValue>({
  format: createFormat(englishLanguage().locale),
  language: englishLanguage(),
});

interface I18nProviderProps {
  language: LoadedLanguage;
  /** The time zone of the device by default. */
  timeZone?: string;
  children: ReactNode;
}

/** Provides messages and formats to every screen. */
export function I18nProvider({ language, timeZone, children }: I18nProviderProps) {
  const instance = useMemo(() => createI18n(language), [language]);
  const value = useMemo(
    () => ({ format: createFormat(language.locale, timeZone, language.speller), language }),
    [language, timeZone]
  );
  return (
    <I18nextProvider i18n={instance}>
      <LanguageContext.Provider value={value}>{children}</LanguageContext.Provider>
    </I18nextProvider>
  );
}

/** `t` for messages (a missing key does not compile) and `format` for dates, money and numbers. */
export function useI18n(): { t: TFunction; format: Format } {
  const { t } = useTranslation();
  return { t, format: useContext(LanguageContext).format };
}

/** The language on screen. */
export function useCurrentLanguage(): LoadedLanguage {
  return useContext(LanguageContext).language;
}
