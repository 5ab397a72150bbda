import { listBundlesOfContact } from '@/db/outbox/pendingBundles';
import type { OutboxRow } from '@/db/outbox/outbox';
import { dayOf } from '@/domain/day';
import { sumDayTotals } from '@/domain/dayTotals';
import { unsentStates } from '@/domain/outbox';
import { ledgerQueries } from '@/features/ledger/queries';
import { outboxScreenQueries, sumStates } from '@/features/outbox/queries';
import { cashQueries, type MyCash } from '@/queries/cash';
import { doubledQueries } from '@/queries/doubled';
import { dayTotalsQueries } from '@/queries/dayTotals';
import { outboxQueries } from '@/queries/outbox';
import { peopleQueries } from '@/queries/people';
import type { Source } from '@/queries/query';
import { teamQueries } from '@/queries/teams';
import { visitQueries } from '@/queries/visits';

import type { ShownVisits } from './visits';

/** One line of the ledger: a bundle of the service, or one of this phone by its row. */
export type ShownLine = { number: number | null; token: string | null; rowId: string | null; amount: number };

/** What the screens show, in one state of the store. */
export type Screens = {
  userId: number;
  outbox: OutboxRow[];
  /** Captures of today that the Outbox shows as arrived although their row is deleted. */
  arrived: string[];
  unsentCounts: { home: number; outbox: number; tab: number; rows: number };
  ledger: ShownLine[];
  ledgerSum: number;
  /** The numbers of bundles that are shown as one gift that arrived twice. */
  doubled: number[];
  /** Donations on the pages of all contacts. */
  donations: number[];
  /** Comments on the pages of all contacts, by the number of the transaction. */
  comments: Map<number, string>;
  teamName: string | null;
  city: string | null;
  today: { day: string; total: number };
  visits: ShownVisits;
  cash: MyCash;
};

/** Reads the screens with their own queries. */
export async function readScreens(
  source: Source,
  where: { now: number; contactIds: readonly number[]; teamId: number; actionId: number }
): Promise<Screens> {
  const day = dayOf(where.now);
  const outbox = await outboxScreenQueries.view(source, day).queryFn();
  const home = await outboxQueries.counts(source).queryFn();
  const rows = outbox.entries.map(({ row }) => row);
  const ledger = await readLedger(source);
  const pages = [];
  for (const contactId of where.contactIds)
    pages.push(...(await listBundlesOfContact(source.store, source.scope, contactId)));
  const bundles = pages.map(({ bundle }) => bundle);
  const team = await teamQueries.one(source, String(where.teamId)).queryFn();
  const me = await peopleQueries.me(source).queryFn();
  const entries = await dayTotalsQueries.day(source, day).queryFn();
  return {
    userId: source.scope.userId,
    outbox: rows,
    arrived: outbox.arrived.map(({ id }) => id),
    unsentCounts: {
      home: sumStates(home, unsentStates).count,
      outbox: sumStates(outbox.counts, unsentStates).count,
      tab: await outboxQueries.waiting(source).queryFn(),
      rows: rows.filter(({ state }) => unsentStates.includes(state)).length,
    },
    ledger: ledger.lines,
    ledgerSum: ledger.sum,
    doubled: (await doubledQueries.list(source).queryFn()).gifts.flatMap(({ first, second }) => [
      first,
      second,
    ]),
    donations: bundles.flatMap(({ donations }) => donations.map(({ amount = 0 }) => amount)),
    comments: new Map(
      bundles.flatMap(({ transactions }) =>
        transactions.flatMap(({ id, comment = '' }) => (id === undefined ? [] : [[id, comment]]))
      )
    ),
    teamName: team.own?.team.name ?? null,
    city: me?.user.city ?? null,
    today: { day, total: sumDayTotals(entries, 'eur').total },
    cash: await cashQueries.mine(source).queryFn(),
    visits: {
      visits: (await visitQueries.ofAction(source, where.actionId).queryFn()).visits,
      count: (await visitQueries.counts(source).queryFn()).counts.get(where.actionId)?.visits ?? 0,
    },
  };
}

async function readLedger(source: Source): Promise<{ lines: ShownLine[]; sum: number }> {
  const tokens = await source.store.all<{ id: number; token: string | null }>(
    'SELECT id, delivery_token AS token FROM transaction_bundles WHERE scope_id = ?',
    [source.scope.id]
  );
  const tokenOf = new Map(tokens.map(({ id, token }) => [id, token]));
  const { entries } = await ledgerQueries.onPhone(source, {}).queryFn();
  const lines = entries.map(({ number, amount, pending }) => ({
    number,
    token: number === null ? null : (tokenOf.get(number) ?? null),
    rowId: number === null ? (pending[0]?.id ?? null) : null,
    amount,
  }));
  const list = ledgerQueries.list(source, {});
  let after = list.initialPageParam;
  for (;;) {
    const page = await list.queryFn({ pageParam: after });
    for (const { bundleId, amount } of page)
      lines.push({ number: bundleId, token: tokenOf.get(bundleId) ?? null, rowId: null, amount });
    const next = list.getNextPageParam(page);
    if (next === undefined) break;
    after = next;
  }
  const sums = await ledgerQueries.sums(source, {}).queryFn();
  return { lines, sum: sums.reduce((sum, { amount }) => sum + amount, 0) };
}
