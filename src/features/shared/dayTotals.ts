import {
  earlierTakingPrefix,
  getFact,
  listFacts,
  removeFact,
  setFact,
  takingPrefix,
  type Fact,
} from '@/db/facts';
import { type Scope } from '@/db/scopes';
import { keepText, openText, type KeptText, type Seal } from '@/db/sealing/rowSeal';
import { type Reader, type Transaction } from '@/db/store';
import { dayOf } from '@/domain/day';

/** One capture as the tally of a day remembers it. */
export interface TakenRecord {
  amount: number;
  currency: string;
  isCash: boolean;
  members: number;
  /** How many donations are in it; unknown of one that an earlier build saved. */
  donations?: number;
  /** As the outbox showed it, for saying what arrived after the row has left. */
  who?: string;
  method?: string;
  savedAt?: number;
  /** The day it was taken, where that is not the day it was saved. */
  takenOn?: string;
}

/** What was saved on one day, by capture; rows leave the outbox once they arrived, the tally of the day stays. */
export type DayTotals = Record<string, TakenRecord>;

/** Each capture of a day by itself: saving one must not cost more the more the day has brought. */
const prefixOf = (day: string) => `${takingPrefix}${day}:`;

/** Where an earlier build kept a whole day. */
const earlierKeyOf = (day: string) => `${earlierTakingPrefix}${day}`;

/** On the disk the name is kept as the record's own is: sealed where that is. */
type KeptTaking = Omit<TakenRecord, 'who'> & { who?: string | KeptText };

async function getEarlier(reader: Reader, scope: Scope, day: string): Promise<Record<string, KeptTaking>> {
  return (await getFact<Record<string, KeptTaking>>(reader, scope, earlierKeyOf(day))) ?? {};
}

async function openTaking(reader: Reader, id: string, { who, ...taking }: KeptTaking): Promise<TakenRecord> {
  const name = typeof who === 'object' ? await openText(reader, id, who) : who;
  return { ...taking, ...(typeof name === 'string' ? { who: name } : {}) };
}

/** What was saved on this phone on a day. Its query key begins with `facts`, the table it is kept in. */
export async function getTakings(reader: Reader, scope: Scope, day: string): Promise<DayTotals> {
  const prefix = prefixOf(day);
  const kept = [
    ...Object.entries(await getEarlier(reader, scope, day)),
    ...(await listFacts<KeptTaking>(reader, scope, prefix)).map(
      ({ key, value }) => [key.slice(prefix.length), value] as const
    ),
  ];
  const opened = await Promise.all(
    kept.map(async ([id, taking]) => [id, await openTaking(reader, id, taking)] as const)
  );
  return Object.fromEntries(opened);
}

/** A capture as the day that saves it counts it; to be written in the moment that saves it. */
export async function takingFact(
  seal: Seal | null,
  { id, taking }: { id: string; taking: TakenRecord & { savedAt: number } }
): Promise<Fact> {
  const { who, ...rest } = taking;
  const kept: KeptTaking = who === undefined ? rest : { ...rest, who: await keepText(seal, id, who) };
  return { key: `${prefixOf(dayOf(taking.savedAt))}${id}`, value: kept };
}

/** Counts a capture no longer: it was corrected, or removed. An earlier build counted it on the day it was taken. */
export async function forgetTaking(
  tx: Transaction,
  scope: Scope,
  { id, savedAt, takenAt }: { id: string; savedAt: number; takenAt: number | null }
): Promise<void> {
  await removeFact(tx, scope, `${prefixOf(dayOf(savedAt))}${id}`);
  for (const day of new Set([savedAt, takenAt ?? savedAt].map(dayOf))) {
    const { [id]: forgotten, ...others } = await getEarlier(tx, scope, day);
    if (forgotten !== undefined) await setFact(tx, scope, earlierKeyOf(day), others);
  }
}

/**
 * Sums of one currency: what was taken that day, the cash in hand, and how many became members. What was taken on an
 * earlier day and saved on this one is cash in hand, and no part of what this day brought.
 */
export function sumTakings(
  takings: DayTotals,
  currency: string
): { total: number; cash: number; members: number } {
  const code = currency.toUpperCase();
  const sums = { total: 0, cash: 0, members: 0 };
  for (const taking of Object.values(takings)) {
    const isOfTheDay = taking.takenOn === undefined;
    if (isOfTheDay) sums.members += taking.members;
    if (taking.currency.toUpperCase() !== code) continue;
    if (isOfTheDay) sums.total += taking.amount;
    if (taking.isCash) sums.cash += taking.amount;
  }
  return sums;
}
