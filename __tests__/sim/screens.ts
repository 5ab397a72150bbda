import type { MyCash } from '@/db/cash/myCash';
import type { OutboxRow } from '@/db/outbox/outbox';
import { dayOf } from '@/domain/day';
import { sumDayTotals } from '@/domain/dayTotals';
import { unsentStates } from '@/domain/outbox';
import { outboxTotals } from '@/domain/outboxTotals';
import { ledgerQueries } from '@/features/ledger/queries';
import { outboxScreenQueries } from '@/features/outbox/queries';
import { listReceipts, type StoredReceipt } from '@/db/receipts';
import { cashQueries } from '@/queries/cash';
import { contactQueries } from '@/queries/contacts';
import { doubledQueries } from '@/queries/doubled';
import { dayTotalsQueries } from '@/queries/dayTotals';
import { outboxQueries } from '@/queries/outbox';
import { peopleQueries } from '@/queries/people';
import { promiseQueries } from '@/queries/promises';
import type { Source } from '@/queries/query';
import { teamQueries } from '@/queries/teams';
import { answerQueries } from '@/queries/answers';
import { visitQueries } from '@/queries/visits';

import type { ShownAnswerIds } from './answerBook';
import type { ShownContacts } from './contactBook';
import type { QueryCache } from './queryCache';
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
  /** The call-back list. */
  promises: ShownLine[];
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
  answers: ShownAnswerIds;
  cash: MyCash;
  receipts: StoredReceipt[];
  contacts: ShownContacts;
};

/** Reads the screens with their own queries, again only where a table of a query has changed: as the app does. */
export async function readScreens(
  source: Source,
  cache: QueryCache,
  where: { now: number; contactIds: readonly number[]; teamId: number; actionId: number }
): Promise<Screens> {
  const day = dayOf(where.now);
  const read = reader(cache);
  const outbox = await read(outboxScreenQueries.view(source, day));
  const home = await read(outboxQueries.counts(source));
  const rows = outbox.entries.map(({ row }) => row);
  const ledger = await readLedger(source, cache);
  const pages = [];
  for (const contactId of where.contactIds)
    pages.push(...(await read(contactQueries.given(source, contactId))).bundles);
  const answers: string[] = [];
  for (const contactId of where.contactIds)
    answers.push(...(await read(answerQueries.ofContact(source, contactId))).map(({ uuid }) => uuid));
  const bundles = pages.map(({ bundle }) => bundle);
  const team = await read(teamQueries.one(source, String(where.teamId)));
  const me = await read(peopleQueries.me(source));
  const entries = await read(dayTotalsQueries.day(source, day));
  return {
    userId: source.scope.userId,
    outbox: rows,
    arrived: outbox.arrived.map(({ id }) => id),
    unsentCounts: {
      home: outboxTotals(home).unsent.count,
      outbox: outboxTotals(outbox.counts).parts.reduce((sum, { count }) => sum + count, 0),
      tab: await read(outboxQueries.waiting(source)),
      rows: rows.filter(({ state }) => unsentStates.includes(state)).length,
    },
    ledger: ledger.lines,
    ledgerSum: ledger.sum,
    promises: (await read(promiseQueries.list(source))).map(({ view, amount }) => ({
      number: view.id,
      token: view.id === null ? null : (view.bundle.transactions[0]?.delivery_token ?? null),
      rowId: view.id === null ? (view.pending[0]?.id ?? null) : null,
      amount,
    })),
    doubled: (await read(doubledQueries.list(source))).gifts.flatMap(({ first, second }) => [first, second]),
    donations: bundles.flatMap(({ donations }) => donations.map(({ amount = 0 }) => amount)),
    comments: new Map(
      bundles.flatMap(({ transactions }) =>
        transactions.flatMap(({ id, comment = '' }) => (id === undefined ? [] : [[id, comment]]))
      )
    ),
    teamName: team.own?.team.name ?? null,
    city: me?.user.city ?? null,
    today: { day, total: sumDayTotals(entries, 'eur').total },
    cash: await read(cashQueries.mine(source)),
    receipts: await listReceipts(source.store, source.scope),
    contacts: await readContacts(source, cache, where.contactIds),
    answers: { ofContacts: answers, ofGifts: await readGiftAnswers(source, cache) },
    visits: {
      visits: (await read(visitQueries.ofAction(source, where.actionId))).visits,
      count: (await read(visitQueries.counts(source))).counts.get(where.actionId)?.visits ?? 0,
    },
  };
}

