import { type HandOver } from '@/contract/cashRecord';
import { type CashChain, type HandOverAnswer, followCash } from '@/domain/cash';

import { listCashRecords, type StoredCashRecord } from './cashRecords';
import { type DayEntry, listShiftEntries, listUnsentKeys } from './dayTotals';
import { listBankedKeys } from './ledger/banked';
import { type Scope } from './scopes';
import { getOpenShift, type Shift } from './shifts';
import { type Reader } from './store';

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

/** In the order of the service; only the giver of a hand-over takes it back. */
export function answersIn(records: readonly StoredCashRecord[]): HandOverAnswer[] {
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

/** The keys of all records that were counted. */
export const countedKeys = (records: readonly StoredCashRecord['content'][]): string[] =>
  records.flatMap((record) => (record.kind === 'count' ? record.records.map(({ key }) => key) : []));
