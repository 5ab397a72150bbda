import { z } from 'zod';

import type { CashCount, HandOver } from '@/contract/cashRecord';
import { differences, expectedCash, isCheque, type Piece, sumPieces } from '@/domain/cash/cash';
import { denominationsOf } from '@/domain/cash/denominations';
import { type Money, parseAmount } from '@/domain/money';

/** What was typed, by currency: how many of each piece, or the sum of a currency without known pieces. */
const TypedCashSchema = z.record(z.string(), z.record(z.string(), z.string()));
export type TypedCash = z.output<typeof TypedCashSchema>;

/** The key under which a sum without pieces is typed. */
export const sumKey = 'sum';

/** A payment that is counted. `firstKey`: the key of its first version, by which a draft knows it. */
export type CountableRecord = Money & { key: string; firstKey: string; paymentMethodKind: string };

/** The payments of a count, to be counted again. */
export const recordsOf = ({ records }: CashCount): CountableRecord[] =>
  records.map(
    ({ key, first_key: firstKey = key, amount, currency, payment_method_kind: paymentMethodKind }) => ({
      key,
      firstKey,
      amount,
      currency,
      paymentMethodKind,
    })
  );

export const CountDraftSchema = z.object({
  version: z.literal(1),
  /** The key of the count, made when the form opens. */
  key: z.string(),
  /** The records of the shift when counting began, each by the key of its first version. A later one belongs to the next shift. */
  records: z.array(z.string()),
  typed: TypedCashSchema,
  /** The cheques that are there. */
  there: z.array(z.string()),
  reason: z.string(),
  witness: z.string(),
});
export type CountDraft = z.output<typeof CountDraftSchema>;

export const ReplyDraftSchema = z.object({
  version: z.literal(1),
  key: z.string(),
  typed: TypedCashSchema,
  cheques: z.string(),
  note: z.string(),
});
export type ReplyDraft = z.output<typeof ReplyDraftSchema>;

/** The currencies to count: those of the cash, else the one of the space. */
export function currenciesToCount(cash: readonly Money[], spaceCurrency: string | undefined): string[] {
  const codes = cash.map(({ currency }) => currency.toUpperCase());
  return codes.length > 0 || spaceCurrency === undefined ? codes : [spaceCurrency.toUpperCase()];
}

type Settings = Parameters<typeof denominationsOf>[1];
export type CountedSum = HandOver['cash'][number] & { pieces?: Piece[] };

export type CashReading =
  | { kind: 'counted'; sums: CountedSum[] }
  /** The fields that are not numbers, as `currency:piece`. */
  | { kind: 'errors'; fields: Set<string> };

const wholeNumber = /^\d{1,6}$/;

/** Adds up what was typed. An empty field is zero. */
export function readTypedCash(
  typed: TypedCash,
  currencies: readonly string[],
  { settings, locale }: { settings: Settings; locale: string }
): CashReading {
  const fields = new Set<string>();
  const sums = currencies.map((currency): CountedSum => {
    const values = typed[currency] ?? {};
    const pieces = denominationsOf(currency, settings);
    if (pieces.length === 0) {
      const parsed = parseAmount(values[sumKey] ?? '', currency, locale);
      if (parsed.kind === 'amount') return { currency, amount: parsed.amount };
      if (parsed.kind !== 'empty') fields.add(`${currency}:${sumKey}`);
      return { currency, amount: 0 };
    }
    const counted = pieces.flatMap((value): Piece[] => {
      const text = (values[String(value)] ?? '').trim();
      if (text === '') return [];
      if (wholeNumber.test(text)) return [{ value, count: Number(text) }];
      fields.add(`${currency}:${value}`);
      return [];
    });
    return { currency, amount: sumPieces(counted), pieces: counted };
  });
  return fields.size > 0 ? { kind: 'errors', fields } : { kind: 'counted', sums };
}

/** How many cheques were typed; null for anything else than a whole number. */
export const readTypedCheques = (text: string): number | null =>
  wholeNumber.test(text.trim()) ? Number(text.trim()) : null;

/** Whether no field has anything: somebody who has no cash types 0. */
export function isNothingTyped(typed: TypedCash): boolean {
  return Object.values(typed).every((fields) => Object.values(fields).every((text) => text.trim() === ''));
}

export interface Counting {
  shift: { id: string; startedAt: number };
  records: readonly CountableRecord[];
  unsent: ReadonlySet<string>;
  replaces: string | null;
  receipts: NonNullable<CashCount['receipts']>;
}

/** The content of a count. */
export function toCount(
  draft: CountDraft,
  sums: CountedSum[],
  { shift, records, unsent, replaces, receipts }: Counting,
  now: number
): CashCount {
  const expected = expectedCash(records).map(({ amount, currency }) => ({ amount, currency }));
  // A reason that was typed before a first count matched explains nothing.
  const isExplained = replaces !== null || differences(expected, sums).length > 0;
  const reason = isExplained ? draft.reason.trim() : '';
  const witness = draft.witness.trim();
  return {
    kind: 'count',
    key: draft.key,
    made_at: new Date(now).toISOString(),
    shift: { key: shift.id, started_at: new Date(shift.startedAt).toISOString() },
    expected,
    counted: sums,
    ...(reason === '' ? {} : { reason }),
    ...(witness === '' ? {} : { witness }),
    records: records.map(({ key, firstKey, amount, currency, paymentMethodKind }) => ({
      key,
      ...(firstKey === key ? {} : { first_key: firstKey }),
      amount,
      currency,
      payment_method_kind: paymentMethodKind,
      ...(isCheque(paymentMethodKind) ? { is_there: draft.there.includes(firstKey) } : {}),
      ...(unsent.has(key) ? { is_unsent: true } : {}),
    })),
    unsent: unsent.size,
    ...(receipts.length === 0 ? {} : { receipts }),
    ...(replaces === null ? {} : { replaces }),
  };
}
