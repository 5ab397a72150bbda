import { type TransactionBundle } from '@/contract/bundle';
import { ledgerGroups, sumGroups, type LedgerGroup, type LedgerPart } from '@/db/ledger/breakdown';
import { applyBundles, removeBundles } from '@/db/ledger/bundles';
import { listLedger, type LedgerFilter, type LedgerLine } from '@/db/ledger/ledger';
import { sumRefunds, type LedgerRefund } from '@/db/ledger/refunds';
import { sumLedger, type LedgerSum } from '@/db/ledger/sums';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';

import { openTestStore } from '../harness';

/** A small seeded generator (mulberry32): the same ledger in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const startOf = (year: number, month: number, day: number) => new Date(year, month - 1, day).toISOString();

/** The calendar day of a line, in the time zone of this test. */
const dayOf = ({ date }: LedgerLine) => (date === '' ? '' : new Date(date).toLocaleDateString('sv-SE'));
/** The month of UTC. */
const monthOf = ({ date }: LedgerLine) => date.slice(0, 7);

/** The expected sums: the lines, added up. */
async function addedUp(store: Store, scope: Scope, filter: LedgerFilter): Promise<LedgerSum[]> {
  const lines = await listLedger(store, scope, filter, { limit: 100_000 });
  const isFullDays = [filter.from, filter.until].every(
    (time) => time === undefined || new Date(time).getHours() + new Date(time).getMinutes() === 0
  );
  const { contactId, codeCampaign, recordedBy, search } = filter;
  const isStored = isFullDays && (contactId ?? codeCampaign ?? recordedBy ?? search) === undefined;
  // The unit is that of all lines in the months of the filter.
  const { from, until, exceptBundleIds: _corrected, ...rest } = filter;
  const ofMonths = (await listLedger(store, scope, rest, { limit: 100_000 })).filter(
    (line) =>
      (from === undefined || monthOf(line) >= from.slice(0, 7)) &&
      (until === undefined || monthOf(line) <= new Date(Date.parse(until) - 1).toISOString().slice(0, 7))
  );
  const isLong = new Map(
    [...new Set(lines.map(({ currency }) => currency))].map((currency) => {
      const ofCurrency = ofMonths.filter((line) => line.currency === currency && line.date !== '');
      return [currency, isLonger(ofCurrency.map(monthOf).sort(), 5)];
    })
  );
  const sums = new Map<string, LedgerSum>();
  for (const line of lines) {
    const unit = isStored && isLong.get(line.currency) ? 'month' : 'day';
    const day = dayOf(line);
    const month = monthOf(line);
    const start = unit === 'day' || day === '' ? day : `${month}-01`;
    const { paymentMethodKind, currency, statusId } = line;
    const key = [unit, start, month, paymentMethodKind, currency, statusId ?? -1].join(' ');
    const sum = sums.get(key) ?? {
      unit,
      start,
      month,
      paymentMethodKind,
      currency,
      statusId,
      count: 0,
      amount: 0,
    };
    sums.set(key, { ...sum, count: sum.count + 1, amount: sum.amount + line.amount });
  }
  return inOrder([...sums.values()]);
}

/** The refunded and the unpaid amounts, computed from the lines. */
async function takenOff(store: Store, scope: Scope, filter: LedgerFilter): Promise<LedgerRefund[]> {
  const sums = new Map<string, LedgerRefund>();
  const lines = await listLedger(store, scope, filter, { limit: 100_000 });
  for (const line of lines) {
    const { currency, paymentMethodKind, recordedBy, codeCampaign, statusId } = line;
    const { reimbursedAmount, unpaidAmount } = line;
    if (reimbursedAmount === 0 && unpaidAmount === 0) continue;
    const [day, month] = [dayOf(line), monthOf(line)];
    const group = { currency, day, month, paymentMethodKind, recordedBy, codeCampaign, statusId };
    const key = JSON.stringify(group);
    const { reimbursed, unpaid, promised } = sums.get(key) ?? { reimbursed: 0, unpaid: 0, promised: 0 };
    const isPromise = line.details.promised === true && unpaidAmount === line.amount - reimbursedAmount;
    sums.set(key, {
      ...group,
      reimbursed: reimbursed + reimbursedAmount,
      unpaid: unpaid + unpaidAmount,
      promised: promised + (isPromise ? unpaidAmount : 0),
    });
  }
  return byText([...sums.values()]);
}

