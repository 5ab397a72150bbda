import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

import { type Money, sumByCurrency } from '@/domain/money';
import { withoutSeparators } from '@/domain/typedCode';

import { type Scope } from '../scopes';
import { type Reader } from '../store';

/**
 * Short codes of digits for phones without a camera. They refer to the records of both sides: the key of a hand-over follows
 * from the space, the giver and eight digits. They carry neither sums nor a signature.
 */
type TypedOffer = {
  giver: number;
  /** The key of the hand-over. */
  key: string;
  /** Four digits that follow from the giver's sums. */
  sumCheck: string;
};
type TypedAnswer = { receiver: number; isDisputed: boolean };

const referenceLength = 8;
const checkLength = 4;
const receivedDigit = '1';
const disputedDigit = '2';

const hash = (...parts: readonly (string | number)[]): string =>
  bytesToHex(sha256(utf8ToBytes(parts.join('.'))));

/** Four digits: a mistyped code has others, except for one in 10,000. */
const checkOf = (...parts: readonly (string | number)[]): string =>
  String(Number.parseInt(hash(...parts).slice(0, 8), 16) % 10 ** checkLength).padStart(checkLength, '0');

function keyOf(space: number, giver: number, reference: string): string {
  const rest = hash('hand-over', space, giver, reference);
  const groups = [rest.slice(0, 4), `8${rest.slice(4, 7)}`, `8${rest.slice(7, 10)}`, rest.slice(10, 22)];
  return [reference, ...groups].join('-');
}

/** A key for a hand-over, whose first eight digits a person can type. */
export function newHandOverKey(space: number, giver: number, random: () => number): string {
  const reference = String(Math.floor(random() * 10 ** referenceLength)).padStart(referenceLength, '0');
  return keyOf(space, giver, reference);
}

/** The giver of a hand-over of which the phone has only the key, among the people that it has; null if none fits. */
export async function findGiver(reader: Reader, scope: Scope, key: string): Promise<number | null> {
  const people = await reader.all<{ id: number }>('SELECT id FROM users WHERE scope_id = ?', [scope.id]);
  const reference = key.slice(0, referenceLength);
  return people.find(({ id }) => keyOf(scope.spaceId, id, reference) === key)?.id ?? null;
}

/** Four digits that follow from sums, so that the receiver's phone can compare its own count with the giver's. */
export function sumCheckOf(cash: readonly Money[]): string {
  const sums = sumByCurrency(cash)
    .filter(({ amount }) => amount !== 0)
    .map(({ amount, currency }) => `${currency.toLowerCase()}-${amount}`);
  return checkOf('sum', ...sums.sort());
}

/** The short form of the first code; null for a hand-over whose key has none. */
export function offerDigits(
  space: number,
  giver: number,
  { key, cash }: { key: string; cash: readonly Money[] }
): string | null {
  const reference = key.slice(0, referenceLength);
  if (keyOf(space, giver, reference) !== key) return null;
  const digits = `${reference}${giver}${sumCheckOf(cash)}`;
  return `${digits}${checkOf('offer', space, digits)}`;
}

function digitsIn(typed: string): string | null {
  const digits = withoutSeparators(typed);
  return /^\d{1,40}$/.test(digits) ? digits : null;
}

/** Reads the typed first code; null if it is mistyped or of another space. */
export function readOfferDigits(space: number, typed: string): TypedOffer | null {
  const digits = digitsIn(typed);
  const content = digits?.slice(0, -checkLength) ?? '';
  if (digits !== `${content}${checkOf('offer', space, content)}`) return null;
  const reference = content.slice(0, referenceLength);
  const giver = content.slice(referenceLength, -checkLength);
  if (!/^[1-9]\d{0,14}$/.test(giver)) return null;
  return {
    giver: Number(giver),
    key: keyOf(space, Number(giver), reference),
    sumCheck: content.slice(-checkLength),
  };
}

/** The short form of the second code. */
export function answerDigits(
  space: number,
  key: string,
  { receiver, isDisputed }: { receiver: number; isDisputed: boolean }
): string {
  const digits = `${isDisputed ? disputedDigit : receivedDigit}${receiver}`;
  return `${digits}${checkOf('answer', space, key, digits)}`;
}

/** Reads the typed second code of a hand-over; null if it is mistyped or of another hand-over. */
export function readAnswerDigits(space: number, key: string, typed: string): TypedAnswer | null {
  const digits = digitsIn(typed);
  const content = digits?.slice(0, -checkLength) ?? '';
  if (digits !== `${content}${checkOf('answer', space, key, content)}`) return null;
  const [, state, receiver] = /^([12])([1-9]\d{0,14})$/.exec(content) ?? [];
  return receiver === undefined ? null : { receiver: Number(receiver), isDisputed: state === disputedDigit };
}
