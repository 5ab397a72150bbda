import { currencySignOf, digitsOf, formatMoney } from '@/domain/money';
import { amountInWords } from '@/domain/numbersInWords';
import { type AmountSpeller } from '@/domain/words/amountSpeller';
import { isLanguageCode, languages } from './languages';

/** ISO 8601 (service), milliseconds (store) or a Date. */
export type TimeValue = number | string | Date;

/** Dates, money and numbers of one locale. An unreadable date becomes an empty text. */
export interface Format {
  locale: string;
  /** For documents outside React, such as the PDF. */
  direction: 'ltr' | 'rtl';
  /** €20.00 */
  money(amount: number, currency: string): string;
  /** €20, but €20.50 with cents: for prices. */
  moneyShort(amount: number, currency: string): string;
  /** Twenty euros; null for an amount that is too large. */
  moneyInWords(amount: number, currency: string): string | null;
  /** € and whether it is before or after the number. The code for a currency without a sign. */
  currencySign(currency: string): { sign: string; place: 'before' | 'after' };
  number(value: number): string;
  /** 0.62 → 62% */
  percent(ratio: number): string;
  /** 15:24 */
  time(value: TimeValue): string;
  /** 14 Nov */
  day(value: TimeValue): string;
  /** 31 Dec 2026 */
  date(value: TimeValue): string;
  /** A calendar date, independent of the time zone. */
  calendarDate(value: TimeValue): string;
  /** Dec 2026, independent of the time zone. */
  calendarMonth(value: TimeValue): string;
  /** Saturday 14 November */
  longDay(value: TimeValue): string;
  /** 15:24 today, else 13 Nov, 15:24, with the year if it differs. */
  since(value: TimeValue, now: TimeValue): string;
  /** 14 Nov, 14:00–18:00, or 14 Nov, 14:00 – 16 Nov, 18:00; with the years if they differ. */
  range(start: TimeValue, end: TimeValue): string;
  /** Plateau and Pentes */
  list(items: readonly string[]): string;
  /** Plateau, Pentes */
  commaList(items: readonly string[]): string;
  /** en → English, pt-BR → Brazilian Portuguese; an unknown tag unchanged. */
  languageName(tag: string): string;
  /** FR → France; an unknown code unchanged. */
  countryName(text: string): string;
}

export function createFormat(locale: string, timeZone?: string, speller?: AmountSpeller): Format {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  // Creating a formatter costs a thousand times more than using it.
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const key = JSON.stringify(options);
    const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
    formatters.set(key, formatter);
    return formatter;
  };
  const write = (value: TimeValue, options: Intl.DateTimeFormatOptions) => {
    const date = new Date(value);
    return Number.isNaN(date.getTime()) ? '' : dates(options).format(date);
  };
  const sameText = (options: Intl.DateTimeFormatOptions) => (one: TimeValue, other: TimeValue) =>
    write(one, options) === write(other, options);
  const isSameDay = sameText({ year: 'numeric', month: 'numeric', day: 'numeric' });
  const isSameYear = sameText({ year: 'numeric' });

  const numbers = new Intl.NumberFormat(locale);
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const time = (value: TimeValue) => write(value, { hour: '2-digit', minute: '2-digit' });
  const day = (value: TimeValue) => write(value, { day: 'numeric', month: 'short' });
  const date = (value: TimeValue) => write(value, { day: 'numeric', month: 'short', year: 'numeric' });
  const comma = locale.startsWith('ar') ? '، ' : ', ';
  const dayTime = (value: TimeValue) => joinParts(comma, day(value), time(value));
  const dateTime = (value: TimeValue) => joinParts(comma, date(value), time(value));

  const language = languageOf(locale);
  return {
    locale,
    direction: language === null ? 'ltr' : languages[language].direction,
    money: (amount, currency) => formatMoney(amount, currency, locale),
    moneyShort: (amount, currency) => {
      const code = currency.toUpperCase();
      const unit = 10 ** digitsOf(code);
      if (amount % unit !== 0 || !/^[A-Z]{3}$/.test(code)) return formatMoney(amount, currency, locale);
      const options = {
        style: 'currency',
        currency: code,
        minimumFractionDigits: 0,
        maximumFractionDigits: 0,
      } as const;
      return new Intl.NumberFormat(locale, options).format(amount / unit);
    },
    moneyInWords: (amount, currency) =>
      speller === undefined ? null : amountInWords(amount, currency, speller, locale),
    currencySign: (currency) => currencySignOf(currency, locale),
    number: (value) => numbers.format(value),
    percent: (ratio) => percents.format(ratio),
    time,
    day,
    date,
    calendarDate: (value) =>
      write(value, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
    calendarMonth: (value) => write(value, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
    longDay: (value) => write(value, { weekday: 'long', day: 'numeric', month: 'long' }),
    since: (value, now) => {
      if (isSameDay(value, now)) return time(value);
      return isSameYear(value, now) ? dayTime(value) : dateTime(value);
    },
    range: (start, end) =>
      isSameDay(start, end)
        ? joinParts('–', dayTime(start), time(end))
        : isSameYear(start, end) || day(start) === '' || day(end) === ''
          ? joinParts(' – ', dayTime(start), dayTime(end))
          : joinParts(' – ', dateTime(start), dateTime(end)),
    list: (items) => writeList(items, locale),
    commaList: (items) => items.join(comma),
    languageName: (tag) => nameOf('language', tag, locale) ?? ownNameOf(tag) ?? tag,
    countryName: (text) => (/^[a-z]{2}$/i.test(text) ? (nameOf('region', text, locale) ?? text) : text),
  };
}

function joinParts(by: string, ...parts: string[]): string {
  return parts.filter((part) => part !== '').join(by);
}

/** The display name of a code; null if Intl has none. */
function nameOf(type: 'language' | 'region', code: string, locale: string): string | null {
  // Hermes lacks Intl.DisplayNames.
  if (typeof Intl.DisplayNames !== 'function') return null;
  const written = type === 'region' ? code.toUpperCase() : code.replace('_', '-');
  try {
    return new Intl.DisplayNames(locale, { type, fallback: 'none' }).of(written) ?? null;
  } catch {
    return null; // Not a code.
  }
}

/** The name of a language of the app in that language, for engines without display names. */
function ownNameOf(tag: string): string | null {
  const language = languageOf(tag);
  return language === null ? null : languages[language].name;
}

/** The language of the app for a tag; null if unsupported. */
function languageOf(tag: string): keyof typeof languages | null {
  const code = tag.split(/[-_]/)[0]?.toLowerCase() ?? '';
  return isLanguageCode(code) ? code : null;
}

function writeList(items: readonly string[], locale: string): string {
  // Hermes lacks Intl.ListFormat.
  if (typeof Intl.ListFormat !== 'function') return items.join(', ');
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(items);
}
