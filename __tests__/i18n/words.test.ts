import { createI18n } from '@/i18n/I18nProvider';
import { chooseLanguage, englishLanguage } from '@/i18n/languages';
import { en } from '@/i18n/messages/en';

function listMessages(tree: object, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) => {
    const name = path === '' ? key : `${path}.${key}`;
    return typeof value === 'object' && value !== null ? listMessages(value, name) : [[name, String(value)]];
  });
}

const { t } = createI18n(englishLanguage());

it('selects the plural form by the count', () => {
  expect(t('common.places.outboxBadge', { count: 1 })).toBe('1 record on this phone');
  expect(t('common.places.outboxBadge', { count: 3 })).toBe('3 records on this phone');
  expect(t('common.places.outboxBadge', { count: 0 })).toBe('0 records on this phone');
});

it('inserts names without escaping', () => {
  expect(t('common.upToDate', { time: "d'Ivry & <b>" })).toBe("Up to date d'Ivry & <b>");
});

it('rejects an unknown key at compile time', () => {
  // @ts-expect-error the key is not among the messages
  expect(t('common.nowhere')).toBe('common.nowhere');
});

it('has a text for every key and both plural forms', () => {
  const messages = new Map(listMessages(en));
  for (const [key, text] of messages) {
    expect(`${key}: ${text.trim()}`).not.toBe(`${key}: `);
    if (key.endsWith('_one')) expect(messages.has(key.replace(/_one$/, '_other'))).toBe(true);
    if (key.endsWith('_other')) expect(messages.has(key.replace(/_other$/, '_one'))).toBe(true);
  }
});

it('has no technical jargon in texts for volunteers', () => {
  const jargon = /\b(sync|mutation|bundle|http(?!:)|server error|payload|null|undefined)\b/i;
  const { ledger: _treasurer, ...forVolunteers } = en;
  expect(listMessages(forVolunteers).filter(([, text]) => jargon.test(text))).toEqual([]);
});

it('uses plain words', () => {
  const unusual =
    /\b(by (itself|themselves)|mend|put right|set aside|ways? of paying|in touch|fetch\w*|sealed|anew|no room)\b/i;
  expect(listMessages(en).filter(([, text]) => unusual.test(text))).toEqual([]);
});

it('chooses the first supported language of the phone, with its region', () => {
  expect(chooseLanguage(['xx-YY', 'en-US', 'en-GB'])).toEqual({ code: 'en', locale: 'en-US' });
  expect(chooseLanguage(['en'])).toEqual({ code: 'en', locale: 'en-GB' });
  expect(chooseLanguage([])).toEqual({ code: 'en', locale: 'en-GB' });
});
