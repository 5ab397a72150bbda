import { english as speller } from '@/domain/words/english';
import { type LanguageCode } from '@/i18n/languages';
import { ar } from '@/i18n/messages/ar';
import { de } from '@/i18n/messages/de';
import { en } from '@/i18n/messages/en';
import { es } from '@/i18n/messages/es';
import { fr } from '@/i18n/messages/fr';
import { type LanguagePack } from '@/i18n/pack';

import { listUsedMessages, readProgram } from './sources';

const packs: Record<LanguageCode, LanguagePack> = { en: { messages: en, speller }, fr, es, de, ar };

type Entry = [key: string, text: string];

function listMessages(tree: object, path = ''): Entry[] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]): Entry[] => {
    const name = path === '' ? key : `${path}.${key}`;
    return typeof value === 'object' && value !== null ? listMessages(value, name) : [[name, String(value)]];
  });
}

const plural = /_(zero|one|two|few|many|other)$/;
const withoutPlural = (key: string) => key.replace(plural, '');
const english = new Map(listMessages(en));
/** Messages with plural forms. */
const counted = new Set([...english.keys()].filter((key) => key.endsWith('_other')).map(withoutPlural));
const nameOf = (key: string) => (counted.has(withoutPlural(key)) ? withoutPlural(key) : key);
const placeholdersOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

/**
 * Typographic errors. French: a breaking space before ? ! ; :, or a straight apostrophe. Spanish: a missing ¿ or ¡.
 * Arabic: Latin punctuation, digits with a hyphen that would change their order behind Arabic letters.
 */
const typos: Record<string, RegExp | undefined> = {
  fr: /[^\u00a0]:(?!\/\/|\d)|[^\u202f][?!;]|\u0027/,
  es: /^[^¿]*\?|^[^¡]*!/,
  ar: /[\u0600-\u06ff] ?[,;?]|[^\u2066\d-]\d+-\d/,
};

/** The word for a manager, who is not the leader of a team. */
const managers: Record<string, RegExp> = {
  en: /manager/i,
  fr: /gestion/i,
  es: /gest/i,
  de: /verwaltung/i,
  ar: /مدير|الإدارة/,
};
/** Words for signal that are not those of the glossary. */
const otherSignal: Record<string, RegExp | undefined> = { de: /\bEmpfang\b/, es: /señal/i };

it('has no English message that no screen uses', () => {
  const used = listUsedMessages(readProgram());
  const unused = [...english.keys()].filter((key) => !used.has(nameOf(key)) && !used.has(key));
  expect(unused).toEqual([]);
}, 120_000);

describe.each(Object.entries(packs))('%s', (code, pack) => {
  const messages = new Map(listMessages(pack.messages));

  it('has the same keys as English', () => {
    const present = new Set([...messages.keys()].map(nameOf));
    const expected = new Set([...english.keys()].map(nameOf));
    expect([...expected].filter((key) => !present.has(key))).toEqual([]);
    expect([...present].filter((key) => !expected.has(key))).toEqual([]);
  });

  it('calls managers managers, and signal by its word', () => {
    const wrong = [...messages].filter(([key, text]) => {
      const isOfManagers = managers.en?.test(english.get(key) ?? '') ?? false;
      return (isOfManagers && !managers[code]?.test(text)) || otherSignal[code]?.test(text);
    });
    expect(wrong).toEqual([]);
  });

  it('has exactly the plural forms of the language', () => {
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories.map((form) => `_${form}`);
    const wrong = [...counted].filter((key) => {
      const has = [...messages.keys()].filter((name) => plural.test(name) && withoutPlural(name) === key);
      return (
        has
          .map((name) => name.slice(key.length))
          .sort()
          .join() !== forms.sort().join()
      );
    });
    expect(wrong).toEqual([]);
  });

  it('has no empty message, and the same placeholders as English', () => {
    const wrong = [...messages].filter(([key, text]) => {
      const other = english.get(key) ?? english.get(`${withoutPlural(key)}_other`) ?? '';
      const [mine, theirs] = [placeholdersOf(text), placeholdersOf(other)];
      // The forms for none, one and two may have no number: "Fix one thing".
      const mayOmitNumber = /_(zero|one|two)$/.test(key) && counted.has(withoutPlural(key));
      const needed = mayOmitNumber ? theirs.filter((name) => name !== 'count' && name !== 'number') : theirs;
      const isComplete = needed.every((name) => mine.includes(name));
      const isKnown = mine.every((name) => theirs.includes(name) || name === 'count');
      return text.trim() === '' || !isComplete || !isKnown;
    });
    expect(wrong).toEqual([]);
  });

  it('has the punctuation of the language', () => {
    const wrong = [...messages].filter(([, text]) => typos[code]?.test(text) === true);
    expect(wrong).toEqual([]);
  });
});
