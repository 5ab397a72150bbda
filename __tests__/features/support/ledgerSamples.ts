import { type BundleView } from '@/db/outbox/pendingBundles';
import { type LedgerEntry } from '@/features/ledger/filters';
import { type Stored } from '@/features/ledger/sums';

/** A line of the ledger. */
export const entry: LedgerEntry = {
  key: '1 0',
  bundle: '1',
  number: 1,
  transactionId: 5,
  date: '2026-11-14T14:00:00.000Z',
  amount: 2050,
  currency: 'EUR',
  method: 'cash',
  statusId: 3,
  contactId: 9,
  name: 'Rosa Giraud',
  campaign: 'NORTH',
  withDonation: true,
  withMembership: false,
  reimbursedAmount: 0,
  unpaidAmount: 0,
  comment: '',
  details: {},
  recordedBy: 4,
  recorder: 'Amina Berger',
  batch: null,
  receipt: null,
  counted: [],
  donations: [],
  memberships: [],
  pending: [],
};

/** Stored money that was received completely, without refunds. */
export const allReceived = (sums: Stored['sums']): Stored => ({
  sums,
  refunds: [],
  counted: [],
  kindOf: () => 'valid',
});

/** A bundle with one transaction and one donation. */
export const view: BundleView = {
  entity: 'bundle:1',
  id: 1,
  bundle: {
    transactions: [
      {
        id: 5,
        amount: 2000,
        currency: 'eur',
        payment_method_kind: 'cash',
        date: '2026-11-14T15:00:00+01:00',
        contact_id: 9,
        status_id: 3,
        payment_method: { number: '0041772' },
      },
    ],
    created_by: 4,
    memberships: [],
    donations: [{ id: 6, amount: 2000, contact_id: 12 }],
  },
  pending: [],
};
