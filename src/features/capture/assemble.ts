import { sendable } from '@/domain/answers';
import { type Capture, type CaptureItem, captureTotal, timestampWithOffset } from '@/domain/bundle';
import { type CaptureError, findCaptureErrors } from '@/domain/captureRules';
import { dayOf, isDay, readDay } from '@/domain/day';
import { toLatinDigits } from '@/domain/digits';
import { type MembershipPeriod, membershipPeriod } from '@/domain/membershipPeriod';
import { parseAmount, type ParsedAmount } from '@/domain/money';
import { detailsOf } from '@/domain/paymentDetails';
import { methodOfPromise, type Promised } from '@/domain/promise';

import { type Catalogue, findDonationPrice, findMembershipPrice, methodsOf } from '@/domain/catalogue';
import type { Draft, PersonDraft, PriceChoice, Who } from './draft';

/** The field of a validation error. */
export type Field =
  | `${string}.who`
  | `${string}.mail`
  | `${string}.permission`
  | `${string}.donation`
  | `${string}.membership`
  | `${string}.until`
  | 'method'
  | 'currency'
  | 'day'
  | 'callBack'
  | 'items';

/** The kind of the error; the screen has a message for each. */
export type FormError =
  | {
      field: Field;
      kind: Exclude<CaptureError['kind'], 'custom_amount_refused' | 'other_currency' | 'cash_too_large'>;
    }
  | { field: Field; kind: 'custom_amount_refused'; amount: number }
  | { field: Field; kind: 'cash_too_large'; most: number }
  | { field: Field; kind: 'other_currency'; currency: string }
  | { field: Field; kind: Exclude<ParsedAmount['kind'], 'amount' | 'empty' | 'too_many_decimals'> }
  | { field: Field; kind: 'too_many_decimals'; digits: number }
  | {
      field: Field;
      kind:
        | 'who_missing'
        | 'member_nameless'
        | 'until_unreadable'
        | 'day_unreadable'
        | 'day_ahead'
        | 'call_back_unreadable'
        | 'call_back_past'
        | 'promise_nameless';
    }
  | { field: Field; kind: 'currency_unreadable' };

/** The time, time zone and locale of saving. */
export interface SaveContext {
  now: number;
  /** Minutes east of UTC at that time. */
  offsetMinutesAt(time: number): number;
  locale: string;
}

export interface Assembled {
  capture: Capture;
  errors: FormError[];
}

/** Which person and which of their choices an item of the capture is from. */
interface Slot {
  person: PersonDraft;
  kind: 'donation' | 'membership';
}

/**
 * The capture of a draft, and its validation errors. `opened` is the draft of a saved record before anything was changed:
 * prices, methods and limits that have changed since concern only what is changed too. A refused record has none: what is
 * wrong may be what nobody has changed.
 */
export function assemble(
  draft: Draft,
  catalogue: Catalogue,
  context: SaveContext,
  opened: Draft | null = null
): Assembled {
  const errors: FormError[] = [];
  const filled = captureOf(draft, catalogue, context, errors);
  const before = opened && captureOf(opened, catalogue, context, []);
  const known = {
    settings: catalogue.settings,
    priceOf: (item: CaptureItem) =>
      item.kind === 'donation'
        ? findDonationPrice(catalogue, item.priceId ?? null)
        : findMembershipPrice(catalogue, item.priceId ?? null),
  };
  for (const error of findCaptureErrors(filled.capture, known)) {
    if (before && isAsBefore(error, filled, before)) continue;
    const placed = placeError(error, filled.slots, draft);
    // A field shows one error at a time.
    if (placed !== null && !errors.some(({ field }) => field === placed.field)) errors.push(placed);
  }
  return { capture: filled.capture, errors };
}

/** A capture, and for each of its items where it is from. */
interface Filled {
  capture: Capture;
  slots: Slot[];
}

