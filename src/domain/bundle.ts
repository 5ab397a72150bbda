import {
  BundleCreateRequest,
  type BundleCreate,
  type DonationCreate,
  type MembershipCreate,
} from '@/contract/bundle';

import type { RandomUnit } from './backoff';
import type { MembershipPeriod } from './membershipPeriod';
import { promiseDetails, type Promised } from './promise';
import { writeSupporter, type Supporter } from './contacts/supporter';

/** The payer or the beneficiary: a contact, a supporter who is not a contact yet, or no name. */
export type Person =
  { kind: 'contact'; contactId: number } | ({ kind: 'supporter' } & Supporter) | { kind: 'nobody' };

/** What a volunteer records at a door: one payment for one or several items. */
export type CaptureItem = {
  kind: 'donation' | 'membership';
  beneficiary: Person;
  amount: number;
  priceId?: number;
  listAmount?: number;
  /** Donations only: the purpose. */
  affectation?: string;
  /** Memberships only. */
  period?: MembershipPeriod;
  comment?: string;
};

/** A capture at a door: one payment for one or several items. */
export type Capture = {
  /** A UUID created when the form opens: a second tap saves the same capture. */
  id: string;
  /** Created by `makeExternalId` when the form opens. */
  externalId: number;
  /** Device time with its offset, see `timestampWithOffset`. */
  takenAt: string;
  currency: string;
  payer: Person;
  paymentMethodKind: string;
  paymentMethod?: Record<string, unknown>;
  items: CaptureItem[];
  codeCampaign?: string;
  comment?: string;
  statusId?: number;
  /** Nothing was paid yet. */
  promise?: Promised;
};

/** The amount handed over, or promised. */
export function captureTotal(capture: Pick<Capture, 'items'>): number {
  return capture.items.reduce((sum, item) => sum + item.amount, 0);
}

/**
 * The frozen body: every attempt sends these bytes. The transaction contains the id and a random number of the
 * capture, so that it can be found on a service that returns either.
 */
export function freezeBundle(capture: Capture, receipt: string | null = null): string {
  const details = { ...capture.paymentMethod, ...(capture.promise && promiseDetails(capture.promise)) };
  const transaction = {
    amount: captureTotal(capture),
    currency: capture.currency,
    payment_method_kind: capture.paymentMethodKind,
    ...(Object.keys(details).length === 0 ? {} : { payment_method: details }),
    date: capture.takenAt,
    ...(capture.codeCampaign ? { code_campaign: capture.codeCampaign } : {}),
    ...(capture.promise === undefined ? {} : { unpaid_amount: captureTotal(capture) }),
    ...(capture.statusId === undefined ? {} : { status_id: capture.statusId }),
    ...personFields(capture.payer, capture.comment),
    delivery_token: capture.id,
    external_transaction_id: capture.externalId,
  };
  const memberships = capture.items.filter((item) => item.kind === 'membership').map(toMembership(capture));
  const donations = capture.items.filter((item) => item.kind === 'donation').map(toDonation(capture));
  const request = BundleCreateRequest.parse({
    data: {
      transactions: [transaction],
      memberships,
      donations,
      ...(receipt === null ? {} : { receipt }),
    },
  });
  return JSON.stringify(request);
}

/** The bundle in a frozen body; null where the body is missing or is not a bundle. */
export function readFrozenBundle(body: string | null): BundleCreate | null {
  if (body === null) return null;
  try {
    return BundleCreateRequest.safeParse(JSON.parse(body)).data?.data ?? null;
  } catch {
    return null; // Not JSON. The row is shown without its parts.
  }
}

function personFields(person: Person, comment?: string): { contact_id?: number; comment?: string } {
  if (person.kind === 'supporter') return { comment: writeSupporter(person, comment) };
  return {
    ...(person.kind === 'contact' ? { contact_id: person.contactId } : {}),
    ...(comment ? { comment } : {}),
  };
}

const toDonation =
  (capture: Capture) =>
  (item: CaptureItem): DonationCreate => ({
    ...personFields(item.beneficiary, item.comment),
    date: capture.takenAt,
    amount: item.amount,
    currency: capture.currency,
    ...(item.listAmount === undefined ? {} : { initial_amount: item.listAmount }),
    ...(item.priceId === undefined ? {} : { donation_price_id: item.priceId }),
    ...(item.affectation ? { affectation: item.affectation } : {}),
  });

const toMembership =
  (capture: Capture) =>
  (item: CaptureItem): MembershipCreate => ({
    ...personFields(item.beneficiary, item.comment),
    amount: item.amount,
    currency: capture.currency,
    ...(item.listAmount === undefined ? {} : { amount_initial: item.listAmount }),
    ...(item.priceId === undefined ? {} : { membership_price_id: item.priceId }),
    ...item.period,
  });

/** A random integer of 53 bits, never 0: the second mark by which a transaction is found again. */
export function makeExternalId(random: RandomUnit): number {
  const high = Math.floor(random() * 2 ** 21);
  const low = Math.floor(random() * 2 ** 32);
  return Math.max(1, high * 2 ** 32 + low);
}

/** A timestamp in the phone's time zone: 2026-03-01T18:30:00+01:00. `offsetMinutes` is east of UTC. */
export function timestampWithOffset(epochMs: number, offsetMinutes: number): string {
  const local = new Date(epochMs + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const sign = offsetMinutes < 0 ? '-' : '+';
  const minutes = Math.abs(offsetMinutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${local}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
