import { createInstance, type i18n, type TFunction } from 'i18next';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';

import { createFormat, type Format } from './format';
import { type ChosenLanguage, languages } from './languages';

/** The words of a language, ready at once: they are part of the app, so nothing is waited for. */
export function createWords({ code }: ChosenLanguage): i18n {
  const words = createInstance();
  void words.use(initReactI18next).init({
    lng: code,
    fallbackLng: 'en',
    resources: { [code]: { translation: languages[code].messages } },
    initAsync: false,
    // React and native text need no escaping.
    interpolation: { escapeValue: false },
    returnNull: false,
    showSupportNotice: false,
  });
  return words;
}

const FormatContext = createContext<Format>(createFormat(languages.en.locale));

interface I18nProviderProps {
  language: ChosenLanguage;
  /** The phone's own zone unless a test says otherwise. */
  timeZone?: string;
  children: ReactNode;
}

/** Gives every screen its words and its way of writing dates and money. */
export function I18nProvider({ language, timeZone, children }: I18nProviderProps) {
  const { code, locale } = language;
  const words = useMemo(() => createWords({ code, locale }), [code, locale]);
  const format = useMemo(() => createFormat(locale, timeZone), [locale, timeZone]);
  return (
    <I18nextProvider i18n={words}>
      <FormatContext.Provider value={format}>{children}</FormatContext.Provider>
    </I18nextProvider>
  );
}

/** `t` for words (typed: a key that is not there does not compile) and `format` for dates, money and numbers. */
export function useI18n(): { t: TFunction; format: Format } {
  const { t } = useTranslation();
  const format = useContext(FormatContext);
  return { t, format };
}
