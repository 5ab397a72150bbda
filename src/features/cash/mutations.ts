import type { CashRecordContent, HandOver, HandOverReply } from '@/contract/cashRecord';
import { listShiftEntries, listUnsentKeys, moveDayEntries } from '@/db/dayTotals';
import { removeDraft } from '@/db/drafts';
import { enqueue, type NewOutboxRow } from '@/db/outbox/outbox';
import { stateReceipts } from '@/db/receipts';
import { continueShift, endShift, getOpenShift } from '@/db/cash/shifts';
import type { Transaction } from '@/db/store';
import type { CashChain } from '@/domain/cash/cashChain';
import { entityOf } from '@/domain/entity';
import { sumByCurrency } from '@/domain/money';
import { isSameJson } from '@/domain/sameJson';
import { readMyCash, readOfferState } from '@/db/cash/myCash';
import type { Runtime } from '@/features/shared/runtime';
import { whyNotSaved, type SaveResult } from '@/features/shared/forms/saveRow';

import type { ScannedAnswer } from './codes/readCodes';
import { type CountDraft, type CountableRecord, type CountedSum, recordsOf, toCount } from './countForm';

/** `changed`: the shift is not what the screen showed; nothing was saved. */
export type CashResult = SaveResult | 'changed';

/** Writes a cash record and deletes its draft, in one transaction with `work`. */
async function save(
  { store, scope, device, now }: Runtime,
  draftKey: string,
  work: (tx: Transaction) => Promise<CashRecordContent | null>
): Promise<CashResult> {
  try {
    const content = await store.write(async (tx) => {
      const written = await work(tx);
      if (written === null) return null;
      await enqueue(tx, scope, toRow(written), now());
      await removeDraft(tx, scope, draftKey);
      return written;
    });
    if (content === null) return 'changed';
    device.vibrateSuccess();
    return 'saved';
  } catch (failure) {
    return whyNotSaved(failure);
  }
}

function toRow(content: CashRecordContent): NewOutboxRow {
  return {
    id: content.key,
    kind: 'cash_record',
    entity: entityOf('cash', content.key),
    body: JSON.stringify({ data: { cash_record: content } }),
    bodyVersion: 1,
    ...(content.kind === 'hand_over' || content.kind === 'take_back' ? { who: content.to.name } : {}),
  };
}

interface CountToSave {
  draftKey: string;
  draft: CountDraft;
  sums: CountedSum[];
}

/**
 * Counts and closes the open shift. Records that were saved after counting began move to the next shift, in the same
 * transaction.
 */
export function closeShift(
  runtime: Runtime,
  { shiftId, draftKey, draft, sums }: CountToSave & { shiftId: string }
): Promise<CashResult> {
  const { scope } = runtime;
  return save(runtime, draftKey, async (tx) => {
    const now = runtime.now();
    const shift = await getOpenShift(tx, scope);
    if (shift?.id !== shiftId) return null;
    const entries = await listShiftEntries(tx, scope, shiftId);
    const counted = entries.filter(({ firstId }) => draft.records.includes(firstId));
    await endShift(tx, scope, { id: shiftId, now });
    const [later] = entries.filter((entry) => !counted.includes(entry));
    if (later) {
      const next = await continueShift(tx, scope, { id: later.id, now: later.savedAt });
      await moveDayEntries(tx, scope, { from: shiftId, to: next, except: counted.map(({ id }) => id) });
    }
    const records = counted.map(({ id, firstId, amount, currency, paymentMethodKind }): CountableRecord => ({
      key: id,
      firstKey: firstId,
      amount,
      currency,
      paymentMethodKind,
    }));
    const facts = await readCountFacts(tx, scope, records);
    return toCount(draft, sums, { shift, records, replaces: null, ...facts }, now);
  });
}

async function readCountFacts(tx: Transaction, scope: Runtime['scope'], records: readonly CountableRecord[]) {
  const keys = records.map(({ key }) => key);
  return {
    unsent: await listUnsentKeys(tx, scope, keys),
    receipts: await stateReceipts(tx, scope, new Set(keys)),
  };
}

/**
 * Counts the cash of a count again: the same records, another sum. `changed` once it was handed over, taken to the bank or counted
 * again elsewhere.
 */
