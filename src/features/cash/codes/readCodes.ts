import type { HandOver } from '@/contract/cashRecord';
import { listCashRecords } from '@/db/cash/cashRecords';
import { deviceKey, readMyCash, readOfferState } from '@/db/cash/myCash';
import { isOldOffer, readAnswer, readOffer, type OfferFacts } from '@/domain/cash/handOverCode';
import { withoutSeparators } from '@/domain/typedCode';
import { readAnswerDigits, readOfferDigits } from '@/db/cash/handOverDigits';
import type { Runtime } from '@/features/shared/runtime';

/** Why a code is not accepted; each has a sentence. */
export type OfferRefusal =
  | 'unreadable'
  | 'mistyped'
  | 'altered'
  | 'other_space'
  | 'own'
  | 'not_for_you'
  | 'old'
  | 'taken_back'
  | 'elsewhere'
  | 'is_answer';

/** The hand-over that a code offers. */
export type ScannedOffer = {
  giver: number;
  key: string;
  /** Null for a typed code, which carries neither the sums nor a signature. */
  signed: { code: string; facts: OfferFacts; isKeyKnown: boolean } | null;
  /** Of a typed code. */
  sumCheck: string | null;
};

export type OfferReading =
  | { kind: 'offer'; offer: ScannedOffer }
  /** This person has counted it already. */
  | { kind: 'answered'; key: string }
  | { kind: 'refused'; why: OfferRefusal };

const refused = <Why extends string>(why: Why) => ({ kind: 'refused' as const, why });

/** Whether a code was typed: only a scanned one has letters. */
const isTyped = (text: string) => /^\d+$/.test(withoutSeparators(text));

/** Reads the giver's code, scanned or typed, on the receiver's phone. */
export async function readOfferCode(runtime: Runtime, text: string): Promise<OfferReading> {
  const { scope } = runtime;
  const code = text.trim();
  const offer = isTyped(code) ? readTypedOffer(runtime, code) : await readSignedOffer(runtime, code);
  if (typeof offer === 'string') return refused(offer);
  if (offer.giver === scope.userId) return refused('own');
  const to = offer.signed?.facts.to ?? (await findReceiver(runtime, offer.key));
  if (to !== null && to !== scope.userId) return refused('not_for_you');
  const state = await runtime.store.read((reader) => readOfferState(reader, scope, offer.key));
  if (state === 'answered') return { kind: 'answered', key: offer.key };
  if (state !== 'open') return refused(state);
  if (offer.signed && isOldOffer(offer.signed.facts, runtime.now())) return refused('old');
  return { kind: 'offer', offer };
}

/** A typed code does not name its receiver; the hand-over does, if the phone has it. */
async function findReceiver({ store, scope }: Runtime, key: string): Promise<number | null> {
  const records = await store.read((reader) => listCashRecords(reader, scope));
  const found = records.find(({ content }) => content.kind === 'hand_over' && content.key === key)?.content;
  return found?.kind === 'hand_over' ? (found.to.user_id ?? null) : null;
}

function readTypedOffer({ scope }: Runtime, code: string): ScannedOffer | OfferRefusal {
  const typed = readOfferDigits(scope.spaceId, code);
  return typed ? { ...typed, signed: null } : 'mistyped';
}

async function readSignedOffer(runtime: Runtime, code: string): Promise<ScannedOffer | OfferRefusal> {
  const { scope, store, receipts } = runtime;
  const read = readOffer(code);
  if (!read) return readAnswer(code) ? 'is_answer' : 'unreadable';
  if (!(await receipts.isSigned(read))) return 'altered';
  const { facts, publicKey } = read;
  if (facts.space !== scope.spaceId) return 'other_space';
  const { knownKeys } = await store.read((reader) => readMyCash(reader, scope));
  const isKeyKnown = knownKeys.has(deviceKey(facts.giver, publicKey));
  return { giver: facts.giver, key: facts.key, signed: { code, facts, isKeyKnown }, sumCheck: null };
}

export type AnswerRefusal =
  | 'unreadable'
  | 'mistyped'
  | 'altered'
  | 'other_space'
  | 'other_hand_over'
  | 'own'
  | 'wrong_person'
  | 'taken_back'
  | 'is_offer';

/** What the receiver answered. */
export type ScannedAnswer = {
  by: number;
  isDisputed: boolean;
  /** Null for a typed code. */
  signed: { code: string; isKeyKnown: boolean } | null;
};

export type AnswerReading =
  | { kind: 'answer'; answer: ScannedAnswer }
  /** The phone knows the answer already. */
  | { kind: 'known' }
  | { kind: 'refused'; why: AnswerRefusal };

/** Reads the receiver's code, scanned or typed, on the giver's phone. */
export async function readAnswerCode(
  runtime: Runtime,
  handOver: Pick<HandOver, 'key' | 'to'>,
  text: string
): Promise<AnswerReading> {
  const { scope, store } = runtime;
  const code = text.trim();
  const cash = await store.read((reader) => readMyCash(reader, scope));
  const answer = isTyped(code)
    ? readTypedAnswer(runtime, handOver.key, code)
    : await readSignedAnswer(runtime, handOver.key, code, cash.knownKeys);
  if (typeof answer === 'string') return refused(answer);
  if (answer.by === scope.userId) return refused('own');
  if (handOver.to.user_id !== undefined && handOver.to.user_id !== answer.by) return refused('wrong_person');
  const state = cash.chain.handOvers.find((each) => each.handOver.key === handOver.key)?.state;
  if (state === 'taken_back') return refused('taken_back');
  return state === 'offered' ? { kind: 'answer', answer } : { kind: 'known' };
}

function readTypedAnswer({ scope }: Runtime, key: string, code: string): ScannedAnswer | AnswerRefusal {
  const typed = readAnswerDigits(scope.spaceId, key, code);
  return typed ? { by: typed.receiver, isDisputed: typed.isDisputed, signed: null } : 'mistyped';
}

async function readSignedAnswer(
  { scope, receipts }: Runtime,
  key: string,
  code: string,
  knownKeys: ReadonlySet<string>
): Promise<ScannedAnswer | AnswerRefusal> {
  const read = readAnswer(code);
  if (!read) return readOffer(code) ? 'is_offer' : 'unreadable';
  if (!(await receipts.isSigned(read))) return 'altered';
  const { facts, publicKey } = read;
  if (facts.space !== scope.spaceId) return 'other_space';
  if (facts.key !== key) return 'other_hand_over';
  const isKeyKnown = knownKeys.has(deviceKey(facts.receiver, publicKey));
  return { by: facts.receiver, isDisputed: facts.isDisputed, signed: { code, isKeyKnown } };
}
