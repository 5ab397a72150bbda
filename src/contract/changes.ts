import { z } from 'zod';

import { ActionAggregateRead } from './action';
import { AnswersRead } from './answers';
import { TransactionBundleRead } from './bundle';
import { CashRecordRead } from './cashRecord';
import { ContactRead } from './contact';
import { type Reading, envelope, envelopedList, envelopedOne } from './envelope';
import { FormRead } from './form';
import type { Page } from './page';
import { DonationPriceRead, MembershipPriceGroupRead } from './price';
import { Count, Id, OpaqueObject, PAGE_DEFAULT, PAGE_MAXIMUM, integerText, text } from './primitives';
import { RoleRead } from './role';
import { TransactionSettingsRead } from './settings';
import { TransactionStatusRead } from './status';
import { TeamRead } from './team';
import { tolerant } from './tolerant';
import { UserRead } from './user';
import { VisitRead } from './visit';

/** The schema that reads the records of each kind in the feed. People inside teams and actions may be ids only. */
export const changeRecords = {
  action: ActionAggregateRead,
  team: TeamRead,
  user: UserRead,
  role: RoleRead,
  contact: ContactRead,
  form: FormRead,
  membership_price_group: MembershipPriceGroupRead,
  donation_price: DonationPriceRead,
  transaction_status: TransactionStatusRead,
  transaction_settings: TransactionSettingsRead,
  transaction_bundle: TransactionBundleRead,
  visit: VisitRead,
  cash_record: CashRecordRead,
  answers: AnswersRead,
} as const;

export type ChangeKind = keyof typeof changeRecords;

/** All kinds. A kind that refers to another is after it, and the feed sends simultaneous changes in this order. */
export const CHANGE_KINDS = [
  'role',
  'user',
  'team',
  'action',
  'form',
  'contact',
  'membership_price_group',
  'donation_price',
  'transaction_status',
  'transaction_settings',
  'transaction_bundle',
  'visit',
  'cash_record',
  'answers',
] as const satisfies readonly ChangeKind[];

/**
 * A part of the feed that a caller may hold: `space`, `all` and `contacts` (everything, for managers), or the part of one
 * person, team or action, such as `action:12`. A record is on the phone as long as one of its buckets is.
 */
const Bucket = text(40).min(1);

/** A record that was created, changed or deleted. The transaction settings have no id: it is 0. */
export const ChangeSchema = z.object({
  /** The bucket that the record is in, or has left if it is deleted. */
  bucket: Bucket,
  kind: z.enum(CHANGE_KINDS),
  id: Id,
  deleted: z.literal(true).optional(),
  record: OpaqueObject.optional(),
});
export const ChangeRead = tolerant(ChangeSchema, ['kind', 'id']);
export type Change = z.output<typeof ChangeRead>;

/** The position in the feed, opaque to the app: the next request sends it back unchanged, the first has none. */
const Cursor = text(8_000).min(1);

/** `epoch.number`: positions of one epoch are ordered by their number. */
const Position = text(200).min(1);

const MOST_HELD = 100;

export const ChangesQuery = z.object({
  cursor: Cursor.optional(),
  /**
   * The ids of the actions whose contacts the caller holds, such as `12,15`, or none. Without it: all that the caller sees.
   * An action that the caller does not have is left out: `buckets` of the response shows it.
   */
  hold: text(2_000)
    .regex(/^(\d{1,15}(,\d{1,15})*)?$/)
    .transform((list) => [...new Set(list === '' ? [] : list.split(',').map(Number))])
    .refine((ids) => ids.length <= MOST_HELD)
    .optional(),
  limit: integerText(1, PAGE_MAXIMUM).default(PAGE_DEFAULT),
});

export const ChangesResponse = envelope(
  z.object({
    changes: z.array(ChangeSchema),
    cursor: Cursor,
    more: z.boolean(),
    /** The number of changes up to the end of the feed; only on a page that restarts a bucket. */
    total: Count.optional(),
    /** All buckets of the caller: the phone drops every other one. */
    buckets: z.array(Bucket),
    /**
     * The buckets that this page and the following ones, up to the end of the feed, read from their start. Only the first of
     * these pages names them. All of them without a cursor, and after a restored backup.
     */
    restarted: z.array(Bucket),
    /** Every write with a position before this one is in the feed when it is read to its end. */
    position: Position,
  })
);

/** How many contacts the actions that the caller can hold have. */
export const ActionSizesSchema = z.object({
  /** All contacts that the caller sees; a contact of two actions counts once. */
  contacts: Count,
  actions: z.array(z.object({ action_id: Id, contacts: Count })),
});
export const ActionSizesResponse = envelope(ActionSizesSchema);
export type ActionSizes = z.output<typeof ActionSizesSchema>;

export interface ChangesPage extends Page<Change> {
  cursor: string;
  more: boolean;
  total?: number | undefined;
  buckets?: string[] | undefined;
  restarted?: string[] | undefined;
  position?: string | undefined;
}

const readChangeList = envelopedList(ChangeRead, 'changes');
const readPosition = envelopedOne(
  z.object({
    cursor: z.string().min(1),
    more: z.boolean(),
    total: z.number().min(0).optional().catch(undefined),
    buckets: z.array(z.string()).optional().catch(undefined),
    restarted: z.array(z.string()).optional().catch(undefined),
    position: z.string().optional().catch(undefined),
  })
);

/** Reads a page of the feed. A page without a cursor is invalid, because the next request could not continue. */
export function readChanges(body: unknown): Reading<ChangesPage> {
  const list = readChangeList(body);
  if (!list.ok) return list;
  const position = readPosition(body);
  if (!position.ok) return position;
  const { good, bad } = list.value;
  return { ok: true, value: { good, bad, ...position.value } };
}

/** Whether the app supports a kind of the feed; a newer service may send others. */
export function isChangeKind(kind: string): kind is ChangeKind {
  return Object.hasOwn(changeRecords, kind);
}
