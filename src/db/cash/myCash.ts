import { type HandOver } from '@/contract/cashRecord';
import { type CashChain, type HandOverAnswer, followCash } from '@/domain/cash/cashChain';
import { readAnswer, readOffer } from '@/domain/cash/handOverCode';
import { handOverContents, type ReceivedCash } from '@/domain/cash/receivedCash';
import { encodeBytes } from '@/domain/signedText';

import { listShiftEntries, listUnsentKeys, type ShiftEntry } from '../dayTotals';
import { bankedIn, listCountedBundles } from '../ledger/countedBundles';
import { type Scope } from '../scopes';
import { type Reader } from '../store';
import { isTrusted, listCashRecords, type StoredCashRecord } from './cashRecords';
import { getOpenShift, type Shift } from './shifts';

/** A hand-over to this person, and who gave it. */
type Offered = { userId: number; handOver: HandOver };

/** The cash of the person with this phone. */
export type MyCash = {
  shift: Shift | null;
  /** The captures of the open shift. */
  entries: ShiftEntry[];
  /** Those that are on this phone alone. */
  unsent: ReadonlySet<string>;
  chain: CashChain;
  /** Hand-overs to this person that they have not counted yet. */
  offered: Offered[];
  /** Hand-overs that this person confirmed after the giver took them back. */
  crossed: Offered[];
  /** What this person received from others, oldest first. */
  received: Received[];
  /** Keys that the service has confirmed, see `deviceKey`. */
  knownKeys: ReadonlySet<string>;
};

/** What the person received; `userId` is the giver, null while the phone knows only a typed code. */
export type Received = ReceivedCash & {
  userId: number | null;
  handOver: HandOver | null;
  signature: string | null;
};

/** Whether there is something to hand over. */
export const hasCashToGive = ({ chain }: Pick<MyCash, 'chain'>): boolean =>
  chain.kept.length > 0 || chain.received.some(({ state }) => state === 'kept');

/** A person and the public key of their device. */
export const deviceKey = (userId: number, publicKey: Uint8Array): string =>
  `${userId} ${encodeBytes(publicKey)}`;

/** The keys in the codes of others that the service found valid. */
function knownKeysIn(records: readonly StoredCashRecord[]): ReadonlySet<string> {
  return new Set(
    records.flatMap(({ content, signature }) => {
      if (signature !== 'valid') return [];
      if (content.kind === 'reply') {
        const offer = readOffer(content.offer ?? '');
        return offer ? deviceKey(offer.facts.giver, offer.publicKey) : [];
      }
      const answer = content.kind === 'reply_seen' ? readAnswer(content.answer ?? '') : null;
      return answer ? deviceKey(answer.facts.receiver, answer.publicKey) : [];
    })
  );
}

/**
 * In the order of the service. Only the giver of a hand-over takes it back, and only its receiver replies to it: who was named by
 * the giver, else anybody but the giver. What a giver read of a reply counts on the giver's phone, and elsewhere if the service
 * knows the key that signed it.
 */
export function answersIn(records: readonly StoredCashRecord[], scope: Scope): HandOverAnswer[] {
  const offers = new Map(
    records.flatMap(({ userId, content }) =>
      content.kind === 'hand_over'
        ? [[content.key, { giver: userId, receiver: content.to.user_id }] as const]
        : []
    )
  );
  return records.flatMap((record) => {
    const { userId, content } = record;
    if (content.kind !== 'reply' && content.kind !== 'take_back' && content.kind !== 'reply_seen') return [];
    const { giver, receiver } = offers.get(content.hand_over) ?? {};
    if (content.kind === 'reply') {
      const isReceiver = receiver === undefined || receiver === userId;
      return giver === userId || !isReceiver ? [] : content;
    }
    if (giver !== userId) return [];
    return content.kind === 'take_back' || isTrusted(record, scope) ? content : [];
  });
}

export async function readMyCash(reader: Reader, scope: Scope): Promise<MyCash> {
  const shift = await getOpenShift(reader, scope);
  const entries = shift === null ? [] : await listShiftEntries(reader, scope, shift.id);
  const keys = entries.map(({ id }) => id);
  const records = await listCashRecords(reader, scope);
  const answers = answersIn(records, scope);
  const answered = new Set(answers.map(({ hand_over: key }) => key));
  const own = records.filter(({ userId }) => userId === scope.userId).map(({ content }) => content);
  const toMe = records.flatMap(({ userId, content }) =>
    content.kind === 'hand_over' && content.to.user_id === scope.userId ? { userId, handOver: content } : []
  );
  const offered = toMe.filter(({ handOver }) => !answered.has(handOver.key));
  const confirmed = new Set(own.flatMap((content) => (content.kind === 'reply' ? content.hand_over : [])));
  // Also those whose receiver the giver typed as a name.
  const crossed = records.flatMap(({ userId, content }) =>
    content.kind === 'hand_over' &&
    confirmed.has(content.key) &&
    answers.find(({ hand_over: key, kind }) => key === content.key && kind !== 'reply_seen')?.kind ===
      'take_back'
      ? { userId, handOver: content }
      : []
  );
  const unsent = await listUnsentKeys(reader, scope, keys);
  const contentOf = handOverContents(records.map(({ content }) => content));
  const counts = [...own, ...[...confirmed].flatMap((key) => contentOf(key)?.counts ?? [])];
  const banked = bankedIn(await listCountedBundles(reader, scope, countedKeys(counts)));
  const chain = followCash(own, answers, banked, contentOf);
  const handOvers = new Map(
    records.flatMap(({ userId, content }) =>
      content.kind === 'hand_over' ? [[content.key, { userId, handOver: content }] as const] : []
    )
  );
  const signatures = new Map(records.map(({ content, signature }) => [content.key, signature]));
  const received = chain.received.map((each) => ({
    ...each,
    signature: signatures.get(each.reply.key) ?? null,
    ...(handOvers.get(each.reply.hand_over) ?? { userId: null, handOver: null }),
  }));
  return {
    shift,
    entries,
    unsent,
    chain,
    offered,
    crossed,
    received,
    knownKeys: knownKeysIn(records),
  };
}

/** `answered`: by this person. `elsewhere`: by another one. */
export type OfferState = 'open' | 'answered' | 'elsewhere' | 'taken_back';

/** What this phone knows about a hand-over to this person. */
export async function readOfferState(reader: Reader, scope: Scope, key: string): Promise<OfferState> {
  const records = await listCashRecords(reader, scope);
  const isMine = ({ userId, content }: StoredCashRecord) =>
    userId === scope.userId && content.kind === 'reply' && content.hand_over === key;
  if (records.some(isMine)) return 'answered';
  const answer = answersIn(records, scope).find(({ hand_over: answered }) => answered === key);
  if (answer === undefined) return 'open';
  return answer.kind === 'take_back' ? 'taken_back' : 'elsewhere';
}

/** The keys of all records that were counted. */
export const countedKeys = (records: readonly StoredCashRecord['content'][]): string[] =>
  records.flatMap((record) => (record.kind === 'count' ? record.records.map(({ key }) => key) : []));
