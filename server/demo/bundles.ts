import { createHash } from 'node:crypto';

import type { ItemFields } from '../store/bundleItems';
import { applyBundleChange, insertBundle, lockBundle } from '../store/bundles';
import { type Caller, type Tx, query } from '../store/database';
import { randomFor } from './random';
import type { DemoCatalogue } from './space';

const DAY_MS = 86_400_000;
const NOTHING = { changed: [], added: [] };

function randomBundle(index: number, contactIds: readonly number[], catalogue: DemoCatalogue, today: Date) {
  const random = randomFor('bundle', index);
  const contact_id = contactIds[index % contactIds.length];
  const date = new Date(today.getTime() - random.integer(0, 300) * DAY_MS).toISOString();
  const isMembership = random.chance(0.4);
  const price = random.pick([
    { id: catalogue.membershipPrices.yearly, amount: 2_000, days: 365 },
    { id: catalogue.membershipPrices.reduced, amount: 1_000, days: 365 },
    { id: catalogue.membershipPrices.monthly, amount: 300, days: 30 },
  ]);
  const gift = isMembership && !random.chance(0.2) ? 0 : random.pick([500, 1_000, 2_000, 5_000, 12_345]);
  const amount = (isMembership ? price.amount : 0) + gift;
  const kind = random.pick(catalogue.kinds);
  const currency = 'eur';
  const transactions: ItemFields[] = [
    {
      amount,
      currency,
      payment_method_kind: kind,
      ...(kind === 'cheque'
        ? { payment_method: { number: String(1_000_000 + index), bank: 'Banque des Bords' } }
        : {}),
      contact_id,
      date,
      code_campaign: 'AUTUMN',
      delivery_token: `demo-${index}`,
      external_transaction_id: 9_000_000_000 + index,
      ...(random.chance(0.1) ? { comment: 'Receipt by post, please.' } : {}),
    },
  ];
  const start = new Date(date);
  const memberships: ItemFields[] = isMembership
    ? [
        {
          contact_id,
          start_date: date,
          end_date: new Date(start.getTime() + price.days * DAY_MS).toISOString(),
          membership_price_id: price.id,
          amount: price.amount,
          amount_initial: price.amount,
          currency,
          rolling_year: price.days === 365,
        },
      ]
    : [];
  const donations: ItemFields[] =
    gift > 0
      ? [
          {
            contact_id,
            date,
            amount: gift,
            initial_amount: gift,
            currency,
            donation_price_id: catalogue.donationPrices[1],
            affectation: 'General',
          },
        ]
      : [];
  return { transactions, memberships, donations };
}

/** Adds bundles, some of them corrected or unpaid. Returns the id of the first. */
export async function insertDemoBundles(
  tx: Tx,
  caller: Caller,
  options: { count: number; contactIds: readonly number[]; catalogue: DemoCatalogue; today: Date }
): Promise<number> {
  const { count, contactIds, catalogue, today } = options;
  let first = 0;
  // The history names the person, as after a request.
  await query(tx, `SELECT set_config('doorstep.user_id', $1, true)`, [String(caller.userId)]);
  for (let index = 0; index < count; index += 1) {
    const { bundle } = await insertBundle(tx, caller, {
      items: randomBundle(index, contactIds, catalogue, today),
      requestHash: createHash('sha256').update(`demo ${index}`).digest(),
      unique: true,
    });
    const { id } = bundle;
    first ||= id;
    if (index % 9 === 4) await setStatus(tx, caller, id, catalogue.statuses.unpaid);
    if (index % 27 === 13) await setStatus(tx, caller, id, catalogue.statuses.valid);
  }
  return first;
}

async function setStatus(tx: Tx, caller: Caller, bundleId: number, statusId: number): Promise<void> {
  const items = await lockBundle(tx, bundleId);
  const [old] = items?.transactions ?? [];
  if (!old) throw new Error('the demo bundle has no transaction');
  const transactions = { changed: [{ old, new: { ...old, status_id: statusId } }], added: [] };
  await applyBundleChange(
    tx,
    caller,
    bundleId,
    { transactions, memberships: NOTHING, donations: NOTHING },
    true
  );
}