function captureOf(draft: Draft, catalogue: Catalogue, context: SaveContext, errors: FormError[]): Filled {
  const takenAt = takenAtOf(draft, context, errors);
  if (!/^[a-z]{3}$/i.test(draft.currency)) errors.push({ field: 'currency', kind: 'currency_unreadable' });

  const parts: { item: CaptureItem; slot: Slot }[] = [];
  for (const person of draft.people) {
    if (person.who === null) errors.push({ field: `${person.key}.who`, kind: 'who_missing' });
    const wants = (kind: Slot['kind']) => person.takes === kind || person.takes === 'both';
    if (wants('donation')) {
      const item = donationOf(person, draft, catalogue, context, errors);
      parts.push({ item, slot: { person, kind: 'donation' } });
    }
    if (wants('membership')) {
      if (person.who?.kind === 'nobody') errors.push({ field: `${person.key}.who`, kind: 'member_nameless' });
      const item = membershipOf(person, draft, catalogue, context, takenAt, errors);
      parts.push({ item, slot: { person, kind: 'membership' } });
    }
  }
  // Those of a saved record stay in their places, and those that were added follow.
  const placeOf = ({ slot: { person, kind } }: { slot: Slot }) => person.places[kind] ?? parts.length;
  parts.sort((one, other) => placeOf(one) - placeOf(other));

  const promise = promiseOf(draft, takenAt, errors);
  const method = promise ? methodOfPromise(methodsOf(catalogue)) : draft.method;
  const details = detailsOf(method, draft.details);
  const capture: Capture = {
    id: draft.id,
    externalId: draft.externalId,
    takenAt: timestampWithOffset(takenAt, context.offsetMinutesAt(takenAt)),
    currency: draft.currency,
    payer: toPerson(draft.payer ?? draft.people[0]?.who ?? null),
    paymentMethodKind: method,
    ...(details && { paymentMethod: details }),
    ...(promise && { promise }),
    items: parts.map(({ item }) => item),
    ...given('codeCampaign', draft.campaign),
    ...given('comment', draft.note),
  };
  return { capture, slots: parts.map(({ slot }) => slot) };
}

/** Whether an error is about a price, method or limit that the saved record has too, and nobody has changed that part of it. */
function isAsBefore(error: CaptureError, { capture, slots }: Filled, before: Filled): boolean {
  switch (error.kind) {
    case 'method_refused':
      return capture.paymentMethodKind === before.capture.paymentMethodKind;
    case 'cash_too_large':
      return (
        capture.paymentMethodKind === before.capture.paymentMethodKind &&
        captureTotal(capture) <= captureTotal(before.capture)
      );
    case 'price_withdrawn':
    case 'other_currency':
    case 'custom_amount_refused': {
      const index = Number(error.at.split('.')[1]);
      const [item, slot] = [capture.items[index], slots[index]];
      const same = before.slots.findIndex(
        ({ person, kind }) => kind === slot?.kind && person.key === slot.person.key
      );
      const old = before.capture.items[same];
      return (
        old !== undefined &&
        item?.priceId === old.priceId &&
        item?.amount === old.amount &&
        capture.currency === before.capture.currency
      );
    }
    default:
      return false;
  }
}

/** A promise of nobody cannot be called back. */
function promiseOf(draft: Draft, takenAt: number, errors: FormError[]): Promised | null {
  if (draft.promise === null) return null;
  const [first] = draft.people;
  if ((draft.payer ?? first?.who)?.kind === 'nobody')
    errors.push({ field: draft.payer ? 'payer.who' : `${first?.key ?? ''}.who`, kind: 'promise_nameless' });
  const day = draft.promise.callBack.trim();
  if (day === '') return { callBack: null };
  if (!isDay(day)) errors.push({ field: 'callBack', kind: 'call_back_unreadable' });
  else if (day < dayOf(takenAt)) errors.push({ field: 'callBack', kind: 'call_back_past' });
  return { callBack: isDay(day) ? day : null };
}

function donationOf(
  person: PersonDraft,
  draft: Draft,
  catalogue: Catalogue,
  context: SaveContext,
  errors: FormError[]
): CaptureItem {
  const price = findDonationPrice(catalogue, person.donation.priceId);
  const amount = amountOf(person.donation, price?.amount, draft, context, `${person.key}.donation`, errors);
  return {
    kind: 'donation',
    beneficiary: toPerson(person.who),
    amount,
    ...priceFields(person.donation, price?.amount, amount),
    ...given('affectation', draft.affectation),
  };
}

function membershipOf(
  person: PersonDraft,
  draft: Draft,
  catalogue: Catalogue,
  context: SaveContext,
  takenAt: number,
  errors: FormError[]
): CaptureItem {
  const price = findMembershipPrice(catalogue, person.membership.priceId);
  const amount = amountOf(
    person.membership,
    price?.amount,
    draft,
    context,
    `${person.key}.membership`,
    errors
  );
  const period = periodOf(person, catalogue, takenAt, context);
  if (period === null && person.until.trim() !== '')
    errors.push({ field: `${person.key}.until`, kind: 'until_unreadable' });
  return {
    kind: 'membership',
    beneficiary: toPerson(person.who),
    amount,
    ...priceFields(person.membership, price?.amount, amount),
    ...(period === null ? {} : { period }),
  };
}

