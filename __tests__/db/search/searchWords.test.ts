import { fold, sortKeyOf, wordsOf } from '@/domain/fold';
import { phoneWord, queryTerms } from '@/db/search/searchWords';

describe('folding', () => {
  test.each([
    ['Élodie', 'elodie'],
    ['ÉLODIE', 'elodie'],
    ['E\u0301lodie', 'elodie'],
    ['Straße', 'strasse'],
    ['Łukasz Øster Æble', 'lukasz oster aeble'],
    ['Nguyễn', 'nguyen'],
    ['Ελένη', 'ελενη'],
    ['Ёлка', 'елка'],
    ['مُحَمَّد', 'محمد'],
    ['أحمد إبراهيم آدم', 'احمد ابراهيم ادم'],
    ['فاطمة', 'فاطمه'],
    ['ＡＢＣ', 'abc'],
  ])('%s becomes %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('words are split at everything except letters and digits', () => {
    expect(wordsOf("  Jean-Pierre d’Arc, O'Neil (2.) «ab»  ")).toEqual([
      'jean',
      'pierre',
      'd',
      'arc',
      'o',
      'neil',
      '2',
      'ab',
    ]);
    expect(wordsOf('علي، حسن')).toEqual(['علي', 'حسن']);
  });

  test('the sort key is surname first, without accents', () => {
    expect(['Zoé', 'Éric', 'Eva', 'élan'].sort((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1))).toEqual([
      'élan',
      'Éric',
      'Eva',
      'Zoé',
    ]);
  });
});

describe('phone numbers', () => {
  test.each([
    '+33 6 12 34 56 78',
    '0033612345678',
    '06.12.34.56.78',
    '06 12 34 56 78',
    '+33 (0)6-12-34-56-78',
    '612345678',
  ])('%s is the same number in any format', (text) => {
    expect(phoneWord(text)).toBe('612345678');
  });

  test.each([
    ['+1 (415) 555-0100', '4155550100'],
    ['+353 1 555 0100', '15550100'],
    ['+7 912 555 01 00', '9125550100'],
    ['+49 0151 5550100', '1515550100'],
  ])('%s loses a country code of any length', (text, word) => {
    expect(phoneWord(text)).toBe(word);
  });
});

describe('typed text', () => {
  test.each([
    ['  Marie   Dupont ', ['marie', 'dupont']],
    ['dup dupont', ['dupont']],
    ['06 12 34', ['61234']],
    ['dupont 06 12', ['612', 'dupont']],
    ['+33 6 12', ['612']],
    ['marie@post.example', ['marie', 'post']],
    ['marie@po', ['marie', 'po']],
    ['!?', []],
    ['', []],
  ])('%j is searched as %j', (text, terms) => {
    expect(queryTerms(text)).toEqual(terms);
  });
});
