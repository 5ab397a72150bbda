import { english as speaker } from '@/domain/words/english';
import { type LanguageCode } from '@/i18n/languages';
import { ar } from '@/i18n/messages/ar';
import { de } from '@/i18n/messages/de';
import { en } from '@/i18n/messages/en';
import { es } from '@/i18n/messages/es';
import { fr } from '@/i18n/messages/fr';
import { type LanguagePack } from '@/i18n/pack';

import { listAskedMessages, readProgram } from './sources';

const packs: Record<LanguageCode, LanguagePack> = { en: { messages: en, speaker }, fr, es, de, ar };

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
/** Messages that depend on a count: those with a form of their own for all the rest. */
const counted = new Set([...english.keys()].filter((key) => key.endsWith('_other')).map(withoutPlural));
const nameOf = (key: string) => (counted.has(withoutPlural(key)) ? withoutPlural(key) : key);
const placeholdersOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

/**
 * What an editor would strike out. French: a sign that can fall to the beginning of the next line, since the space
 * before it may break. Spanish: a question or a call without its first sign. Arabic: signs of Latin writing.
 */
const breaches: Record<string, RegExp | undefined> = {
  fr: /[^\u00a0]:(?!\/\/|\d)|[^\u202f][?!;]|\u0027/,
  es: /^[^¿]*\?|^[^¡]*!/,
  ar: /[\u0600-\u06ff] ?[,;?]/,
};

it('has no message in English that no screen asks for', () => {
  const asked = listAskedMessages(readProgram());
  const unused = [...english.keys()].filter((key) => !asked.has(nameOf(key)) && !asked.has(key));
  expect(unused).toEqual([]);
}, 120_000);

describe.each(Object.entries(packs))('%s', (code, pack) => {
  const messages = new Map(listMessages(pack.messages));

  it('says everything that English says, and nothing else', () => {
    const spoken = new Set([...messages.keys()].map(nameOf));
    const wanted = new Set([...english.keys()].map(nameOf));
    expect([...wanted].filter((key) => !spoken.has(key))).toEqual([]);
    expect([...spoken].filter((key) => !wanted.has(key))).toEqual([]);
  });

  it('has every plural form that its grammar knows, and no other', () => {
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

  it('leaves no message empty, and puts the same values in as English', () => {
    const wrong = [...messages].filter(([key, text]) => {
      const other = english.get(key) ?? english.get(`${withoutPlural(key)}_other`) ?? '';
      const [mine, theirs] = [placeholdersOf(text), placeholdersOf(other)];
      // None, one and two may be said without a figure: "Fix one thing".
      const isSaid = /_(zero|one|two)$/.test(key) && counted.has(withoutPlural(key));
      const needed = isSaid ? theirs.filter((name) => name !== 'count' && name !== 'number') : theirs;
      const isComplete = needed.every((name) => mine.includes(name));
      const isKnown = mine.every((name) => theirs.includes(name) || name === 'count');
      return text.trim() === '' || !isComplete || !isKnown;
    });
    expect(wrong).toEqual([]);
  });

  it('has the signs of its own writing', () => {
    const wrong = [...messages].filter(([, text]) => breaches[code]?.test(text) === true);
    expect(wrong).toEqual([]);
  });
});