/** The period of a membership: of its price where that has one, else until the typed day. */
export function periodOf(
  person: PersonDraft,
  catalogue: Catalogue,
  takenAt: number,
  context: Pick<SaveContext, 'offsetMinutesAt'>
): MembershipPeriod | null {
  const local = new Date(takenAt + context.offsetMinutesAt(takenAt) * 60_000);
  const day = { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
  const price = findMembershipPrice(catalogue, person.membership.priceId);
  const fromPrice = price === null ? null : membershipPeriod(price, day);
  if (fromPrice !== null) return fromPrice;
  const until = readDay(person.until);
  if (until === null) return null;
  return {
    start_date: new Date(Date.UTC(day.year, day.month - 1, day.day)).toISOString(),
    end_date: new Date(until + 86_400_000 - 1_000).toISOString(),
    rolling_year: false,
  };
}

/** When the money was taken: now, or at the day and time that were typed. */
export function takenAtOf(
  draft: Pick<Draft, 'day' | 'time'>,
  { now, offsetMinutesAt }: Pick<SaveContext, 'now' | 'offsetMinutesAt'>,
  errors: FormError[] = []
): number {
  if (draft.day === null) return now;
  const day = readDay(draft.day);
  const clock = /^(\d{1,2}):(\d{2})$/.exec(toLatinDigits(draft.time.trim()) || '12:00');
  const [hours = 0, minutes = 0] = (clock ?? []).slice(1).map(Number);
  if (day === null || clock === null || hours > 23 || minutes > 59) {
    errors.push({ field: 'day', kind: 'day_unreadable' });
    return now;
  }
  const local = day + (hours * 60 + minutes) * 60_000;
  // On a day with a clock change the offset depends on the time itself: computed twice.
  const near = local - offsetMinutesAt(local) * 60_000;
  const takenAt = local - offsetMinutesAt(near) * 60_000;
  if (takenAt <= now) return takenAt;
  errors.push({ field: 'day', kind: 'day_ahead' });
  return now;
}

function amountOf(
  choice: PriceChoice,
  listAmount: number | undefined,
  draft: Draft,
  { locale }: SaveContext,
  field: Field,
  errors: FormError[]
): number {
  if (choice.typed === null) return listAmount ?? 0;
  const parsed = parseAmount(choice.typed, draft.currency, locale);
  switch (parsed.kind) {
    case 'amount':
      return parsed.amount;
    case 'empty':
      return 0;
    case 'too_many_decimals':
      errors.push({ field, kind: parsed.kind, digits: parsed.digits });
      return 0;
    default:
      errors.push({ field, kind: parsed.kind });
      return 0;
  }
}

/** A field that is present only where something was typed. */
function given<Key extends string>(key: Key, typed: string): { [K in Key]?: string } {
  const text = sendable(typed);
  const field: { [K in Key]?: string } = {};
  if (text !== '') field[key] = text;
  return field;
}

function priceFields(choice: PriceChoice, listAmount: number | undefined, amount: number) {
  if (choice.priceId === null) return {};
  const differs = listAmount !== undefined && listAmount > 0 && listAmount !== amount;
  return { priceId: choice.priceId, ...(differs ? { listAmount } : {}) };
}

function toPerson(who: Who | null): Capture['payer'] {
  switch (who?.kind) {
    case 'contact':
      return { kind: 'contact', contactId: who.contactId };
    case 'supporter':
      return {
        kind: 'supporter',
        name: sendable(who.name),
        ...given('address', who.address),
        ...given('mail', who.mail),
        ...given('phone', who.phone),
        ...((who.mail + who.phone).trim() !== '' && who.mayKeep && { permission: 'yes' }),
      };
    default:
      return { kind: 'nobody' };
  }
}

const personFields = {
  name_missing: 'who',
  mail_unreadable: 'mail',
  permission_missing: 'permission',
} as const;
const personField = (kind: keyof typeof personFields) => personFields[kind];

/** The rules name items by index; the form by person and choice. */
function placeError(error: CaptureError, slots: readonly Slot[], draft: Draft): FormError | null {
  if (error.at === 'items') return { field: 'items', kind: error.kind };
  if (error.at === 'method') {
    return error.kind === 'cash_too_large'
      ? { field: 'method', kind: error.kind, most: error.most }
      : { field: 'method', kind: error.kind };
  }
  if (error.at === 'payer') {
    // Without another payer the first person pays: the error is at their fields.
    if (draft.payer === null) return null;
    return { field: `payer.${personField(error.kind)}`, kind: error.kind };
  }
  const slot = slots[Number(error.at.split('.')[1])];
  if (slot === undefined) return null;
  const { key } = slot.person;
  switch (error.kind) {
    case 'name_missing':
    case 'mail_unreadable':
    case 'permission_missing':
      return { field: `${key}.${personField(error.kind)}`, kind: error.kind };
    case 'period_missing':
    case 'period_reversed':
      return { field: `${key}.until`, kind: error.kind };
    case 'custom_amount_refused':
      return { field: `${key}.${slot.kind}`, kind: error.kind, amount: error.amount };
    case 'other_currency':
      return { field: `${key}.${slot.kind}`, kind: error.kind, currency: error.currency };
    default:
      return { field: `${key}.${slot.kind}`, kind: error.kind };
  }
}
