import { currencySignOf, digitsOf, formatMoney } from '@/domain/money';
import { amountInWords } from '@/domain/numbersInWords';
import { type Speaker } from '@/domain/words/speaker';
import { isLanguageCode, languages } from './languages';

/** A moment as the interface writes it (ISO 8601), as the store keeps it (ms), or as a Date. */
export type Moment = number | string | Date;

/** Dates, money and numbers as a person of one locale writes them. What cannot be read becomes an empty text. */
export interface Format {
  locale: string;
  /** The way its lines run, for a page that is drawn elsewhere. */
  direction: 'ltr' | 'rtl';
  /** €20.00 */
  money(amount: number, currency: string): string;
  /** €20, and €20.50 where there are cents: for the prices of the catalogue, to choose among. */
  moneyShort(amount: number, currency: string): string;
  /** Twenty euros; null where an amount is beyond reading out, and the figure stands alone. */
  moneyInWords(amount: number, currency: string): string | null;
  /** € and where it stands: before the figures, or after them. A currency without a sign has its code. */
  currencySign(currency: string): { sign: string; place: 'before' | 'after' };
  number(value: number): string;
  /** 0.62 → 62% */
  percent(ratio: number): string;
  /** 15:24 */
  time(moment: Moment): string;
  /** 14 Nov */
  day(moment: Moment): string;
  /** 31 Dec 2026 */
  date(moment: Moment): string;
  /** A day of the calendar without a place on earth: never moved by the time zone of the phone. */
  calendarDate(moment: Moment): string;
  /** Dec 2026: a month of the calendar, never moved either. */
  calendarMonth(moment: Moment): string;
  /** Saturday 14 November */
  longDay(moment: Moment): string;
  /** 15:24 on the day itself, else 13 Nov, 15:24, and with the year when it is another. */
  since(moment: Moment, now: Moment): string;
  /** 14 Nov, 14:00–18:00, or 14 Nov, 14:00 – 16 Nov, 18:00; with the years where they differ. */
  range(start: Moment, end: Moment): string;
  /** Plateau and Pentes */
  list(items: readonly string[]): string;
  /** en → English, pt-BR → Brazilian Portuguese; a language that nobody here can name, as it is written. */
  languageName(tag: string): string;
  /** FR → France; what is no code of a country, and a code that nobody here can name, as it is written. */
  countryName(text: string): string;
}

export function createFormat(locale: string, timeZone?: string, speaker?: Speaker): Format {
  const made = new Map<string, Intl.DateTimeFormat>();
  // Making a formatter costs a thousand times more than using it.
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const key = JSON.stringify(options);
    const formatter = made.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
    made.set(key, formatter);
    return formatter;
  };
  const write = (moment: Moment, options: Intl.DateTimeFormatOptions) => {
    const date = new Date(moment);
    return Number.isNaN(date.getTime()) ? '' : dates(options).format(date);
  };
  const sameText = (options: Intl.DateTimeFormatOptions) => (one: Moment, other: Moment) =>
    write(one, options) === write(other, options);
  const isSameDay = sameText({ year: 'numeric', month: 'numeric', day: 'numeric' });
  const isSameYear = sameText({ year: 'numeric' });

  const numbers = new Intl.NumberFormat(locale);
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const time = (moment: Moment) => write(moment, { hour: '2-digit', minute: '2-digit' });
  const day = (moment: Moment) => write(moment, { day: 'numeric', month: 'short' });
  const date = (moment: Moment) => write(moment, { day: 'numeric', month: 'short', year: 'numeric' });
  const dayTime = (moment: Moment) => joinParts(', ', day(moment), time(moment));
  const dateTime = (moment: Moment) => joinParts(', ', date(moment), time(moment));

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
      speaker === undefined ? null : amountInWords(amount, currency, speaker, locale),
    currencySign: (currency) => currencySignOf(currency, locale),
    number: (value) => numbers.format(value),
    percent: (ratio) => percents.format(ratio),
    time,
    day,
    date,
    calendarDate: (moment) =>
      write(moment, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
    calendarMonth: (moment) => write(moment, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
    longDay: (moment) => write(moment, { weekday: 'long', day: 'numeric', month: 'long' }),
    since: (moment, now) => {
      if (isSameDay(moment, now)) return time(moment);
      return isSameYear(moment, now) ? dayTime(moment) : dateTime(moment);
    },
    range: (start, end) =>
      isSameDay(start, end)
        ? joinParts('–', dayTime(start), time(end))
        : isSameYear(start, end) || day(start) === '' || day(end) === ''
          ? joinParts(' – ', dayTime(start), dayTime(end))
          : joinParts(' – ', dateTime(start), dateTime(end)),
    list: (items) => writeList(items, locale),
    languageName: (tag) => nameOf('language', tag, locale) ?? ownNameOf(tag) ?? tag,
    countryName: (text) => (/^[a-z]{2}$/i.test(text) ? (nameOf('region', text, locale) ?? text) : text),
  };
}

function joinParts(by: string, ...parts: string[]): string {
  return parts.filter((part) => part !== '').join(by);
}

/** The word for a code in the language of the locale; null where there is none, or where Intl names nothing. */
function nameOf(type: 'language' | 'region', code: string, locale: string): string | null {
  // The engine on a phone has Intl without names.
  if (typeof Intl.DisplayNames !== 'function') return null;
  const written = type === 'region' ? code.toUpperCase() : code.replace('_', '-');
  try {
    return new Intl.DisplayNames(locale, { type, fallback: 'none' }).of(written) ?? null;
  } catch {
    return null; // Not a code at all: whoever wrote it meant the words.
  }
}

/** A language of the app by its own name for itself, for a phone that cannot name it in another. */
function ownNameOf(tag: string): string | null {
  const language = languageOf(tag);
  return language === null ? null : languages[language].name;
}

/** The language of the app that a tag names; null where it is none of them. */
function languageOf(tag: string): keyof typeof languages | null {
  const code = tag.split(/[-_]/)[0]?.toLowerCase() ?? '';
  return isLanguageCode(code) ? code : null;
}

function writeList(items: readonly string[], locale: string): string {
  // The engine on a phone has Intl without lists; commas are understood everywhere.
  if (typeof Intl.ListFormat !== 'function') return items.join(', ');
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(items);
}