const byText = <T>(items: readonly T[]) =>
  [...items].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

/** The money of each group, computed from the lines. */
async function groupedUp(
  store: Store,
  scope: Scope,
  filter: LedgerFilter,
  group: LedgerGroup
): Promise<LedgerPart[]> {
  const keys = {
    month: monthOf,
    recorder: ({ recordedBy }: LedgerLine) => recordedBy,
    method: ({ paymentMethodKind }: LedgerLine) => paymentMethodKind,
    campaign: ({ codeCampaign }: LedgerLine) => codeCampaign,
  };
  const parts = new Map<string, LedgerPart>();
  for (const line of await listLedger(store, scope, filter, { limit: 100_000 })) {
    const of = { key: keys[group](line), currency: line.currency, statusId: line.statusId };
    const part = parts.get(JSON.stringify(of)) ?? { ...of, count: 0, amount: 0 };
    parts.set(JSON.stringify(of), { ...part, count: part.count + 1, amount: part.amount + line.amount });
  }
  return byText([...parts.values()]);
}

function isLonger(months: readonly string[], most: number): boolean {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return false;
  const [years, rest] = [0, 5].map(
    (from) => Number(last.slice(from, from + 4)) - Number(first.slice(from, from + 4))
  );
  return (years ?? 0) * 12 + (rest ?? 0) >= most;
}

const inOrder = (sums: readonly LedgerSum[]) =>
  [...sums].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
const keyOf = ({ unit, start, month, paymentMethodKind, currency, statusId }: LedgerSum) =>
  [unit, start, month, paymentMethodKind, currency, statusId].join(' ');

const pick = <T>(random: () => number, list: readonly T[]): T => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
};

/** Euros over two and a half years, francs in one spring, and some without a date. */
function bundle(random: () => number, id: number): TransactionBundle {
  const items = Array.from({ length: 1 + Math.floor(random() * 2) }, (_, index) => {
    const inFrancs = random() < 0.2;
    const day = Math.floor(random() * (inFrancs ? 60 : 900));
    const amount = 100 + Math.floor(random() * 5_000);
    return {
      id: id * 10 + index,
      amount,
      currency: inFrancs ? 'chf' : 'EUR',
      payment_method_kind: pick(random, ['cash', 'card', 'check']),
      ...(random() < 0.8 ? { status_id: pick(random, [1, 2, 3]) } : {}),
      ...(random() < 0.3 ? { code_campaign: pick(random, ['NORTH', 'SOUTH']) } : {}),
      contact_id: pick(random, [7, 8, 9]),
      ...(random() < 0.2 ? { reimbursed_amount: pick(random, [0, 1, 50]) } : {}),
      ...(random() < 0.2 ? { unpaid_amount: pick(random, [0, 2, 70, amount]) } : {}),
      ...(random() < 0.5 ? { payment_method: { promised: true } } : {}),
      comment: 'who says "unpaid_amount":9 here',
      ...(random() < 0.95
        ? { date: new Date(2024, inFrancs ? 2 : 0, 1 + day, Math.floor(random() * 24), 15).toISOString() }
        : {}),
    };
  });
  return {
    id,
    ...(id % 3 === 0 ? {} : { created_by: 4 + (id % 2) }),
    transactions: items,
    ...(random() < 0.6 ? { donations: [{ id, contact_id: 8 }] } : {}),
    ...(random() < 0.5 ? { memberships: [{ id, contact_id: 9 }] } : {}),
  };
}

function filterBy(random: () => number): LedgerFilter {
  const time = () => {
    const day = startOf(2023, 12, 1 + Math.floor(random() * 1_000));
    return random() < 0.9 ? day : day.replace(/T\d\d/, 'T13');
  };
  const sometimes = <T extends LedgerFilter>(share: number, part: () => T) =>
    random() < share ? part() : {};
  return {
    ...sometimes(0.3, () => ({ statusId: pick(random, [1, 2, 3, 4]) })),
    ...sometimes(0.3, () => ({ paymentMethodKind: pick(random, ['cash', 'card', 'none']) })),
    ...sometimes(0.3, () => ({ kind: pick(random, ['donation', 'membership'] as const) })),
    ...sometimes(0.1, () => ({ contactId: 8 })),
    ...sometimes(0.1, () => ({ codeCampaign: 'NORTH' })),
    ...sometimes(0.4, () => ({ from: time() })),
    ...sometimes(0.4, () => ({ until: time() })),
    ...sometimes(0.4, () => ({
      exceptBundleIds: [...new Set([1, 2, 3].map(() => 1 + Math.floor(random() * 200)))],
    })),
  };
}

