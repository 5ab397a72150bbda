import { z } from 'zod';

import { BundleUpdateSchema, type BundleUpdate } from '@/contract/bundle';
import { type ShownBundle } from '@/db/outbox/pendingBundles';
import { timestampWithOffset } from '@/domain/bundle';
import { formatForTyping, parseAmount } from '@/domain/money';
import { noteIn, withNote } from '@/domain/contacts/supporter';

const TransactionFormSchema = z.object({
  id: z.int(),
  statusId: z.int().nullable(),
  comment: z.string(),
  reimbursed: z.string(),
  unpaid: z.string(),
});
/** One transaction of the form; amounts are text. */
export type TransactionForm = z.output<typeof TransactionFormSchema>;

const DonationFormSchema = z.object({ amount: z.string(), affectation: z.string(), comment: z.string() });
export type DonationForm = z.output<typeof DonationFormSchema>;

const CorrectionFormSchema = z.object({
  transactions: z.array(TransactionFormSchema),
  /** An added donation; null while there is none. */
  donation: DonationFormSchema.nullable(),
});
export type CorrectionForm = z.output<typeof CorrectionFormSchema>;

/** The draft of the form. Only what differs from the bundle that was seen is sent. */
export const CorrectionDraftSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  seen: z.custom<ShownBundle>((seen) => typeof seen === 'object' && seen !== null),
  form: CorrectionFormSchema,
});
export type CorrectionDraft = z.output<typeof CorrectionDraftSchema>;

export type CorrectionError =
  | 'amount_missing'
  | 'not_a_number'
  | 'too_large'
  | 'too_many_decimals'
  | 'too_much'
  | 'too_long'
  | 'not_refunded'
  | 'not_unpaid'
  | 'not_received';

/** Where an error is: the id of a transaction and its field, or a field of the donation. */
export type CorrectionField =
  `${number}.${'comment' | 'reimbursed' | 'unpaid'}` | `donation.${'amount' | 'affectation' | 'comment'}`;

type Errors = Partial<Record<CorrectionField, CorrectionError>>;

export type CorrectionReading =
  { kind: 'update'; update: BundleUpdate } | { kind: 'unchanged' } | { kind: 'errors'; errors: Errors };

/** The time, time zone and locale in which the form is read. */
export interface Reader {
  locale: string;
  /** The kind of a status: what it says must agree with the amounts. */
  kindOf: (statusId: number) => string | undefined;
  now: number;
  offsetMinutes: number;
}

export const emptyDonation: DonationForm = { amount: '', affectation: '', comment: '' };

export function formOf(bundle: ShownBundle, locale: string): CorrectionForm {
  const typed = (amount: number | undefined, currency: string | undefined) =>
    amount === undefined || amount === 0 ? '' : formatForTyping(amount, currency ?? '', locale);
  return {
    transactions: bundle.transactions.flatMap((transaction) =>
      transaction.id === undefined
        ? []
        : {
            id: transaction.id,
            statusId: transaction.status_id ?? null,
            // The block of a new supporter is not part of the note.
            comment: noteIn(transaction.comment ?? ''),
            reimbursed: typed(transaction.reimbursed_amount, transaction.currency),
            unpaid: typed(transaction.unpaid_amount, transaction.currency),
          }
    ),
    donation: null,
  };
}

/** Reads the form as an update that changes and adds, never removes. It contains only what was changed. */
export function readCorrection(
  form: CorrectionForm,
  bundleId: number,
  bundle: ShownBundle,
  reader: Reader
): CorrectionReading {
  const errors: Errors = {};
  const at = timestampWithOffset(reader.now, reader.offsetMinutes);
  const transactions = form.transactions.flatMap((edited) => {
    const before = bundle.transactions.find(({ id }) => id === edited.id);
    if (before === undefined) return [];
    const currency = before.currency ?? '';
    const amountOf = (field: 'reimbursed' | 'unpaid') => {
      const read = readAmount(edited[field], currency, reader.locale);
      if (typeof read === 'number') return read;
      errors[`${edited.id}.${field}`] = read;
      return 0;
    };
    const reimbursed = amountOf('reimbursed');
    const unpaid = amountOf('unpaid');
    if (before.amount !== undefined && reimbursed + unpaid > before.amount)
      errors[`${edited.id}.${reimbursed > 0 ? 'reimbursed' : 'unpaid'}`] ??= 'too_much';
    const contradiction = contradictionOf(edited.statusId, before, { reimbursed, unpaid }, reader);
    if (contradiction !== null) errors[`${edited.id}.${contradiction.field}`] ??= contradiction.error;
    const comment = edited.comment.trim();
    const changes = {
      ...(edited.statusId === null || edited.statusId === before.status_id
        ? {}
        : { status_id: edited.statusId }),
      ...(comment === noteIn(before.comment ?? '').trim()
        ? {}
        : { comment: withNote(before.comment ?? '', comment), comment_date: at }),
      ...(reimbursed === (before.reimbursed_amount ?? 0) ? {} : { reimbursed_amount: reimbursed }),
      ...(unpaid === (before.unpaid_amount ?? 0) ? {} : { unpaid_amount: unpaid }),
    };
    return Object.keys(changes).length === 0 ? [] : [{ id: edited.id, ...changes }];
  });
  const donations = form.donation === null ? [] : [addedDonation(form.donation, bundle, at, reader, errors)];

  const parsed = BundleUpdateSchema.safeParse({
    id: bundleId,
    ...(transactions.length === 0 ? {} : { transactions }),
    ...(donations.length === 0 ? {} : { donations }),
  });
  if (!parsed.success) markLong(form, errors);
  if (Object.keys(errors).length > 0 || !parsed.success) return { kind: 'errors', errors };
  return transactions.length + donations.length === 0
    ? { kind: 'unchanged' }
    : { kind: 'update', update: parsed.data };
}

