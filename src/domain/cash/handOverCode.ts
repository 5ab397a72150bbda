import {
  decodeWord,
  encodeWord,
  isWholeNumber,
  signParts,
  splitSigned,
  type DeviceSigner,
  type SignedText,
} from '../signedText';
import type { Money } from '../money';

/** What the giver's phone states: the first code of a hand-over. */
export type OfferFacts = {
  space: number;
  giver: number;
  /** The key of the hand-over. */
  key: string;
  /** When the code was shown, in seconds since 1970. */
  time: number;
  /** The receiver; null for somebody whom the giver typed as a name. */
  to: number | null;
  cheques: number;
  cash: Money[];
  /** The shift of the last of the counts; empty where only received cash is handed on. */
  shift: string;
  counts: string[];
};

/** What the receiver's phone answers: the second code. */
export type AnswerFacts = {
  space: number;
  receiver: number;
  /** The key of the hand-over. */
  key: string;
  time: number;
  /** The key of the receiver's record. */
  reply: string;
  isDisputed: boolean;
  counted: Money[];
  cheques: number;
};

export type ReadOffer = SignedText & { kind: 'offer'; facts: OfferFacts };
export type ReadAnswer = SignedText & { kind: 'answer'; facts: AnswerFacts };

/** How many counts a code can list and still be read by a camera. */
export const MOST_COUNTS_IN_CODE = 12;
/** After this time the giver's phone has to show the code again. */
export const offerValidMs = 24 * 60 * 60_000;
/** How far two phones' clocks may be apart. */
const clockToleranceMs = 60 * 60_000;

const versions = { offer: 'o1', answer: 'a1' };

const encodeMoney = (sums: readonly Money[]): string =>
  sums.map(({ amount, currency }) => `${currency.toLowerCase()}-${amount}`).join(',');

function decodeMoney(text: string): Money[] | null {
  const sums = text === '' ? [] : text.split(',').map((part) => /^([a-z]{3})-(\d{1,16})$/.exec(part));
  return sums.every((sum) => sum !== null)
    ? sums.map(([, currency = '', amount]) => ({ amount: Number(amount), currency: currency.toUpperCase() }))
    : null;
}

function offerParts({ space, giver, key, time, to, cheques, cash, shift, counts }: OfferFacts) {
  const keys = counts.map(encodeWord).join(',');
  return [
    versions.offer,
    space,
    giver,
    encodeWord(key),
    time,
    to ?? '',
    cheques,
    encodeMoney(cash),
    encodeWord(shift),
    keys,
  ];
}

function answerParts({ space, receiver, key, time, reply, isDisputed, counted, cheques }: AnswerFacts) {
  const state = isDisputed ? 'd' : 'r';
  return [
    versions.answer,
    space,
    receiver,
    encodeWord(key),
    time,
    encodeWord(reply),
    state,
    encodeMoney(counted),
    cheques,
  ];
}

export const makeOffer = (facts: OfferFacts, signer: DeviceSigner): string =>
  signParts(offerParts(facts), signer);

export const makeAnswer = (facts: AnswerFacts, signer: DeviceSigner): string =>
  signParts(answerParts(facts), signer);

/** Reads the first code without checking its signature; null for any other text. */
export function readOffer(code: string): ReadOffer | null {
  const read = splitSigned(code, 10);
  if (!read) return null;
  const { parts, ...signedText } = read;
  const [version, space = '', giver = '', key = '', time = '', to = '', cheques = ''] = parts;
  const [sums = '', shift = '', keys = ''] = parts.slice(7);
  const cash = decodeMoney(sums);
  if (version !== versions.offer || !cash || ![space, giver, time, cheques].every(isWholeNumber)) return null;
  if (to !== '' && !isWholeNumber(to)) return null;
  const facts: OfferFacts = {
    space: Number(space),
    giver: Number(giver),
    key: decodeWord(key) ?? '',
    time: Number(time),
    to: to === '' ? null : Number(to),
    cheques: Number(cheques),
    cash,
    shift: decodeWord(shift) ?? '',
    counts: keys === '' ? [] : keys.split(',').map((each) => decodeWord(each) ?? ''),
  };
  const isSame = offerParts(facts).join('.') === read.signed;
  return isSame && facts.key !== '' ? { kind: 'offer', facts, ...signedText } : null;
}

/** Reads the second code without checking its signature; null for any other text. */
export function readAnswer(code: string): ReadAnswer | null {
  const read = splitSigned(code, 9);
  if (!read) return null;
  const { parts, ...signedText } = read;
  const [version, space = '', receiver = '', key = '', time = '', reply = '', state] = parts;
  const [sums = '', cheques = ''] = parts.slice(7);
  const counted = decodeMoney(sums);
  if (version !== versions.answer || !counted) return null;
  if (![space, receiver, time, cheques].every(isWholeNumber)) return null;
  const facts: AnswerFacts = {
    space: Number(space),
    receiver: Number(receiver),
    key: decodeWord(key) ?? '',
    time: Number(time),
    reply: decodeWord(reply) ?? '',
    isDisputed: state === 'd',
    counted,
    cheques: Number(cheques),
  };
  const isSame = answerParts(facts).join('.') === read.signed;
  return isSame && facts.key !== '' ? { kind: 'answer', facts, ...signedText } : null;
}

/** Whether a code was shown too long ago, or in the future, by the clock of this phone. */
export const isOldOffer = ({ time }: Pick<OfferFacts, 'time'>, now: number): boolean =>
  now - time * 1000 > offerValidMs || time * 1000 - now > clockToleranceMs;
