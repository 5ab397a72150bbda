import { listCashRecords, type StoredCashRecord } from '@/db/cashRecords';
import { bankedIn, listCountedBundles } from '@/db/ledger/countedBundles';
import { listReceivedNow } from '@/db/ledger/receivedNow';
import { sumUncounted } from '@/db/ledger/uncounted';
import { answersIn, countedKeys } from '@/db/myCash';
import type { Scope } from '@/db/scopes';
import { listTransactionStatuses } from '@/db/statuses';
import type { Reader } from '@/db/store';
import { listUsers } from '@/db/users';
import { type CashChain, followCash } from '@/domain/cash';
import { cashFigures, type CashFigures, type UncountedPayment } from '@/domain/cashFigures';
import { type LateCorrections, lateCorrectionsOf } from '@/domain/lateCorrections';
import { moneyParts } from '@/domain/moneyParts';

import { tableQuery, type Source } from './query';

/** The cash of a person, as their records and the ledger of this device show it. */
export type PersonCash = {
  userId: number;
  /** Null where the person is not on this device. */
  name: string | null;
  chain: CashChain;
  figures: CashFigures[];
  missing: ReadonlySet<string>;
  late: LateCorrections[];
};

export const cashByPersonQueries = {
  /** Everyone whose cash this person may see. */
  list: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['cash', scope.id, 'people'],
      tables: [
        'cash_records',
        'fixed_records',
        'outbox',
        'transaction_bundles',
        'transaction_statuses',
        'users',
      ],
      queryFn: () => store.read((reader) => readCashByPerson(reader, scope)),
    }),
};

async function readCashByPerson(reader: Reader, scope: Scope): Promise<PersonCash[]> {
  const records = await listCashRecords(reader, scope);
  const answers = answersIn(records, scope);
  const counted = countedKeys(records.map(({ content }) => content));
  const received = await listReceivedNow(reader, scope, counted);
  const arrived = new Map(
    (await listCountedBundles(reader, scope, counted)).map((bundle) => [bundle.key, bundle])
  );
  const missing = new Set(counted.filter((key) => !arrived.has(key)));
  const banked = bankedIn(arrived.values());

  const own = new Map<number, StoredCashRecord['content'][]>();
  for (const { userId, content } of records) own.set(userId, [...(own.get(userId) ?? []), content]);
  const chains = new Map([...own].map(([userId, each]) => [userId, followCash(each, answers, banked)]));

  // A record is part of its maker's counts only.
  const bundleOf = (userId: number, key: string) => {
    const bundle = arrived.get(key);
    return bundle?.recordedBy === null || bundle?.recordedBy === userId ? bundle : undefined;
  };
  const inCounts = [...chains].flatMap(([userId, { counts }]) =>
    counts
      .flatMap((count) => count.records)
      .flatMap(({ key, currency }) => {
        const bundle = bundleOf(userId, key);
        return bundle === undefined ? [] : `${bundle.bundleId} ${currency.toLowerCase()}`;
      })
  );
  const uncounted = await readUncounted(reader, scope, inCounts);
  const people = [...new Set([...chains.keys(), ...uncounted.keys()])];
  const names = new Map((await listUsers(reader, scope, { ids: people })).map(({ id, name }) => [id, name]));
  return people.map((userId) => {
    const chain = chains.get(userId) ?? followCash([], [], banked);
    return {
      userId,
      name: names.get(userId) ?? null,
      chain,
      figures: cashFigures(chain, (key) => bundleOf(userId, key), uncounted.get(userId) ?? []),
      missing,
      late: chain.counts.flatMap((each) => lateCorrectionsOf(each, received) ?? []),
    };
  });
}

async function readUncounted(
  reader: Reader,
  scope: Scope,
  counted: readonly string[]
): Promise<Map<number, UncountedPayment[]>> {
  const kinds = new Map((await listTransactionStatuses(reader, scope)).map(({ id, kind }) => [id, kind]));
  const people = new Map<number, UncountedPayment[]>();
  for (const { userId, currency, statusId, banked, ...money } of await sumUncounted(reader, scope, counted)) {
    if (userId === null) continue;
    const payment = {
      currency,
      recorded: banked ?? moneyParts(money, kinds.get(statusId ?? -1)).received,
      banked: banked ?? 0,
    };
    people.set(userId, [...(people.get(userId) ?? []), payment]);
  }
  return people;
}
