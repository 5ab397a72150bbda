import { type Capture, type CaptureItem, timestampWithOffset } from '@/domain/bundle';
import { type CaptureError, findCaptureErrors } from '@/domain/captureRules';
import { readDay } from '@/domain/day';
import { type MembershipPeriod, membershipPeriod } from '@/domain/membershipPeriod';
import { parseAmount, type ParsedAmount } from '@/domain/money';

import { type Catalogue, findDonationPrice, findMembershipPrice } from '@/domain/catalogue';
import type { Draft, PersonDraft, PriceChoice, Who } from './draft';

/** Where on the form something is wrong. */
export type Field =
  | `${string}.who`
  | `${string}.mail`
  | `${string}.donation`
  | `${string}.membership`
  | `${string}.until`
  | 'method'
  | 'currency'
  | 'day'
  | 'items';

/** What is wrong there; the screen has a sentence for each. */
export type FormFault =
  | {
      field: Field;
      kind: Exclude<CaptureError['kind'], 'custom_amount_refused' | 'too_many_items' | 'other_currency'>;
    }
  | { field: Field; kind: 'custom_amount_refused'; amount: number }
  | { field: Field; kind: 'too_many_items'; most: number }
  | { field: Field; kind: 'other_currency'; currency: string }
  | { field: Field; kind: Exclude<ParsedAmount['kind'], 'amount' | 'empty' | 'too_many_decimals'> }
  | { field: Field; kind: 'too_many_decimals'; digits: number }
  | {
      field: Field;
      kind: 'who_missing' | 'member_nameless' | 'until_unreadable' | 'day_unreadable' | 'day_ahead';
    }
  | { field: Field; kind: 'currency_unreadable' };

/** The moment of saving, on this phone. */
export interface Moment {
  now: number;
  /** Minutes east of UTC at that moment. */
  offsetMinutesAt(moment: number): number;
  locale: string;
}

export interface Assembled {
  capture: Capture;
  faults: FormFault[];
}

/** Which person and which of their choices an item of the capture came from. */
interface Slot {
  person: PersonDraft;
  kind: 'donation' | 'membership';
}

/** The capture that the form stands for at this moment, and everything that is wrong with it. */
export function assemble(draft: Draft, catalogue: Catalogue, moment: Moment): Assembled {
  const faults: FormFault[] = [];
  const takenAt = takenAtOf(draft, moment, faults);
  if (!/^[a-z]{3}$/i.test(draft.currency)) faults.push({ field: 'currency', kind: 'currency_unreadable' });

  const items: CaptureItem[] = [];
  const slots: Slot[] = [];
  for (const person of draft.people) {
    if (person.who === null) faults.push({ field: `${person.key}.who`, kind: 'who_missing' });
    const wants = (kind: Slot['kind']) => person.takes === kind || person.takes === 'both';
    if (wants('donation')) {
      items.push(donationOf(person, draft, catalogue, moment, faults));
      slots.push({ person, kind: 'donation' });
    }
    if (wants('membership')) {
      if (person.who?.kind === 'nobody') faults.push({ field: `${person.key}.who`, kind: 'member_nameless' });
      items.push(membershipOf(person, draft, catalogue, moment, takenAt, faults));
      slots.push({ person, kind: 'membership' });
    }
  }

  const capture: Capture = {
    id: draft.id,
    externalId: draft.externalId,
    takenAt: timestampWithOffset(takenAt, moment.offsetMinutesAt(takenAt)),
    currency: draft.currency,
    payer: toPerson(draft.payer ?? draft.people[0]?.who ?? null),
    paymentMethodKind: draft.method,
    items,
    ...given('codeCampaign', draft.campaign),
    ...given('comment', draft.note),
  };
  const known = {
    settings: catalogue.settings,
    priceOf: (item: CaptureItem) =>
      item.kind === 'donation'
        ? findDonationPrice(catalogue, item.priceId ?? null)
        : findMembershipPrice(catalogue, item.priceId ?? null),
  };
  for (const fault of findCaptureErrors(capture, known)) {
    const placed = placeFault(fault, slots, draft);
    // A field that already has something wrong with it says one thing at a time.
    if (placed !== null && !faults.some(({ field }) => field === placed.field)) faults.push(placed);
  }
  return { capture, faults };
}

