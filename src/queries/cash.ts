import type { HandOver } from '@/contract/cashRecord';
import { listCashRecords, type StoredCashRecord } from '@/db/cashRecords';
import { type DayEntry, listShiftEntries, listUnsentKeys } from '@/db/dayTotals';
import { listBankedKeys } from '@/db/ledger/banked';
import { listMissingBundles } from '@/db/ledger/missing';
import type { Scope } from '@/db/scopes';
import { getOpenShift, type Shift } from '@/db/shifts';
import type { Reader } from '@/db/store';
import { type CashChain, type HandOverAnswer, followCash } from '@/domain/cash';

import { tableQuery, type Source } from './query';

/** A hand-over to this person, and who gave it. */
type Offered = { userId: number; handOver: HandOver };

/** The cash of the person with this phone. */
export type MyCash = {
  shift: Shift | null;
  /** The captures of the open shift. */
  entries: DayEntry[];
  /** Those that are on this phone alone. */
  unsent: ReadonlySet<string>;
  chain: CashChain;
  /** Hand-overs to this person that they have not counted yet. */
  offered: Offered[];
  /** Hand-overs that this person confirmed after the giver took them back. */
  crossed: Offered[];
};

/** The cash of another person, as their records show it. */
export type PersonCash = { userId: number; chain: CashChain; missing: ReadonlySet<string> };

export const cashQueries = {
  mine: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['cash', scope.id, 'mine'],
      tables: ['shifts', 'day_entries', 'cash_records', 'outbox', 'transaction_bundles'],
      queryFn: () => store.read((reader) => readMyCash(reader, scope)),
    }),
  /** Everyone whose cash records this person may see. */
  people: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['cash', scope.id, 'people'],
      tables: ['cash_records', 'outbox', 'transaction_bundles'],
      queryFn: () => store.read((reader) => readPeopleCash(reader, scope)),
    }),
};

/** In the order of the service; only the giver of a hand-over takes it back. */
function answersIn(records: readonly StoredCashRecord[]): HandOverAnswer[] {
  const giver = new Map(
    records.flatMap(({ userId, content }) =>
      content.kind === 'hand_over' ? [[content.key, userId] as const] : []
    )
  );
  return records.flatMap(({ userId, content }) =>
    content.kind === 'reply' || (content.kind === 'take_back' && giver.get(content.hand_over) === userId)
      ? content
      : []
  );
}

export async function readMyCash(reader: Reader, scope: Scope): Promise<MyCash> {
  const shift = await getOpenShift(reader, scope);
  const entries = shift === null ? [] : await listShiftEntries(reader, scope, shift.id);
  const keys = entries.map(({ id }) => id);
  const records = await listCashRecords(reader, scope);
  const answers = answersIn(records);
  const answered = new Set(answers.map(({ hand_over: key }) => key));
  const own = records.filter(({ userId }) => userId === scope.userId).map(({ content }) => content);
  const toMe = records.flatMap(({ userId, content }) =>
    content.kind === 'hand_over' && content.to.user_id === scope.userId ? { userId, handOver: content } : []
  );
  const offered = toMe.filter(({ handOver }) => !answered.has(handOver.key));
  const confirmed = new Set(own.flatMap((content) => (content.kind === 'reply' ? content.hand_over : [])));
  const crossed = toMe.filter(
    ({ handOver: { key } }) =>
      confirmed.has(key) && answers.find((answer) => answer.hand_over === key)?.kind === 'take_back'
  );
  const unsent = await listUnsentKeys(reader, scope, keys);
  const banked = await listBankedKeys(reader, scope, countedKeys(own));
  return { shift, entries, unsent, chain: followCash(own, answers, banked), offered, crossed };
}

async function readPeopleCash(reader: Reader, scope: Scope): Promise<PersonCash[]> {
  const records = await listCashRecords(reader, scope);
  const answers = answersIn(records);
  const people = new Map<number, StoredCashRecord['content'][]>();
  for (const { userId, content } of records) people.set(userId, [...(people.get(userId) ?? []), content]);
  const counted = countedKeys(records.map(({ content }) => content));
  const missing = await listMissingBundles(reader, scope, counted);
  const banked = await listBankedKeys(reader, scope, counted);
  return [...people].map(([userId, own]) => ({ userId, chain: followCash(own, answers, banked), missing }));
}

const countedKeys = (records: readonly StoredCashRecord['content'][]): string[] =>
  records.flatMap((record) => (record.kind === 'count' ? record.records.map(({ key }) => key) : []));
