import { type TransactionBundle } from '@/contract/bundle';
import { applyBundles } from '@/db/ledger/bundles';
import { listLedger, type LedgerFilter } from '@/db/ledger/ledger';
import { sumLedger } from '@/db/ledger/sums';

import { newStore, type Place } from './stores';
import { bestTimesOf, milliseconds, percentile, type Measure } from '../measure';
import { pick, seeded } from './sample';

const frame = 16;
const pageSize = 1_000;
const dayMs = 86_400_000;

/** Generated bundles over fourteen months: one transaction each, mostly donations. */
function* bundlePages(count: number): Generator<TransactionBundle[]> {
  const random = seeded(11);
  const start = Date.UTC(2025, 0, 1);
  for (let first = 1; first <= count; first += pageSize) {
    yield Array.from({ length: Math.min(pageSize, count - first + 1) }, (_, index) => {
      const id = first + index;
      const contact_id = Math.floor(random() * 20_000);
      const date = new Date(start + Math.floor(random() * 420 * dayMs)).toISOString();
      const amount = 500 + Math.floor(random() * 10) * 500;
      const isDonation = random() < 0.8;
      return {
        id,
        transactions: [
          {
            id,
            amount,
            currency: 'eur',
            payment_method_kind: pick(random, ['cash', 'card', 'check', 'transfer']),
            status_id: Math.floor(random() ** 3 * 6),
            contact_id,
            date,
            ...(random() < 0.2 ? { code_campaign: `C${Math.floor(random() * 30)}` } : {}),
          },
        ],
        donations: isDonation ? [{ id, amount, contact_id }] : [],
        memberships: isDonation ? [] : [{ id, amount, contact_id }],
      };
    });
  }
}

const filters: Record<string, LedgerFilter> = {
  all: {},
  'one status': { statusId: 5 },
  'one method': { paymentMethodKind: 'cash' },
  memberships: { kind: 'membership' },
  'one contact': { contactId: 77 },
  'one campaign': { codeCampaign: 'C3' },
  'one month': { from: new Date(2025, 5, 1).toISOString(), until: new Date(2025, 6, 1).toISOString() },
};

/** The ledger of 50,000 bundles: its first lines and its sums by day and method, under each filter. */
export async function measureLedger(place: Place, count = 50_000): Promise<Measure[]> {
  const { store, scope, remove } = await newStore(place);
  for (const page of bundlePages(count)) await store.write((tx) => applyBundles(tx, scope, page));
  const measures: Measure[] = [];
  for (const [name, filter] of Object.entries(filters)) {
    const steps = {
      lines: () => listLedger(store, scope, filter, { limit: 100 }),
      sums: () => sumLedger(store, scope, filter),
    };
    for (const [step, work] of Object.entries(steps)) {
      const time = percentile(await bestTimesOf(20, work), 0.95);
      measures.push({
        work: `ledger of ${count}, ${name}: ${step}`,
        ours: milliseconds(time),
        against: 'one frame',
        ratio: time / frame,
        goal: `< ${frame} ms`,
        isMet: time < frame,
      });
    }
  }
  await remove();
  return measures;
}
