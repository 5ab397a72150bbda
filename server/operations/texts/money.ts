import type { moneyEndpoints } from '@/contract/endpoints/money';

import { PAGED, type EndpointTexts, describe } from './describe';

export const moneyTexts: Readonly<Record<keyof typeof moneyEndpoints, EndpointTexts>> = {
  createBundle: describe(
    'Transaction bundles',
    'Record a bundle',
    'At least one transaction, with the memberships and donations that it pays for, all or nothing. Amounts are minor units: 2000 with eur is €20.00. Repeating a request with the same Idempotency-Key, delivery_token or external_transaction_id returns the first response.'
  ),
  listBundles: describe('Transaction bundles', 'List the bundles of the space', PAGED),
  getBundle: describe('Transaction bundles', 'Read one bundle'),
  updateBundle: describe(
    'Transaction bundles',
    'Change or extend a bundle',
    'The id in the body equals the one in the path. Items with an id are merged field by field, items without one are added, nothing is removed.'
  ),
  getBundleHistory: describe(
    'Transaction bundles',
    'Read what changed in a bundle',
    'Oldest first. `old` is null for a creation; a change of status alone is of the kind transaction_status.'
  ),
  createCashRecord: describe(
    'Cash',
    'Record a count, a hand-over, the reply to one, or that it is taken back',
    'Written once, under a key that the phone gives: the same record a second time is one record. The person is the one of the token. Records arrive in any order; a reply may arrive before its hand-over. Of a reply and a take-back of the same hand-over the one that was stored first counts. Visible to the maker, the receiver, the leaders of the maker’s teams and managers, in the feed.'
  ),
  listBatches: describe('Cash', 'List the deposit batches', `For managers. The latest first. ${PAGED}`),
  listBatchable: describe(
    'Cash',
    'List the payments that can be put into a batch',
    `For managers. Received cash that was handed over and confirmed or that a manager counted, and received cheques, which are in no batch. The oldest first. ${PAGED}`
  ),
  getBatch: describe('Cash', 'Read one batch', 'For managers. With its payments and what happened to it.'),
  createBatches: describe(
    'Cash',
    'Make deposit batches',
    'For managers. Payments of one method and one currency. The number comes from batch_prefix and batch_serial of the settings, in the same transaction. More than max_batch_size payments make consecutive batches. Nothing is made if one of them is in a batch already.'
  ),
  updateBatch: describe(
    'Cash',
    'Take the next step with a batch',
    'For managers. open → closed → deposited → reconciled; `reopen` with a reason from each of them. `take_out` while it is open. Closing fixes the amounts. A step that does not fit the state changes nothing: of two managers who close at once, the second gets 412.'
  ),
  listMonths: describe(
    'Cash',
    'List the months',
    'For managers. The latest first, with what counts in each by method and currency, and what can be done with it. Months are those of UTC.'
  ),
  getMonth: describe(
    'Cash',
    'Read one month',
    'For managers. `202610` is October 2026. With what is dated in another month, phones that reported unsent records, open batches, and what happened to the month.'
  ),
  updateMonth: describe(
    'Cash',
    'Close a month or reopen it',
    'For managers. Months are closed in order, after they are over; the last closed one is reopened with a reason. A record that is dated in a closed month and arrives later is stored with its date and counts in the first open month, as does a correction: `counted` of the bundle shows it. Of two managers who close at once, the second gets 412.'
  ),
  getReconciliation: describe(
    'Cash',
    'Reconcile the cash',
    'Recorded cash + differences of the counts = held + handed over + at the bank, by person and currency, for a time and a campaign code; what does not add up, and which records of each shift have not arrived. Managers see everyone, leaders the people of their teams without what is at the bank, others themselves. In a space that counts blind only managers see sums.'
  ),
  createReceiptBook: describe(
    'Cash',
    'Draw a receipt book',
    'Once for each phone: the book of the person of the token, with the public key (Ed25519) that signs its receipts. The key is given by the phone: the same request a second time is the same book.'
  ),
  listReceiptBooks: describe(
    'Cash',
    'List the receipt books',
    `For managers. The latest first, with the numbers that have not arrived, those that belong to no sent record, and those that two records have. ${PAGED}`
  ),
  getReceiptArrival: describe(
    'Cash',
    'Ask whether the record of a receipt has arrived',
    'Without a token, limited by network address. The signature of the receipt has to match; a receipt that does not exist has not arrived.'
  ),
};
