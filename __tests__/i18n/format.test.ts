import { createFormat } from '@/i18n/format';

const british = createFormat('en-GB', 'Europe/Paris');
const french = createFormat('fr-FR', 'Europe/Paris');

describe('money', () => {
  it('has the sign and digits of its currency in the style of the locale', () => {
    expect(british.money(2000, 'EUR')).toBe('€20.00');
    expect(british.money(2000, 'eur')).toBe('€20.00');
    expect(french.money(2000, 'EUR').replace(/\s/gu, ' ')).toBe('20,00 €');
    expect(british.money(500, 'JPY')).toBe('JP¥500');
  });

  it('omits cents only if they are zero, in the short form', () => {
    expect(british.moneyShort(2000, 'EUR')).toBe('€20');
    expect(british.moneyShort(2050, 'EUR')).toBe('€20.50');
    expect(british.moneyShort(500, 'JPY')).toBe('JP¥500');
    expect(british.moneyShort(1500, 'KWD').replace(/\s/gu, ' ')).toBe('KWD 1.500');
  });

  it('has the position of the currency sign', () => {
    expect(british.currencySign('eur')).toEqual({ sign: '€', place: 'before' });
    expect(french.currencySign('EUR')).toEqual({ sign: '€', place: 'after' });
    expect(british.currencySign('KWD')).toEqual({ sign: 'KWD', place: 'before' });
    expect(british.currencySign('shells')).toEqual({ sign: 'shells', place: 'after' });
  });

  it('formats an unknown currency', () => {
    expect(british.moneyShort(2000, 'shells')).toBe('20 shells');
  });
});

describe('dates and times', () => {
  it('use the time zone of the phone', () => {
    expect(british.time('2026-11-14T14:24:00Z')).toBe('15:24');
    expect(british.day('2026-11-14T23:30:00Z')).toBe('15 Nov');
    expect(british.longDay('2026-11-14T12:00:00Z').replace(',', '')).toBe('Saturday 14 November');
  });

  it('calendar dates ignore the time zone', () => {
    expect(british.calendarDate('2026-12-31T23:59:59Z')).toBe('31 Dec 2026');
    expect(british.date('2026-12-31T23:59:59Z')).toBe('1 Jan 2027');
  });

  it('contain more parts the older they are', () => {
    const now = '2026-11-14T15:00:00Z';
    expect(british.since('2026-11-14T13:02:00Z', now)).toBe('14:02');
    expect(british.since('2026-11-13T13:02:00Z', now)).toBe('13 Nov, 14:02');
    expect(british.since('2025-11-13T13:02:00Z', now)).toBe('13 Nov 2025, 14:02');
    const arabic = createFormat('ar-EG-u-nu-latn', 'Europe/Paris');
    expect(arabic.since('2026-11-13T13:02:00Z', now)).toMatch(/^13 \S+، 02:02/);
  });

  it('make a range that names each day once', () => {
    expect(british.range('2026-11-14T13:00:00Z', '2027-01-16T17:00:00Z')).toBe(
      '14 Nov 2026, 14:00 – 16 Jan 2027, 18:00'
    );
    expect(british.range('2026-11-14T13:00:00Z', '2026-11-14T17:00:00Z')).toBe('14 Nov, 14:00–18:00');
    expect(british.range('2026-11-14T13:00:00Z', '2026-11-16T17:00:00Z')).toBe(
      '14 Nov, 14:00 – 16 Nov, 18:00'
    );
  });

  it('are empty if unreadable', () => {
    expect(british.time('soon')).toBe('');
    expect(british.range('soon', '2026-11-16T17:00:00Z')).toBe('16 Nov, 18:00');
  });
});

describe('codes', () => {
  it('of languages and countries have a name in the current language', () => {
    expect(british.languageName('fr')).toBe('French');
    expect(french.languageName('en')).toBe('anglais');
    expect(british.languageName('pt_BR')).toBe('Brazilian Portuguese');
    expect(british.countryName('FR')).toBe('France');
    expect(french.countryName('de')).toBe('Allemagne');
  });

  it('that are unknown stay unchanged', () => {
    expect(british.languageName('zz')).toBe('zz');
    expect(british.languageName('the one of the coast')).toBe('the one of the coast');
    expect(british.countryName('ZQ')).toBe('ZQ');
    expect(british.countryName('Portugal')).toBe('Portugal');
  });

  it('use the list of languages if the engine has no display names', () => {
    const { DisplayNames } = Intl;
    Object.assign(Intl, { DisplayNames: undefined });
    try {
      expect(british.languageName('fr-CA')).toBe('Français');
      expect(british.languageName('it')).toBe('it');
      expect(british.countryName('FR')).toBe('FR');
    } finally {
      Object.assign(Intl, { DisplayNames });
    }
  });
});

it('formats lists and percentages', () => {
  expect(british.list(['Plateau', 'Pentes'])).toBe('Plateau and Pentes');
  expect(french.list(['Plateau', 'Pentes'])).toBe('Plateau et Pentes');
  expect(british.commaList(['Plateau', 'Pentes'])).toBe('Plateau, Pentes');
  expect(createFormat('ar-EG-u-nu-latn').commaList(['Plateau', 'Pentes'])).toBe('Plateau، Pentes');
  expect(british.percent(0.62)).toBe('62%');
  expect(british.number(50000)).toBe('50,000');
});
