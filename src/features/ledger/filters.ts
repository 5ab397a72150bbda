import { type LedgerFilter } from '@/db/ledger/ledger';
import { termsIn, type LedgerSearch } from '@/db/ledger/ledgerSearch';
import { type BundleView } from '@/db/outbox/pendingBundles';
import { contactsOf } from '@/db/ledger/bundles';
import { isDay, startOfDay } from '@/domain/day';
import { toLatinDigits } from '@/domain/digits';
import { wordsOf } from '@/domain/fold';
import { parseAmount } from '@/domain/money';
import { countedParts, type CountedPart } from '@/domain/months';
import { detailText } from '@/domain/paymentDetails';
import { numberIn } from '@/domain/receipt';

/** The chosen filters; null and '' filter nothing. Days are typed and may be incomplete. */
export type LedgerChoice = {
  statusId: number | null;
  method: string | null;
  kind: 'donation' | 'membership' | null;
  contactId: number | null;
  campaign: string | null;
  recorder: number | null;
  from: string;
  until: string;
  search: string;
};

export const everything: LedgerChoice = {
  statusId: null,
  method: null,
  kind: null,
  contactId: null,
  campaign: null,
  recorder: null,
  from: '',
  until: '',
  search: '',
};

/** A typed amount is of any currency: with two decimals, or without. */
function amountsIn(text: string, locale: string): number[] {
  const read = ['EUR', 'JPY'].map((currency) => parseAmount(text, currency, locale));
  return [...new Set(read.flatMap((each) => (each.kind === 'amount' ? each.amount : [])))];
}

/** The filter of the store. Both days are included; an incomplete one filters nothing. */
export function toFilter(choice: LedgerChoice, locale: string): LedgerFilter {
  const { statusId, method, kind, contactId, campaign, recorder, from, until } = choice;
  const search = toLatinDigits(choice.search.trim());
  return {
    ...(statusId === null ? {} : { statusId }),
    ...(method === null ? {} : { paymentMethodKind: method }),
    ...(kind === null ? {} : { kind }),
    ...(contactId === null ? {} : { contactId }),
    ...(campaign === null ? {} : { codeCampaign: campaign }),
    ...(recorder === null ? {} : { recordedBy: recorder }),
    ...(search === '' ? {} : { search: { text: search, amounts: amountsIn(search, locale) } }),
    ...(isDay(from) ? { from: startOfDay(from) } : {}),
    ...(isDay(until) ? { until: startOfDay(until, 1) } : {}),
  };
}

/** One transaction in the list: the service's, or one of this phone. */
export type LedgerEntry = {
  key: string;
  /** The last part of the address of its bundle. */
  bundle: string;
  number: number | null;
  /** The number of the payment; null before the service gave it one. */
  transactionId: number | null;
  date: string;
  amount: number;
  currency: string;
  method: string;
  statusId: number | null;
  contactId: number | null;
  name: string | null;
  campaign: string | null;
  withDonation: boolean;
  withMembership: boolean;
  reimbursedAmount: number;
  unpaidAmount: number;
  comment: string;
  details: Record<string, unknown>;
  recordedBy: number | null;
  recorder: string | null;
  batch: string | null;
  receipt: string | null;
  /** What counts in another month than that of its date. */
  counted: readonly CountedPart[];
  /** Of the bundle, at its first transaction. */
  donations: readonly LedgerItem[];
  memberships: readonly LedgerItem[];
  /** The unsent outbox rows of its bundle. */
  pending: BundleView['pending'];
};

/** A donation or a membership of a bundle. */
type LedgerItem = {
  amount?: number;
  currency?: string;
  contact_id?: number;
  affectation?: string;
  comment?: string;
  start_date?: string;
  end_date?: string;
};

/** The names of ids, and who records on this phone. */
export type EntryNames = {
  contact: (id: number) => string | null;
  user: (id: number) => string | null;
  me: number;
};

/** The transactions of an unsent bundle that match the filter: the same rules as the store's SQL. */
export function entriesOf(view: BundleView, filter: LedgerFilter, names: EntryNames): LedgerEntry[] {
  const { transactions, memberships, donations, batches = [] } = view.bundle;
  const withDonation = donations.length > 0;
  const withMembership = memberships.length > 0;
  if (filter.kind === 'donation' && !withDonation) return [];
  if (filter.kind === 'membership' && !withMembership) return [];
  if (filter.contactId !== undefined && !contactsOf(view.bundle).includes(filter.contactId)) return [];
  const who = view.pending[0]?.who ?? null;
  const recordedBy = view.id === null ? names.me : (view.bundle.created_by ?? null);
  return transactions
    .map((transaction, position): LedgerEntry => {
      const time = new Date(transaction.date ?? '');
      const contactId = transaction.contact_id ?? null;
      return {
        key: `${view.entity} ${position}`,
        bundle: view.entity.slice('bundle:'.length),
        number: view.id,
        transactionId: transaction.id ?? null,
        date: Number.isNaN(time.getTime()) ? '' : time.toISOString(),
        amount: transaction.amount ?? 0,
        currency: (transaction.currency ?? '').toUpperCase(),
        method: transaction.payment_method_kind ?? '',
        statusId: transaction.status_id ?? null,
        contactId,
        name: (contactId === null ? null : names.contact(contactId)) ?? who,
        campaign: transaction.code_campaign || null,
        withDonation,
        withMembership,
        reimbursedAmount: transaction.reimbursed_amount ?? 0,
        unpaidAmount: transaction.unpaid_amount ?? 0,
        comment: transaction.comment ?? '',
        details: { ...transaction.payment_method },
        recordedBy,
        recorder: recordedBy === null ? null : names.user(recordedBy),
        batch: batches.find(({ transaction_id: id }) => id === transaction.id)?.number ?? null,
        receipt: view.bundle.receipt ?? null,
        counted: transaction.id === undefined ? [] : countedParts(view.bundle.counted, transaction.id),
        donations: position === 0 ? donations : [],
        memberships: position === 0 ? memberships : [],
        pending: view.pending,
      };
    })
    .filter(
      (entry) =>
        (filter.statusId === undefined || entry.statusId === filter.statusId) &&
        (filter.paymentMethodKind === undefined || entry.method === filter.paymentMethodKind) &&
        (filter.codeCampaign === undefined || entry.campaign === filter.codeCampaign) &&
        (filter.recordedBy === undefined || entry.recordedBy === filter.recordedBy) &&
        (filter.search === undefined || isFound(entry, filter.search)) &&
        (filter.from === undefined || entry.date >= filter.from) &&
        (filter.until === undefined || entry.date < filter.until)
    );
}

function isFound(
  { name, number, amount, details, receipt }: LedgerEntry,
  { text, amounts }: LedgerSearch
): boolean {
  const typed = text.toLowerCase();
  const reference = detailText(details, 'number') || detailText(details, 'terminal_reference');
  if (String(number) === typed || amounts.includes(amount)) return true;
  if (reference.trim().toLowerCase().startsWith(typed)) return true;
  if (numberIn(receipt) === typed) return true;
  const terms = termsIn(typed);
  const words = wordsOf(name ?? '');
  return terms.length > 0 && terms.every((term) => words.some((word) => word.startsWith(term)));
}
