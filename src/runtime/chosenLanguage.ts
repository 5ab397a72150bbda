import { chooseLanguage, type ChosenLanguage } from '@/i18n/languages';

/** The language that a person chose, in the phone's own regional form where it has one; `system` follows the phone. */
export function choosePreferred(language: string, tags: readonly string[]): ChosenLanguage {
  if (language === 'system') return chooseLanguage(tags);
  return chooseLanguage([...tags.filter((tag) => tag.split('-')[0] === language), language]);
}