type Amounts = { reimbursed: number; unpaid: number };

/** A status that was chosen here must not contradict the amounts. */
function contradictionOf(
  statusId: number | null,
  before: ShownBundle['transactions'][number],
  { reimbursed, unpaid }: Amounts,
  { kindOf }: Reader
): { field: 'reimbursed' | 'unpaid'; error: CorrectionError } | null {
  const isSame =
    statusId === (before.status_id ?? null) &&
    reimbursed === (before.reimbursed_amount ?? 0) &&
    unpaid === (before.unpaid_amount ?? 0);
  if (statusId === null || isSame) return null;
  const kind = kindOf(statusId);
  if (kind === 'reimbursed' && reimbursed === 0) return { field: 'reimbursed', error: 'not_refunded' };
  if (kind === 'unpaid' && unpaid === 0) return { field: 'unpaid', error: 'not_unpaid' };
  if (kind !== 'valid' || reimbursed + unpaid === 0 || reimbursed + unpaid < (before.amount ?? 0))
    return null;
  return { field: reimbursed > 0 ? 'reimbursed' : 'unpaid', error: 'not_received' };
}

/** The amounts that belong to a kind of status, as text: choosing one sets both. */
export function amountsOfKind(
  kind: string | undefined,
  { amount = 0, currency = '' }: { amount?: number; currency?: string },
  locale: string
): Pick<TransactionForm, 'reimbursed' | 'unpaid'> | null {
  const all = formatForTyping(amount, currency, locale);
  if (kind === 'reimbursed') return { reimbursed: all, unpaid: '' };
  if (kind === 'unpaid') return { reimbursed: '', unpaid: all };
  return kind === 'valid' ? { reimbursed: '', unpaid: '' } : null;
}

function addedDonation(
  { amount, affectation, comment }: DonationForm,
  { transactions, donations }: ShownBundle,
  date: string,
  { locale }: Reader,
  errors: Errors
) {
  const currency = transactions[0]?.currency ?? donations[0]?.currency ?? '';
  const read = readAmount(amount, currency, locale);
  if (typeof read !== 'number') errors['donation.amount'] = read;
  else if (read === 0) errors['donation.amount'] = 'amount_missing';
  // The person of the bundle's items, or the payer.
  const contactId = donations[0]?.contact_id ?? transactions[0]?.contact_id;
  return {
    ...(contactId === undefined ? {} : { contact_id: contactId }),
    date,
    amount: typeof read === 'number' ? read : 0,
    ...(currency === '' ? {} : { currency }),
    ...(affectation.trim() === '' ? {} : { affectation: affectation.trim() }),
    ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
  };
}

function readAmount(text: string, currency: string, locale: string): number | CorrectionError {
  const read = parseAmount(text, currency, locale);
  if (read.kind === 'empty') return 0;
  return read.kind === 'amount' ? read.amount : read.kind;
}

const longestName = 200;

/** Everything else that can be typed here is valid in the contract. */
function markLong(form: CorrectionForm, errors: Errors): void {
  for (const { id, comment } of form.transactions)
    if (comment.length > 10_000) errors[`${id}.comment`] = 'too_long';
  if (form.donation !== null) {
    if (form.donation.affectation.length > longestName) errors['donation.affectation'] = 'too_long';
    if (form.donation.comment.length > 10_000) errors['donation.comment'] = 'too_long';
  }
}
