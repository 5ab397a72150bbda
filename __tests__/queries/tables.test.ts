import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { QueryClient } from '@tanstack/react-query';

import { applyActions } from '@/db/actions';
import { setCallBack } from '@/db/callBacks';
import { applyContacts } from '@/db/contacts';
import { insertDayEntry } from '@/db/dayTotals';
import { applyBundles } from '@/db/ledger/bundles';
import { enqueue } from '@/db/outbox/outbox';
import { type Engine } from '@/db/port';
import { setRollCall } from '@/db/rollCalls';
import { applyTeams } from '@/db/teams';
import { watchedTables, type TableName } from '@/db/tables';
import { applyUsers } from '@/db/users';
import { entityOf } from '@/domain/entity';
import { readWindows } from '@/features/contacts/listWindows';
import { queriesReading } from '@/queries/query';

import { dayEntry } from '../features/support/dayTotals';
import { createTestRuntime } from '../features/support/runtime';
import { openMemoryEngine } from '../support/sqlite';

type Query = {
  queryKey: readonly unknown[];
  queryFn: (context: { pageParam: unknown }) => Promise<unknown>;
  meta: { tables: readonly TableName[] };
};

type QueryObject = Record<string, (...args: unknown[]) => Query>;

/** Tables that no screen reads. A change to one of them refreshes nothing. */
const readByNoQuery: readonly TableName[] = ['sync_cursors'];

/** Tables that are announced as another one. */
const partOf: Record<string, TableName> = {
  contact_bodies: 'contacts',
  bundle_transactions: 'transaction_bundles',
};

const isWatched = (name: string): name is TableName => (watchedTables as readonly string[]).includes(name);

const tablesReadBy = (sql: string): TableName[] =>
  [...sql.matchAll(/\b(?:from|join)\s+(\w+)/gi)]
    .map(([, name = '']) => partOf[name] ?? name)
    .filter(isWatched);

const src = join(__dirname, '../../src');

/** Every object of queries in the app: an export named …Queries of src/queries or of a feature's queries.ts. */
function listQueryObjects(): [string, QueryObject][] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^queries\/\w+\.ts$|^features\/.*\bqueries\.ts$/.test(file)
  );
  return files.flatMap((file) => {
    const exported = jest.requireActual<Record<string, QueryObject>>(join(src, file));
    return Object.entries(exported).filter(([name]) => name.endsWith('Queries'));
  });
}