function donationOf(
  person: PersonDraft,
  draft: Draft,
  catalogue: Catalogue,
  moment: Moment,
  faults: FormFault[]
): CaptureItem {
  const price = findDonationPrice(catalogue, person.donation.priceId);
  const amount = amountOf(person.donation, price?.amount, draft, moment, `${person.key}.donation`, faults);
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
  moment: Moment,
  takenAt: number,
  faults: FormFault[]
): CaptureItem {
  const price = findMembershipPrice(catalogue, person.membership.priceId);
  const amount = amountOf(
    person.membership,
    price?.amount,
    draft,
    moment,
    `${person.key}.membership`,
    faults
  );
  const period = periodOf(person, catalogue, takenAt, moment);
  if (period === null && person.until.trim() !== '')
    faults.push({ field: `${person.key}.until`, kind: 'until_unreadable' });
  return {
    kind: 'membership',
    beneficiary: toPerson(person.who),
    amount,
    ...priceFields(person.membership, price?.amount, amount),
    ...(period === null ? {} : { period }),
  };
}

/** The period of a membership: by its price where that says, else by the last day that was typed. */
export function periodOf(
  person: PersonDraft,
  catalogue: Catalogue,
  takenAt: number,
  moment: Pick<Moment, 'offsetMinutesAt'>
): MembershipPeriod | null {
  const local = new Date(takenAt + moment.offsetMinutesAt(takenAt) * 60_000);
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
  { now, offsetMinutesAt }: Pick<Moment, 'now' | 'offsetMinutesAt'>,
  faults: FormFault[] = []
): number {
  if (draft.day === null) return now;
  const day = readDay(draft.day);
  const clock = /^(\d{1,2}):(\d{2})$/.exec(draft.time.trim() === '' ? '12:00' : draft.time.trim());
  const [hours = 0, minutes = 0] = (clock ?? []).slice(1).map(Number);
  if (day === null || clock === null || hours > 23 || minutes > 59) {
    faults.push({ field: 'day', kind: 'day_unreadable' });
    return now;
  }
  const local = day + (hours * 60 + minutes) * 60_000;
  // Where the clock is changed that day, the offset is that of the moment itself, which it takes an offset to know.
  const near = local - offsetMinutesAt(local) * 60_000;
  const takenAt = local - offsetMinutesAt(near) * 60_000;
  if (takenAt <= now) return takenAt;
  faults.push({ field: 'day', kind: 'day_ahead' });
  return now;
}

function amountOf(
  choice: PriceChoice,
  listAmount: number | undefined,
  draft: Draft,
  { locale }: Moment,
  field: Field,
  faults: FormFault[]
): number {
  if (choice.typed === null) return listAmount ?? 0;
  const parsed = parseAmount(choice.typed, draft.currency, locale);
  switch (parsed.kind) {
    case 'amount':
      return parsed.amount;
    case 'empty':
      return 0;
    case 'too_many_decimals':
      faults.push({ field, kind: parsed.kind, digits: parsed.digits });
      return 0;
    default:
      faults.push({ field, kind: parsed.kind });
      return 0;
  }
}

/** A text as the contract takes it. Half of a character, where a field cut one in two, must not keep the rest from being saved. */
const sendable = (text: string) => text.replace(/[\0\uD800-\uDFFF]/gu, '').trim();

/** A field that is there only where something was typed. */
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
        ...given('mail', who.mail),
        ...given('phone', who.phone),
      };
    default:
      return { kind: 'nobody' };
  }
}

/** The rules know items by their place; the form knows them by person and choice. */
function placeFault(fault: CaptureError, slots: readonly Slot[], draft: Draft): FormFault | null {
  if (fault.at === 'items') {
    return fault.kind === 'too_many_items'
      ? { field: 'items', kind: fault.kind, most: fault.most }
      : { field: 'items', kind: fault.kind };
  }
  if (fault.at === 'method') return { field: 'method', kind: fault.kind };
  if (fault.at === 'payer') {
    // The first person pays where nobody else does, and their own fields say it.
    if (draft.payer === null) return null;
    return { field: fault.kind === 'mail_unreadable' ? 'payer.mail' : 'payer.who', kind: fault.kind };
  }
  const slot = slots[Number(fault.at.split('.')[1])];
  if (slot === undefined) return null;
  const { key } = slot.person;
  switch (fault.kind) {
    case 'name_missing':
      return { field: `${key}.who`, kind: fault.kind };
    case 'mail_unreadable':
      return { field: `${key}.mail`, kind: fault.kind };
    case 'period_missing':
    case 'period_reversed':
      return { field: `${key}.until`, kind: fault.kind };
    case 'custom_amount_refused':
      return { field: `${key}.${slot.kind}`, kind: fault.kind, amount: fault.amount };
    case 'other_currency':
      return { field: `${key}.${slot.kind}`, kind: fault.kind, currency: fault.currency };
    default:
      return { field: `${key}.${slot.kind}`, kind: fault.kind };
  }
}