export function recount(
  runtime: Runtime,
  { countKey, draftKey, draft, sums }: CountToSave & { countKey: string }
): Promise<CashResult> {
  const { scope } = runtime;
  return save(runtime, draftKey, async (tx) => {
    const { chain } = await readMyCash(tx, scope);
    const before = chain.recountable.find(({ key }) => key === countKey);
    if (before === undefined) return null;
    const records = recordsOf(before);
    const facts = { ...(await readCountFacts(tx, scope, records)), receipts: before.receipts ?? [] };
    const shift = { id: before.shift.key, startedAt: Date.parse(before.shift.started_at) };
    return toCount(draft, sums, { shift, records, replaces: countKey, ...facts }, runtime.now());
  });
}

/** What a person hands over: counts, and what they received from others. */
export type ToHandOver = Pick<CashChain, 'kept' | 'received'>;

/**
 * The giver's record of a hand-over; `changed` if what it contains is not with the person any more, or another sum: something was counted
 * again, or is partly at the bank.
 */
export function handOver(
  runtime: Runtime,
  { key, toGive, to, draftKey }: { key: string; toGive: ToHandOver; to: HandOver['to']; draftKey: string }
): Promise<CashResult> {
  return save(runtime, draftKey, async (tx) => {
    const { chain } = await readMyCash(tx, runtime.scope);
    const shown = contentOf(toGive);
    const received = chain.received.filter(({ reply }) => shown.received.includes(reply.hand_over));
    if (!isSameJson(contentOf({ kept: chain.kept, received }), shown)) return null;
    return { kind: 'hand_over', key, made_at: new Date(runtime.now()).toISOString(), ...shown, to };
  });
}

/** What a hand-over of this contains. Received cash that was handed on, or that is at the bank, is no part of it. */
export function contentOf({
  kept,
  received,
}: ToHandOver): Pick<HandOver, 'counts' | 'received' | 'cash' | 'cheques'> {
  const own = received.filter(({ state }) => state === 'kept');
  const cash = [...kept.flatMap(({ counted }) => counted), ...own.flatMap(({ left }) => left.cash)];
  const cheques = kept.flatMap(({ records }) => records).filter(({ is_there: isThere }) => isThere === true);
  return {
    counts: kept.map((count) => count.key),
    received: own.map(({ reply }) => reply.hand_over),
    cash: sumByCurrency(cash)
      .filter(({ amount }) => amount >= 0)
      .map(({ amount, currency }) => ({ amount, currency })),
    cheques: own.reduce((sum, { left }) => sum + left.cheques, cheques.length),
  };
}

/** The receiver's own count of a hand-over; `changed` if they have counted it before. */
export function replyTo(runtime: Runtime, draftKey: string, reply: HandOverReply): Promise<CashResult> {
  return save(runtime, draftKey, async (tx) => {
    const state = await readOfferState(tx, runtime.scope, reply.hand_over);
    return state === 'answered' ? null : reply;
  });
}

/** Saves what the giver's phone read of the receiver's answer; `changed` if it knew the answer. */
export function saveAnswer(
  runtime: Runtime,
  { key, handOver: given, answer }: { key: string; handOver: HandOver; answer: ScannedAnswer }
): Promise<CashResult> {
  return save(runtime, `answer ${given.key}`, async (tx) => {
    const { chain } = await readMyCash(tx, runtime.scope);
    const followed = chain.handOvers.find(({ handOver: each }) => each.key === given.key);
    if (followed === undefined || followed.state !== 'offered') return null;
    const { by, isDisputed, signed } = answer;
    return {
      kind: 'reply_seen',
      key,
      made_at: new Date(runtime.now()).toISOString(),
      hand_over: given.key,
      by,
      is_disputed: isDisputed,
      ...(signed === null ? {} : { answer: signed.code }),
    };
  });
}

/** Takes a hand-over back that the receiver has not confirmed; `changed` if they have meanwhile. */
export function takeBack(
  runtime: Runtime,
  { key, handOver: given }: { key: string; handOver: HandOver }
): Promise<CashResult> {
  return save(runtime, `take-back ${given.key}`, async (tx) => {
    const { chain } = await readMyCash(tx, runtime.scope);
    const followed = chain.handOvers.find(({ handOver: each }) => each.key === given.key);
    if (followed?.state !== 'offered') return null;
    const madeAt = new Date(runtime.now()).toISOString();
    return { kind: 'take_back', key, made_at: madeAt, hand_over: given.key, to: given.to };
  });
}
