import { type InferSelectModel, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';

import type { FormSchema } from '@/contract/form';
import type { DonationPriceSchema, MembershipPriceGroupSchema } from '@/contract/price';
import type { RoleSchema } from '@/contract/role';
import type { TransactionSettingsSchema } from '@/contract/settings';
import type { TransactionStatusSchema } from '@/contract/status';

import type { Tx } from './database';
import { prepared } from './prepared';
import {
  donationPrices,
  formRefvalues,
  forms,
  membershipPriceGroups,
  membershipPrices,
  paymentMethods,
  roles,
  transactionSettings,
  transactionStatuses,
} from './schema';
import { groupBy, iso, isoOptional, optional } from './shape';

/** What an organisation sets up once and everybody reads: prices, statuses, settings, forms, roles. */

type Page = { limit: number; offset: number };
type Ids = { ids: readonly number[] };
type Listed<Answer> = { records: Answer[]; total: number };

const ids = sql.placeholder('ids');
const limit = sql.placeholder('limit');
const offset = sql.placeholder('offset');
const count = { count: sql<number>`count(*)::int` };

type Counted = { count: number }[];
const countOf = (rows: Counted) => rows[0]?.count ?? 0;

type PriceGroupRow = InferSelectModel<typeof membershipPriceGroups>;
type PriceGroup = z.input<typeof MembershipPriceGroupSchema>;

const priceGroupPage = prepared<Page, PriceGroupRow[]>('price_groups_page', (tx) =>
  tx.select().from(membershipPriceGroups).orderBy(asc(membershipPriceGroups.id)).limit(limit).offset(offset)
);
const priceGroupsByIds = prepared<Ids, PriceGroupRow[]>('price_groups_by_ids', (tx) =>
  tx
    .select()
    .from(membershipPriceGroups)
    .where(sql`${membershipPriceGroups.id} = ANY(${ids})`)
);
const priceGroupCount = prepared<Record<string, never>, Counted>('price_groups_count', (tx) =>
  tx.select(count).from(membershipPriceGroups)
);
const pricesOfGroups = prepared<Ids, InferSelectModel<typeof membershipPrices>[]>('membership_prices', (tx) =>
  tx
    .select()
    .from(membershipPrices)
    .where(sql`${membershipPrices.membershipPriceGroupId} = ANY(${ids})`)
    .orderBy(asc(membershipPrices.membershipPriceGroupId), asc(membershipPrices.id))
);

async function withPrices(tx: Tx, groups: readonly PriceGroupRow[]): Promise<PriceGroup[]> {
  if (groups.length === 0) return [];
  const rows = await pricesOfGroups(tx, { ids: groups.map(({ id }) => id) });
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

export async function listMembershipPriceGroups(tx: Tx, page: Page): Promise<Listed<PriceGroup>> {
  const [groups, total] = await Promise.all([priceGroupPage(tx, page), priceGroupCount(tx, {})]);
  return { records: await withPrices(tx, groups), total: countOf(total) };
}

export async function listMembershipPriceGroupsByIds(
  tx: Tx,
  wanted: readonly number[]
): Promise<PriceGroup[]> {
  return withPrices(tx, await priceGroupsByIds(tx, { ids: wanted }));
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

const donationPricePage = prepared<Page, DonationPriceRow[]>('donation_prices_page', (tx) =>
  tx.select().from(donationPrices).orderBy(asc(donationPrices.id)).limit(limit).offset(offset)
);
const donationPricesByIds = prepared<Ids, DonationPriceRow[]>('donation_prices_by_ids', (tx) =>
  tx
    .select()
    .from(donationPrices)
    .where(sql`${donationPrices.id} = ANY(${ids})`)
);
const donationPriceCount = prepared<Record<string, never>, Counted>('donation_prices_count', (tx) =>
  tx.select(count).from(donationPrices)
);

export async function listDonationPrices(tx: Tx, page: Page): Promise<Listed<DonationPrice>> {
  const [rows, total] = await Promise.all([donationPricePage(tx, page), donationPriceCount(tx, {})]);
  return { records: rows.map(priceAnswer), total: countOf(total) };
}

export async function listDonationPricesByIds(tx: Tx, wanted: readonly number[]): Promise<DonationPrice[]> {
  return (await donationPricesByIds(tx, { ids: wanted })).map(priceAnswer);
}

type StatusRow = InferSelectModel<typeof transactionStatuses>;
type Status = z.input<typeof TransactionStatusSchema>;

function statusAnswer(row: StatusRow): Status {
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

const statusPage = prepared<Page, StatusRow[]>('statuses_page', (tx) =>
  tx.select().from(transactionStatuses).orderBy(asc(transactionStatuses.id)).limit(limit).offset(offset)
);
const statusesByIds = prepared<Ids, StatusRow[]>('statuses_by_ids', (tx) =>
  tx
    .select()
    .from(transactionStatuses)
    .where(sql`${transactionStatuses.id} = ANY(${ids})`)
);
const statusCount = prepared<Record<string, never>, Counted>('statuses_count', (tx) =>
  tx.select(count).from(transactionStatuses)
);

export async function listTransactionStatuses(tx: Tx, page: Page): Promise<Listed<Status>> {
  const [rows, total] = await Promise.all([statusPage(tx, page), statusCount(tx, {})]);
  return { records: rows.map(statusAnswer), total: countOf(total) };
}

export async function listTransactionStatusesByIds(tx: Tx, wanted: readonly number[]): Promise<Status[]> {
  return (await statusesByIds(tx, { ids: wanted })).map(statusAnswer);
}

const settingsRow = prepared<Record<string, never>, InferSelectModel<typeof transactionSettings>[]>(
  'settings',
  (tx) => tx.select().from(transactionSettings)
);
const paymentKinds = prepared<Record<string, never>, { kind: string }[]>('payment_kinds', (tx) =>
  tx.select({ kind: paymentMethods.kind }).from(paymentMethods).orderBy(asc(paymentMethods.position))
);

/** The finance settings, where the space has any. */
export async function getTransactionSettings(
  tx: Tx
): Promise<z.input<typeof TransactionSettingsSchema> | null> {
  const [[row], kinds] = await Promise.all([settingsRow(tx, {}), paymentKinds(tx, {})]);
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

type Form = z.input<typeof FormSchema>;

const formsByIds = prepared<Ids, InferSelectModel<typeof forms>[]>('forms_by_ids', (tx) =>
  tx
    .select()
    .from(forms)
    .where(sql`${forms.id} = ANY(${ids})`)
);
const refvaluesOf = prepared<Ids, InferSelectModel<typeof formRefvalues>[]>('form_refvalues', (tx) =>
  tx
    .select()
    .from(formRefvalues)
    .where(sql`${formRefvalues.formId} = ANY(${ids})`)
    .orderBy(asc(formRefvalues.formId), asc(formRefvalues.id))
);

export async function listFormsByIds(tx: Tx, wanted: readonly number[]): Promise<Form[]> {
  const [rows, values] = await Promise.all([
    formsByIds(tx, { ids: wanted }),
    refvaluesOf(tx, { ids: wanted }),
  ]);
  const valuesByForm = groupBy(values, ({ formId }) => formId);
  return rows.map(({ id, label, type }) => ({
    id,
    label,
    type,
    refvalues: (valuesByForm.get(id) ?? []).map((value) => ({
      id: value.id,
      form_id: value.formId,
      label: value.label,
      value: value.value,
    })),
  }));
}

type RoleRow = InferSelectModel<typeof roles>;

const allRoles = prepared<Record<string, never>, RoleRow[]>('roles', (tx) =>
  tx.select().from(roles).orderBy(asc(roles.order), asc(roles.id))
);

export function roleAnswer(role: RoleRow): z.input<typeof RoleSchema> {
  return { id: role.id, name: role.name, color: optional(role.color), type: role.type, order: role.order };
}

/** The roles of the space, in their order. */
export function listRoles(tx: Tx): Promise<RoleRow[]> {
  return allRoles(tx, {});
}

export async function getRole(tx: Tx, id: number): Promise<RoleRow | null> {
  const [role] = await tx.select().from(roles).where(eq(roles.id, id));
  return role ?? null;
}
