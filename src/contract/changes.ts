import { z } from 'zod';

import { ActionAggregateRead } from './action';
import { TransactionBundleRead } from './bundle';
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

/** The kinds of record in the feed, each with the schema that reads it. */
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
} as const;

export type ChangeKind = keyof typeof changeRecords;

/** The kinds by name, in the order in which a record may refer to an earlier one. */
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
] as const satisfies readonly ChangeKind[];

/** A record that was created, changed or deleted. The settings have no id and use 0. */
export const ChangeSchema = z.object({
  kind: z.enum(CHANGE_KINDS),
  id: Id,
  deleted: z.literal(true).optional(),
  record: OpaqueObject.optional(),
});
export const ChangeRead = tolerant(ChangeSchema, ['kind', 'id']);
export type Change = z.output<typeof ChangeRead>;

/** The cursor is opaque: sent back unchanged, absent for the start. */
const Cursor = text(1_000).min(1);

export const ChangesQuery = z.object({
  cursor: Cursor.optional(),
  limit: integerText(1, PAGE_MAXIMUM).default(PAGE_DEFAULT),
});

export const ChangesResponse = envelope(
  z.object({
    changes: z.array(ChangeSchema),
    cursor: Cursor,
    more: z.boolean(),
    /** The total number of records; on the first page. */
    total: Count.optional(),
    /** The feed starts over: no cursor was given, or an invalid one, e.g. after a restored backup. */
    beginning: z.literal(true).optional(),
  })
);

export interface ChangesPage extends Page<Change> {
  cursor: string;
  more: boolean;
  total?: number | undefined;
  beginning?: true | undefined;
}

const readChangeList = envelopedList(ChangeRead, 'changes');
const readCursor = envelopedOne(
  z.object({
    cursor: z.string().min(1),
    more: z.boolean(),
    total: z.number().min(0).optional().catch(undefined),
    beginning: z.literal(true).optional().catch(undefined),
  })
);

/** A page without a cursor is unusable: the next call could not continue. */
export function readChanges(body: unknown): Reading<ChangesPage> {
  const list = readChangeList(body);
  if (!list.ok) return list;
  const end = readCursor(body);
  if (!end.ok) return end;
  const { good, bad } = list.value;
  return { ok: true, value: { good, bad, ...end.value } };
}

/** Whether the app supports a kind of the feed; later versions may add others. */
export function isChangeKind(kind: string): kind is ChangeKind {
  return Object.hasOwn(changeRecords, kind);
}