const everything: LedgerFilter[] = [
  {},
  { from: startOf(2024, 2, 1), until: startOf(2025, 2, 1) },
  { from: startOf(2024, 1, 31), until: startOf(2025, 12, 2) },
  { from: startOf(2024, 12, 15) },
  { until: startOf(2024, 1, 1) },
  { recordedBy: 4 },
  { recordedBy: 5, paymentMethodKind: 'cash', exceptBundleIds: [1, 7] },
  { search: { text: '17', amounts: [1700, 17] } },
];

async function expectSums(store: Store, scope: Scope, filters: readonly LedgerFilter[]): Promise<void> {
  for (const filter of filters) {
    const sums = await sumLedger(store, scope, filter);
    expect({ filter, sums: inOrder(sums) }).toEqual({ filter, sums: await addedUp(store, scope, filter) });
    const refunds = await sumRefunds(store, scope, filter);
    expect({ filter, refunds: byText(refunds) }).toEqual({
      filter,
      refunds: await takenOff(store, scope, filter),
    });
    for (const group of ledgerGroups) {
      const parts = await sumGroups(store, scope, filter, group);
      expect({ filter, parts: byText(parts) }).toEqual({
        filter,
        parts: await groupedUp(store, scope, filter, group),
      });
    }
  }
}

test.each([1, 2, 3, 4])(
  'sums under any filter equal those of the lines after additions, changes and deletions (%i)',
  async (seed) => {
    const random = seeded(seed);
    const { store, scope } = await openTestStore();
    const ids = Array.from({ length: 200 }, (_, index) => index + 1);
    await store.write((tx) =>
      applyBundles(
        tx,
        scope,
        ids.map((id) => bundle(random, id))
      )
    );
    await expectSums(store, scope, [...everything, ...Array.from({ length: 40 }, () => filterBy(random))]);
    const [corrected, gone] = [ids.filter(() => random() < 0.3), ids.filter(() => random() < 0.2)];
    await store.write((tx) =>
      applyBundles(
        tx,
        scope,
        corrected.map((id) => bundle(random, id))
      )
    );
    await store.write((tx) => removeBundles(tx, scope, gone));
    await expectSums(store, scope, [...everything, ...Array.from({ length: 40 }, () => filterBy(random))]);
    await store.write((tx) => removeBundles(tx, scope, ids));
    expect(await store.all('SELECT * FROM ledger_days')).toEqual([]);
    expect(await store.all('SELECT * FROM ledger_months')).toEqual([]);
  }
);

test('a few months are summed by day and years by month, each currency separately', async () => {
  const { store, scope } = await openTestStore();
  const paid = (id: number, date: string, currency: string) => ({
    id,
    transactions: [{ id, amount: id, currency, payment_method_kind: 'cash', status_id: 1, date }],
  });
  await store.write((tx) =>
    applyBundles(tx, scope, [
      paid(1, startOf(2024, 1, 31), 'EUR'),
      paid(2, startOf(2024, 6, 1), 'EUR'),
      paid(3, startOf(2024, 6, 30), 'EUR'),
      paid(4, startOf(2024, 1, 31), 'chf'),
      paid(5, startOf(2024, 5, 31), 'CHF'),
    ])
  );
  const starts = async (filter: LedgerFilter) =>
    (await sumLedger(store, scope, filter)).map(({ currency, start, amount }) => [currency, start, amount]);
  expect(await starts({})).toEqual([
    ['CHF', '2024-01-31', 4],
    ['CHF', '2024-05-31', 5],
    ['EUR', '2024-01-01', 1],
    ['EUR', '2024-06-01', 5],
  ]);
  expect(await starts({ from: startOf(2024, 2, 1) })).toEqual([
    ['CHF', '2024-05-31', 5],
    ['EUR', '2024-06-01', 2],
    ['EUR', '2024-06-30', 3],
  ]);
});