/** A store with something of everything that decides what a query reads, and the tables that were read from it. */
async function setUp() {
  const read = new Set<TableName>();
  const memory = openMemoryEngine();
  const engine: Engine = {
    ...memory,
    all: (sql, params) => {
      for (const table of tablesReadBy(sql)) read.add(table);
      return memory.all(sql, params);
    },
  };
  const { runtime, store, scope } = await createTestRuntime(engine);
  runtime.device.reminders = {
    permission: () => Promise.resolve('undecided'),
    ask: () => Promise.resolve('granted'),
  };
  const row = { bodyVersion: 1, body: JSON.stringify({ data: { role_id: 2 } }) };
  await store.write(async (tx) => {
    await applyUsers(tx, scope, [{ id: 1, firstname: 'Marc', surname: 'Dulac' }]);
    await applyContacts(tx, scope, [{ id: 90, surname: 'Lin' }]);
    await applyActions(tx, scope, [{ Action: { id: 1, created_by: 1 } }]);
    await applyTeams(tx, scope, [{ id: 7, name: 'Plateau', leaders: [{ id: 1 }], users: [] }]);
    await setRollCall(tx, scope, { id: 'here', teamId: 7, startedAt: 1, present: [{ userId: 1, at: 1 }] });
    await insertDayEntry(tx, scope, dayEntry({ id: 'taken', savedAt: 1, takenOn: '2026-11-14' }));
    // The same gift twice.
    await applyBundles(
      tx,
      scope,
      [100, 101].map((id) => ({
        id,
        transactions: [
          { id: id * 10, amount: 500, currency: 'eur', contact_id: 90, status_id: 3, delivery_token: 'gift' },
        ],
        memberships: [],
        donations: [{ id: id * 10 + 1, comment: 'New supporter\nName: Ada' }],
      }))
    );
    const unpaid = { amount: 500, unpaid_amount: 500, payment_method: { promised: true } };
    await applyBundles(tx, scope, [{ id: 102, transactions: [{ id: 1020, contact_id: 90, ...unpaid }] }]);
    await setCallBack(tx, scope, { id: 'promised', day: null, now: 1 });
    const corrected = { ...row, body: JSON.stringify({ data: {} }) };
    await enqueue(tx, scope, { ...row, id: 'role', kind: 'role_change', entity: entityOf('user', 1) }, 1);
    await enqueue(tx, scope, { ...corrected, id: 'new', kind: 'contact_create', entity: 'contact:new' }, 1);
    await enqueue(
      tx,
      scope,
      { ...corrected, id: 'fix', kind: 'bundle_update', entity: entityOf('bundle', 100) },
      1
    );
  });
  const filter = { words: '', roleId: null, team: entityOf('team', 7), descending: false };
  /** The arguments of queries besides the runtime. */
  const args: Record<string, unknown[]> = {
    'actionQueries.one': [1],
    'batchQueries.asked': [[{ bundle: 100, payment: 1000 }]],
    'auditQueries.list': [{ kind: null, person: null, from: '', until: '' }],
    'auditQueries.records': [
      {
        ...{ team: [7], action: [1], contact: [90], form: [], membership_price_group: [] },
        ...{ membership_price: [], donation_price: [], transaction_status: [], transaction_bundle: [100] },
      },
    ],
    'teamQueries.one': ['7'],
    'teamQueries.rollCalls': [7],
    'teamQueries.rollCallPeople': [7],
    'peopleQueries.list': [filter],
    'peopleQueries.all': [filter],
    'peopleQueries.one': [1],
    'peopleQueries.search': ['marc'],
    'peopleQueries.knownMails': [['marc@example.org']],
    'contactQueries.search': ['rosa'],
    'contactImportQueries.importers': [[1]],
    'contactQueries.lines': [[90]],
    'contactQueries.one': [90],
    'contactQueries.given': [90],
    'duplicateQueries.list': [50],
    'duplicateQueries.pair': [90, 91],
    'contactWindowQueries.window': [readWindows(runtime), 0],
    'dayTotalsQueries.day': ['2026-11-14'],
    'outboxScreenQueries.view': ['2026-11-14'],
    'outboxScreenQueries.firstVersion': ['fix', 100],
    'ledgerQueries.onPhone': [{}],
    'ledgerQueries.list': [{}],
    'ledgerQueries.sums': [{}],
    'ledgerQueries.groups': [{}, 'team'],
    'ledgerQueries.bundle': ['100'],
    'lateQueries.ofRow': ['100'],
    'monthQueries.one': [202_610],
    'reconciliationQueries.of': [{ from: '', until: '', campaign: null }],
    'receiptQueries.ofRow': ['taken'],
    'receiptQueries.record': ['100'],
    'visitQueries.ofAction': [1],
    'answerQueries.ofContact': [90],
    'answerQueries.ofGift': [{ entity: 'bundle:100', id: 100, bundle: { transactions: [] }, pending: [] }],
    'contactQueries.residents': [1, ['rue|lyon|8']],
    'cashQueries.missing': [['taken']],
    'cashQueries.late': [[{ kind: 'count', key: 'count', records: [{ key: 'taken' }] }]],
    'cashQueries.names': [['taken']],
    'cashQueries.unsent': [['taken']],
    'codeQueries.offer': [{ key: 'offer', counts: [], cash: [] }, { counts: [] }, 'eur'],
    'codeQueries.answer': [{ key: 'reply', cash: [] }],
    'codeQueries.giver': ['12345678-0'],
    'codeQueries.read': ['no code'],
    'captureQueries.given': [90, { year: 2026, currency: 'eur', except: null }],
  };
  const queries = listQueryObjects().flatMap(([object, members]) =>
    Object.entries(members).map(([member, make]) => {
      const name = `${object}.${member}`;
      return { name, query: make(runtime, ...(args[name] ?? [])) };
    })
  );
  return { queries, read };
}

const hash = (query: { queryKey: readonly unknown[] }) => JSON.stringify(query.queryKey);

test('every query declares exactly the tables that its statements read', async () => {
  const { queries, read } = await setUp();
  expect(queries.length).toBeGreaterThan(30);
  const declared: [string, TableName[]][] = [];
  const actual: [string, TableName[]][] = [];
  for (const { name, query } of queries) {
    read.clear();
    await query.queryFn({ pageParam: null }).catch((failure: unknown) => {
      // A query that asks the service instead of the store fails here, because there is none.
      if (query.meta.tables.length > 0) throw failure;
    });
    declared.push([name, [...query.meta.tables].sort()]);
    actual.push([name, [...read].sort()]);
  }
  expect(declared).toEqual(actual);
});

test('no two queries have the same key', async () => {
  const { queries } = await setUp();
  expect(new Set(queries.map(({ query }) => hash(query))).size).toBe(queries.length);
});

test('every table that can change is read by a query, or listed as read by none', async () => {
  const { queries } = await setUp();
  const unread = watchedTables.filter(
    (table) => !queries.some(({ query }) => query.meta.tables.includes(table))
  );
  expect(unread).toEqual(readByNoQuery);
});

test.each(watchedTables)('a change of %s finds exactly the queries that declare it', async (table) => {
  const { queries } = await setUp();
  const client = new QueryClient();
  for (const { query } of queries)
    client.getQueryCache().build(client, { queryKey: query.queryKey, meta: query.meta });
  const found = queriesReading(client, new Set([table])).map(hash);
  const declared = queries.filter(({ query }) => query.meta.tables.includes(table));
  expect(found.sort()).toEqual(declared.map(({ query }) => hash(query)).sort());
  client.clear();
});