/** A query without pages. */
type ScreenQuery<T> = Parameters<QueryCache['read']>[0] & { queryFn: () => Promise<T> };

const reader =
  (cache: QueryCache) =>
  <T>(query: ScreenQuery<T>): Promise<T> =>
    cache.read(query, query.queryFn);

/** Of the gifts on this phone: the page of a gift filters these by its names. */
async function readGiftAnswers(source: Source, cache: QueryCache): Promise<string[]> {
  const rows = await reader(cache)({
    queryKey: ['answers of gifts', source.scope.id],
    meta: { tables: ['answers', 'outbox'] },
    queryFn: () =>
      source.store.all<{ uuid: string }>(
        `SELECT uuid FROM answers WHERE scope_id = ?1 AND bundle_id IS NOT NULL
         UNION SELECT id FROM outbox WHERE scope_id = ?1 AND kind = 'answers_create' AND entity LIKE 'bundle:%'
           AND state NOT IN ('replaced', 'cancelled')`,
        [source.scope.id]
      ),
  });
  return rows.map(({ uuid }) => uuid);
}

async function readContacts(
  source: Source,
  cache: QueryCache,
  contactIds: readonly number[]
): Promise<ShownContacts> {
  const read = reader(cache);
  const mails = new Map<number, string>();
  for (const id of contactIds) {
    const { contact } = await read(contactQueries.one(source, id));
    if (contact !== null) mails.set(id, contact.mail ?? '');
  }
  const downloaded = await read({
    queryKey: ['added contacts', source.scope.id],
    meta: { tables: ['contacts'] },
    queryFn: () =>
      source.store.all<{ uuid: string }>(
        `SELECT body ->> '$.surname' AS uuid FROM contact_bodies WHERE scope_id = ? AND uuid IS NOT NULL`,
        [source.scope.id]
      ),
  });
  const added = await read(contactQueries.added(source));
  return {
    added: added.map(({ row }) => row.id),
    downloaded: downloaded.map(({ uuid }) => uuid),
    mails,
  };
}

async function readLedger(source: Source, cache: QueryCache): Promise<{ lines: ShownLine[]; sum: number }> {
  const read = reader(cache);
  const tokens = await read({
    queryKey: ['tokens', source.scope.id],
    meta: { tables: ['transaction_bundles'] },
    queryFn: () =>
      source.store.all<{ id: number; token: string | null }>(
        'SELECT id, delivery_token AS token FROM transaction_bundles WHERE scope_id = ?',
        [source.scope.id]
      ),
  });
  const tokenOf = new Map(tokens.map(({ id, token }) => [id, token]));
  const { entries } = await read(ledgerQueries.onPhone(source, {}));
  const lines = entries.map(({ number, amount, pending }) => ({
    number,
    token: number === null ? null : (tokenOf.get(number) ?? null),
    rowId: number === null ? (pending[0]?.id ?? null) : null,
    amount,
  }));
  const list = ledgerQueries.list(source, {});
  const pages = await cache.read(list, () => readPages(list));
  for (const { bundleId, amount } of pages)
    lines.push({ number: bundleId, token: tokenOf.get(bundleId) ?? null, rowId: null, amount });
  const sums = await read(ledgerQueries.sums(source, {}));
  return {
    lines,
    sum: sums.reduce(
      (sum, { received, promised, refunded, cancelled }) => sum + received + promised + refunded + cancelled,
      0
    ),
  };
}

async function readPages(list: ReturnType<typeof ledgerQueries.list>) {
  const lines = [];
  let after = list.initialPageParam;
  for (;;) {
    const page = await list.queryFn({ pageParam: after });
    lines.push(...page.lines);
    const next = list.getNextPageParam(page);
    if (next === undefined) return lines;
    after = next;
  }
}
