import { type InferSelectModel, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';

import type { DonationPriceSchema, MembershipPriceGroupSchema } from '@/contract/price';
import type { RoleSchema } from '@/contract/role';
import type { TransactionSettingsSchema } from '@/contract/settings';
import type { TransactionStatusSchema } from '@/contract/status';

import { type Tx, query } from './database';
import {
  donationPrices,
  isAnyOf,
  membershipPriceGroups,
  membershipPrices,
  paymentMethods,
  roles,
  transactionSettings,
  transactionStatuses,
} from './schema';
import { groupBy, iso, isoOptional, optional } from './shape';

/** Prices, statuses, settings, forms, roles: set up by the organisation, readable by all its people. */

type Page = { limit: number; offset: number };
type Listed<Answer> = { records: Answer[]; total: number };

type PriceGroupRow = InferSelectModel<typeof membershipPriceGroups>;
type PriceGroup = z.input<typeof MembershipPriceGroupSchema>;

async function withPrices(tx: Tx, groups: readonly PriceGroupRow[]): Promise<PriceGroup[]> {
  if (groups.length === 0) return [];
  const ids = groups.map(({ id }) => id);
  const rows = await tx
    .select()
    .from(membershipPrices)
    .where(isAnyOf(membershipPrices.membershipPriceGroupId, ids))
    .orderBy(asc(membershipPrices.membershipPriceGroupId), asc(membershipPrices.id));
  const prices = groupBy(rows, (row) => row.membershipPriceGroupId);
  return groups.map((group) => ({
    id: group.id,
    CreatedAt: iso(group.createdAt),
    UpdatedAt: iso(group.updatedAt),
    name: group.name,
    hidden: group.hidden,
    membership_prices: (prices.get(group.id) ?? []).map((row) => ({
      ...priceAnswer(row),
      membership_price_group_id: group.id,
      rolling_period: optional(row.rollingPeriod),
      duration: optional(row.duration),
    })),
  }));
}

export async function listMembershipPriceGroups(
  tx: Tx,
  { limit, offset }: Page
): Promise<Listed<PriceGroup>> {
  const table = membershipPriceGroups;
  const [groups, total] = await Promise.all([
    tx.select().from(table).orderBy(asc(table.id)).limit(limit).offset(offset),
    tx.$count(table),
  ]);
  return { records: await withPrices(tx, groups), total };
}

export async function listMembershipPriceGroupsByIds(tx: Tx, ids: readonly number[]): Promise<PriceGroup[]> {
  const table = membershipPriceGroups;
  return withPrices(tx, await tx.select().from(table).where(isAnyOf(table.id, ids)));
}

type DonationPriceRow = InferSelectModel<typeof donationPrices>;
type DonationPrice = z.input<typeof DonationPriceSchema>;

function priceAnswer(row: DonationPriceRow): DonationPrice {
  return {
    id: row.id,
    CreatedAt: iso(row.createdAt),
    UpdatedAt: iso(row.updatedAt),
    amount: row.amount,
    currency: row.currency,
    allow_custom_amount: row.allowCustomAmount,
    name: row.name,
    hidden: row.hidden,
    kind: optional(row.kind),
  };
}

export async function listDonationPrices(tx: Tx, { limit, offset }: Page): Promise<Listed<DonationPrice>> {
  const [rows, total] = await Promise.all([
    tx.select().from(donationPrices).orderBy(asc(donationPrices.id)).limit(limit).offset(offset),
    tx.$count(donationPrices),
  ]);
  return { records: rows.map(priceAnswer), total };
}

export async function listDonationPricesByIds(tx: Tx, ids: readonly number[]): Promise<DonationPrice[]> {
  const rows = await tx.select().from(donationPrices).where(isAnyOf(donationPrices.id, ids));
  return rows.map(priceAnswer);
}

type Status = z.input<typeof TransactionStatusSchema>;

function statusAnswer(row: InferSelectModel<typeof transactionStatuses>): Status {
  return {
    id: row.id,
    CreatedAt: iso(row.createdAt),
    UpdatedAt: iso(row.updatedAt),
    name: row.name,
    color: optional(row.color),
    kind: row.kind,
    archived: row.archived,
  };
}

export async function listTransactionStatuses(tx: Tx, { limit, offset }: Page): Promise<Listed<Status>> {
  const table = transactionStatuses;
  const [rows, total] = await Promise.all([
    tx.select().from(table).orderBy(asc(table.id)).limit(limit).offset(offset),
    tx.$count(table),
  ]);
  return { records: rows.map(statusAnswer), total };
}

export async function listTransactionStatusesByIds(tx: Tx, ids: readonly number[]): Promise<Status[]> {
  const rows = await tx.select().from(transactionStatuses).where(isAnyOf(transactionStatuses.id, ids));
  return rows.map(statusAnswer);
}

/** The finance settings, if the space has any. */
export async function getTransactionSettings(
  tx: Tx
): Promise<z.input<typeof TransactionSettingsSchema> | null> {
  const [[row], kinds] = await Promise.all([
    tx.select().from(transactionSettings),
    tx
      .select({ kind: paymentMethods.kind })
      .from(paymentMethods)
      .where(eq(paymentMethods.hidden, false))
      .orderBy(asc(paymentMethods.position)),
  ]);
  if (!row) return null;
  return {
    payment_method_kinds: kinds.map(({ kind }) => kind),
    max_batch_size: row.maxBatchSize,
    default_status_id: optional(row.defaultStatusId),
    default_membership_price_id: optional(row.defaultMembershipPriceId),
    default_donation_price_id: optional(row.defaultDonationPriceId),
    batch_prefix: optional(row.batchPrefix),
    batch_serial_updated_at: isoOptional(row.batchSerialUpdatedAt),
    batch_serial: optional(row.batchSerial),
    membership_serial: optional(row.membershipSerial),
    membership_prefix: optional(row.membershipPrefix),
    additional_settings: row.additionalSettings,
    currency: row.currency,
    open_periods: row.openPeriods,
  };
}

/** The maximum number of items in a bundle; null for a space without transaction settings. */
export async function getMaxItems(tx: Tx): Promise<number | null> {
  const [row] = await query<{ max_batch_size: number }>(
    tx,
    'SELECT max_batch_size FROM transaction_settings'
  );
  return row?.max_batch_size ?? null;
}

type RoleRow = InferSelectModel<typeof roles>;

export function roleAnswer(role: RoleRow): z.input<typeof RoleSchema> {
  return { id: role.id, name: role.name, color: optional(role.color), type: role.type, order: role.order };
}

/** The roles of the space, in their order. */
export function listRoles(tx: Tx): Promise<RoleRow[]> {
  return tx.select().from(roles).orderBy(asc(roles.order), asc(roles.id));
}

export async function getRole(tx: Tx, id: number): Promise<RoleRow | null> {
  const [role] = await tx.select().from(roles).where(eq(roles.id, id));
  return role ?? null;
}
