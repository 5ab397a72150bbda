import { listCashRecords, type StoredCashRecord } from '@/db/cash/cashRecords';
import { getFact } from '@/db/facts';
import { bankedIn, bundlesIn } from '@/db/ledger/countedBundles';
import { listCountedLines } from '@/db/ledger/countedLines';
import { receivedIn } from '@/db/ledger/receivedNow';
import { sumUncounted } from '@/db/ledger/uncounted';
import { answersIn, countedKeys } from '@/db/cash/myCash';
import type { Scope } from '@/db/scopes';
import { listTransactionStatuses } from '@/db/statuses';
import type { Reader } from '@/db/store';
import { listDownloadedTeams } from '@/db/teams';
import { listUsers } from '@/db/users';
import { giftsHeld } from '@/domain/buckets';
import { type CashChain, followCash } from '@/domain/cash/cashChain';
import { cashFigures, type CashFigures, type UncountedPayment } from '@/domain/cash/cashFigures';
import { type LateCorrections, lateCorrectionsOf } from '@/domain/cash/lateCorrections';
import { bankedBetween, handOverContents } from '@/domain/cash/receivedCash';
import { moneyParts } from '@/domain/moneyParts';
import { permissionsOf } from '@/domain/permissions';
import { hasMember } from '@/domain/team';

import { tableQuery, type Source } from './query';

/** The cash of a person, as their records and the ledger of this device show it. */
export type PersonCash = {
  userId: number;
  /** Null where the person is not on this device. */
  name: string | null;
  chain: CashChain;
  figures: CashFigures[];
  /** Whether the gifts of the person are on this device: without them nothing is missing, and the figures have only what was counted. */
  hasGifts: boolean;
  /** Whether the device knows what became of cash that the person received: of oneself, and of everyone with all records. */
  hasReceived: boolean;
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
        'facts',
        'fixed_records',
        'outbox',
        'teams',
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
  const lines = await listCountedLines(reader, scope, counted);
  const received = await receivedIn(reader, scope, lines);
  const arrived = bundlesIn(lines);
  const missing = new Set(counted.filter((key) => !arrived.has(key)));
  const banked = bankedIn(arrived);
  const contentOf = handOverContents(records.map(({ content }) => content));
  const bankedOf = (handOver: string, until: string) =>
    bankedBetween(contentOf(handOver), until, (key) => arrived.get(key));

  const own = new Map<number, StoredCashRecord['content'][]>();
  for (const { userId, content } of records) {
    const before = own.get(userId);
    if (before === undefined) own.set(userId, [content]);
    else before.push(content);
  }
  const chains = new Map(
    [...own].map(([userId, each]) => [userId, followCash(each, answers, banked, contentOf)])
  );

  // Cash is part of the counts of whoever received it only.
  const bundleOf = (userId: number, key: string) => {
    const bundle = arrived.get(key);
    return bundle?.receivedBy === null || bundle?.receivedBy === userId ? bundle : undefined;
  };
  const inCounts: string[] = [];
  for (const [userId, { counts }] of chains)
    for (const { records: own } of counts)
      for (const { key, currency } of own) {
        const bundle = bundleOf(userId, key);
        if (bundle !== undefined) inCounts.push(`${bundle.bundleId} ${currency.toLowerCase()}`);
      }
  const uncounted = await readUncounted(reader, scope, inCounts);
  const people = [...new Set([...chains.keys(), ...uncounted.keys()])];
  const users = new Map((await listUsers(reader, scope, { ids: people })).map((user) => [user.id, user]));
  const hasGiftsOf = await readWhoseGifts(reader, scope);
  const hasAll = giftsHeld(await getFact(reader, scope, 'buckets')) === 'all';
  return people.map((userId) => {
    const user = users.get(userId);
    const hasGifts = hasGiftsOf(userId, user?.roleType ?? undefined);
    const chain = chains.get(userId) ?? followCash([], [], banked);
    return {
      userId,
      name: user?.name ?? null,
      chain,
      figures: cashFigures(chain, (key) => bundleOf(userId, key), uncounted.get(userId) ?? [], bankedOf),
      hasGifts,
      hasReceived: hasAll || userId === scope.userId,
      missing: hasGifts ? missing : new Set<string>(),
      late: chain.counts.flatMap((each) => lateCorrectionsOf(each, received) ?? []),
    };
  });
}

/**
 * Leaders have the counts of a team always, and the gifts that its people recorded while an action of the team runs.
 * Managers also count what others recorded, such as a promise that was paid to them, so a leader may not have all of it.
 */
async function readWhoseGifts(
  reader: Reader,
  scope: Scope
): Promise<(userId: number, roleType: string | undefined) => boolean> {
  const buckets = await getFact(reader, scope, 'buckets');
  const teams = (await listDownloadedTeams(reader, scope)).filter(({ id }) =>
    buckets?.includes(`gifts:${id}`)
  );
  const hasAll = giftsHeld(buckets) === 'all';
  const isManager = (id: number, roleType: string | undefined) =>
    roleType !== undefined && permissionsOf({ id, roleType }).canCorrectBundles;
  return (userId, roleType) =>
    hasAll ||
    userId === scope.userId ||
    (!isManager(userId, roleType) && teams.some((team) => hasMember(team, userId)));
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
