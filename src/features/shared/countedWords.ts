import { type TFunction } from 'i18next';

import { type CountedPart } from '@/domain/months';
import { type Format } from '@/i18n/format';

interface Words {
  t: TFunction;
  format: Format;
}

const nameOf = (format: Format, month: string) => format.calendarMonth(`${month}-01`);

/** "€20.00 counts in Nov 2026", one for each month. */
export function countedLabels({ t, format }: Words, parts: readonly CountedPart[]): string[] {
  return parts.map(({ month, amount, currency }) =>
    t('common.countedIn.part', { amount: format.money(amount, currency), month: nameOf(format, month) })
  );
}

/** "Dated 28 Oct 2026. The month was closed: €20.00 counts in Nov 2026." */
export function countedWords(words: Words, date: string | undefined, parts: readonly CountedPart[]): string {
  const { t, format } = words;
  return t('common.countedIn.done', {
    day: date === undefined ? '' : format.date(date),
    parts: format.list(countedLabels(words, parts)),
  });
}

/** Of a record that waits: where it will count. */
export function willCountWords({ t, format }: Words, months: { dated: string; counted: string }): string {
  return t('common.countedIn.later', {
    dated: nameOf(format, months.dated),
    counted: nameOf(format, months.counted),
  });
}
