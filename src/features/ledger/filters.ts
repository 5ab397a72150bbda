import { type LedgerFilter } from '@/db/ledger/ledger';
import { type BundleView } from '@/db/outbox/pendingBundles';
import { contactsOf } from '@/db/ledger/bundles';
import { isDay } from '@/domain/day';

/** The chosen filters; null and '' filter nothing. Days are typed and may be incomplete. */
export type LedgerChoice = {
  statusId: number | null;
  method: string | null;
  kind: 'donation' | 'membership' | null;
  contact: { id: number; name: string } | null;
  campaign: string | null;
  from: string;
  until: string;
};

export const everything: LedgerChoice = {
  statusId: null,
  method: null,
  kind: null,
  contact: null,
  campaign: null,
  from: '',
  until: '',
};

/** The start of a day in this phone's time zone, `days` later. */
function startOf(day: string, days = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).toISOString();
}

/** The filter of the store. Both days are included; an incomplete one filters nothing. */
export function toFilter(choice: LedgerChoice): LedgerFilter {
  const { statusId, method, kind, contact, campaign, from, until } = choice;
  return {
    ...(statusId === null ? {} : { statusId }),
    ...(method === null ? {} : { paymentMethodKind: method }),
    ...(kind === null ? {} : { kind }),
    ...(contact === null ? {} : { contactId: contact.id }),
    ...(campaign === null ? {} : { codeCampaign: campaign }),
    ...(isDay(from) ? { from: startOf(from.trim()) } : {}),
    ...(isDay(until) ? { until: startOf(until.trim(), 1) } : {}),
  };
}

/** One transaction in the list: the service's, or one of this phone. */
export type LedgerEntry = {
  key: string;
  /** The last part of the address of its bundle. */
  bundle: string;
  number: number | null;
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
  /** The unsent outbox rows of its bundle. */
  pending: BundleView['pending'];
};

/** The transactions of an unsent bundle that match the filter: the same rules as the store's SQL. */
export function entriesOf(
  view: BundleView,
  filter: LedgerFilter,
  nameOf: (contactId: number) => string | null
): LedgerEntry[] {
  const { transactions, memberships, donations } = view.bundle;
  const withDonation = donations.length > 0;
  const withMembership = memberships.length > 0;
  if (filter.kind === 'donation' && !withDonation) return [];
  if (filter.kind === 'membership' && !withMembership) return [];
  if (filter.contactId !== undefined && !contactsOf(view.bundle).includes(filter.contactId)) return [];
  const who = view.pending[0]?.who ?? null;
  return transactions
    .map((transaction, position): LedgerEntry => {
      const time = new Date(transaction.date ?? '');
      const contactId = transaction.contact_id ?? null;
      return {
        key: `${view.entity} ${position}`,
        bundle: view.entity.slice('bundle:'.length),
        number: view.id,
        date: Number.isNaN(time.getTime()) ? '' : time.toISOString(),
        amount: transaction.amount ?? 0,
        currency: (transaction.currency ?? '').toUpperCase(),
        method: transaction.payment_method_kind ?? '',
        statusId: transaction.status_id ?? null,
        contactId,
        name: (contactId === null ? null : nameOf(contactId)) ?? who,
        campaign: transaction.code_campaign || null,
        withDonation,
        withMembership,
        reimbursedAmount: transaction.reimbursed_amount ?? 0,
        unpaidAmount: transaction.unpaid_amount ?? 0,
        comment: transaction.comment ?? '',
        details: { ...transaction.payment_method },
        pending: view.pending,
      };
    })
    .filter(
      (entry) =>
        (filter.statusId === undefined || entry.statusId === filter.statusId) &&
        (filter.paymentMethodKind === undefined || entry.method === filter.paymentMethodKind) &&
        (filter.codeCampaign === undefined || entry.campaign === filter.codeCampaign) &&
        (filter.from === undefined || entry.date >= filter.from) &&
        (filter.until === undefined || entry.date < filter.until)
    );
}
