import type { TFunction } from 'i18next';

import type { CashCount } from '@/contract/cashRecord';
import type { ShiftNumbers } from '@/domain/cash/cash';
import type { LateCorrections } from '@/domain/cash/lateCorrections';
import { moneyList } from '@/features/shared/moneyList';
import type { Format } from '@/i18n/format';

/** The most numbers in one sentence. */
const mostNumbers = 20;

/** Numbers in sequence as their first and last, from three on: 1-4, 1-5, 1-6 are one run. */
function runsIn(list: readonly string[]): { first: string; last: string }[] {
  const runs: string[][] = [];
  for (const id of list) {
    const run = runs.at(-1);
    if (run && isNext(run.at(-1) ?? '', id)) run.push(id);
    else runs.push([id]);
  }
  return runs.flatMap((run) =>
    run.length < 3
      ? run.map((id) => ({ first: id, last: id }))
      : [{ first: run[0] ?? '', last: run.at(-1) ?? '' }]
  );
}

/** Whether a number follows another one of the same receipt book, or of the same shift. */
function isNext(before: string, id: string): boolean {
  const [, book, number] = /^(.*?)(\d+)$/.exec(before) ?? [];
  return number !== undefined && id === `${book}${Number(number) + 1}`;
}

/** "Captured 23, the service holds 22. Missing: No. 17" */
export function numbersText(
  t: TFunction,
  format: Format,
  { captured, missing, unsent }: ShiftNumbers
): string {
  const away = missing.length + unsent.length;
  if (away === 0) return t('reconciliation.complete', { captured: format.number(captured) });
  const name = (list: readonly string[]) => {
    const runs = runsIn(list);
    return format.commaList([
      ...runs
        .slice(0, mostNumbers)
        .map(({ first, last }) =>
          first === last ? t('common.number', { id: first }) : t('common.numbers', { first, last })
        ),
      ...(runs.length > mostNumbers ? ['…'] : []),
    ]);
  };
  const held = t('reconciliation.held', {
    captured: format.number(captured),
    held: format.number(captured - away),
  });
  const named = [
    ...(unsent.length > 0 ? [t('reconciliation.unsentNumbers', { numbers: name(unsent) })] : []),
    ...(missing.length > 0 ? [t('reconciliation.missingNumbers', { numbers: name(missing) })] : []),
  ];
  return `${held} ${named.join(' · ')}`;
}

type Words = { t: TFunction; format: Format };

/** "Replaces €38.00, counted on 14 Nov"; empty for the first count of a shift. */
export function replacedText(
  { t, format }: Words,
  { replaces }: CashCount,
  replaced: readonly CashCount[],
  now: number
): string {
  if (replaces === undefined) return '';
  const before = replaced.find(({ key }) => key === replaces);
  if (before === undefined) return t('counts.again.unknown');
  const amount = moneyList(format, before.counted) || format.number(0);
  return t('counts.again.replaced', { amount, time: format.since(before.made_at, now) });
}

/** What was corrected after the count, and how many records arrived after it. */
export function lateTexts({ t, format }: Words, late: LateCorrections | undefined): string[] {
  if (late === undefined) return [];
  const { changed, arrived } = late;
  return [
    ...changed.map(({ bundleId, counted, now }) =>
      t('counts.late.changed', {
        number: t('common.number', { id: String(bundleId) }),
        counted: format.money(counted.amount, counted.currency),
        ledger: format.money(now, counted.currency),
      })
    ),
    ...(arrived === 0 ? [] : [t('counts.late.arrived', { count: arrived, number: format.number(arrived) })]),
  ];
}
