import { type TFunction } from 'i18next';

import { type Reconciliation } from '@/contract/reconciliation';
import { type Format } from '@/i18n/format';

export type Words = { t: TFunction; format: Format };
type Total = NonNullable<Reconciliation['totals']>[number];
export type Problem = NonNullable<Reconciliation['problems']>[number];

/** The figures that Cash by person has too, with the same meaning. */
export const personColumns = [
  'recorded',
  'uncounted',
  'counted',
  'variance',
  'received',
  'banked',
  'difference',
] as const;

export const amountColumns = [
  'recorded',
  'uncounted',
  'counted',
  'variance',
  'received',
  'held',
  'handed_over',
  'banked',
  'difference',
] as const;
export type AmountColumn = (typeof amountColumns)[number];

/** One line of the table: a person, the bank, or the sum. */
export type Line = {
  key: string;
  kind: 'person' | 'bank' | 'sum';
  name: string;
  userId: number | null;
  currency: string;
  amounts: Partial<Record<AmountColumn | 'unconfirmed', number>>;
};

const amountsOf = (total: Partial<Record<AmountColumn | 'unconfirmed', number | undefined>>) =>
  Object.fromEntries(
    [...amountColumns, 'unconfirmed' as const].map((column) => [column, total[column] ?? 0])
  );

/** What is at the bank: what the deposited batches contain, as far as the bank counted the same. */
const atBank = ({ banked = 0, bank_difference: difference = 0 }: Total): number => banked + difference;

/** The people, then for each currency what the bank counted differently, and the sum. */
export function linesOf({ people = [], totals = [] }: Reconciliation, t: TFunction): Line[] {
  return [
    ...people.map(({ user_id: userId = 0, name, currency = '', ...amounts }): Line => ({
      key: `${userId} ${currency}`,
      kind: 'person',
      name: name ?? t('common.unnamed'),
      userId,
      currency,
      amounts: amountsOf(amounts),
    })),
    ...totals.flatMap(({ currency = '', bank_difference: bank = 0, ...amounts }): Line[] => [
      ...(bank === 0
        ? []
        : [
            {
              key: `bank ${currency}`,
              kind: 'bank' as const,
              name: t('reconciliation.bank'),
              userId: null,
              currency,
              amounts: { banked: bank, difference: bank },
            },
          ]),
      {
        key: `sum ${currency}`,
        kind: 'sum',
        name: t('reconciliation.sum'),
        userId: null,
        currency,
        amounts: amountsOf({ ...amounts, banked: atBank({ ...amounts, bank_difference: bank }) }),
      },
    ]),
  ];
}

/** "+€15.00" or "−€1.00": whether cash is too much or missing is visible without a colour. */
export const signed = (format: Format, amount: number, currency: string): string =>
  amount > 0 ? `+${format.money(amount, currency)}` : format.money(amount, currency);

/** The text of an amount; a difference has its sign. Empty where the line has none. */
export function cellText(format: Format, { amounts, currency }: Line, column: AmountColumn): string {
  const amount = amounts[column];
  if (amount === undefined) return '';
  const isSigned = column === 'variance' || column === 'difference';
  return isSigned ? signed(format, amount, currency) : format.money(amount, currency);
}

/** Where the cash of one currency is, as one sentence. */
export function equation({ t, format }: Words, { currency = '', ...total }: Total): string {
  const money = (amount = 0) => format.money(amount, currency);
  return t('reconciliation.equation', {
    recorded: money(total.recorded),
    variance: signed(format, total.variance ?? 0, currency),
    held: money(total.held),
    handedOver: money(total.handed_over),
    banked: money(atBank(total)),
  });
}
