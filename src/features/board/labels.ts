import { type TFunction } from 'i18next';

import { type PersonCounts } from '@/domain/board';
import { moneyList } from '@/features/shared/moneyList';
import { methodWord } from '@/features/shared/paymentMethod';
import { type Format } from '@/i18n/format';
import { type Fact } from '@/ui/Facts';

interface Shown {
  /** The time since then, in words. */
  age: (at: number) => string;
  withCash: boolean;
}

/** Names and values of the counts. The last two are what is unsent and in hand, empty where there is none. */
export function countFacts(
  t: TFunction,
  format: Format,
  { doors, talks, taken, unsent, cash }: Omit<PersonCounts, 'lastContactAt'>,
  { age, withCash }: Shown
): Fact[] {
  const held = cash.filter(({ amount }) => amount !== 0);
  return [
    [t('board.doors'), format.number(doors)],
    [t('board.talks'), format.number(talks)],
    ...taken.map(({ paymentMethodKind, ...sum }): Fact => [
      t('board.taken', { method: methodWord(t, paymentMethodKind) }),
      moneyList(format, [sum]),
    ]),
    [t('board.unsent'), unsent.count > 0 ? unsentWords(t, format, unsent, age) : null],
    [t('board.cash'), withCash ? moneyList(format, held) : null],
  ];
}

function unsentWords(
  t: TFunction,
  format: Format,
  { count, sums: money, oldestAt }: PersonCounts['unsent'],
  age: Shown['age']
): string {
  return [
    format.number(count),
    moneyList(format, money),
    oldestAt !== null && t('board.oldest', { duration: age(oldestAt) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
