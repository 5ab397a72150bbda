import { eq, sql } from 'drizzle-orm';

import { formatMoney } from '@/domain/money';

import { addToSpace, insertRoles, insertSpace } from '../demo/space';
import type { Tx } from '../store/database';
import {
  donationPrices,
  membershipPriceGroups,
  membershipPrices,
  paymentMethods,
  transactionSettings,
  transactionStatuses,
  users,
} from '../store/schema';
import { type SetupTexts, setupTextsFor } from './texts';

/** What a new space starts with. */
export type NewSpace = {
  readonly name: string;
  /** The first admin. */
  readonly mail: string;
  readonly currency: string;
  /** One of the five languages: of the admin, and of the names below. */
  readonly language: string;
  /** Whether it gets example prices. */
  readonly examples: boolean;
};

const PAYMENT_KINDS = ['cash', 'cheque', 'card', 'transfer'];
const STATUS_COLORS = {
  valid: '#15803d',
  unpaid: '#b91c1c',
  reimbursed: '#7e22ce',
  bank_error: '#c2410c',
  cancel: '#57534e',
} as const;
const MAX_BATCH_SIZE = 50;
/** In units of the currency. */
const EXAMPLE_GIFTS = [5, 20, 50];
const EXAMPLE_FEES = { full: 20, reduced: 10 } as const;

/** Creates a space that can record payments, and its first admin. */
export async function createSpace(tx: Tx, given: NewSpace): Promise<number> {
  const texts = setupTextsFor(given.language);
  const groupId = await insertSpace(tx, given.name, null, 'assigned');
  const roles = await insertRoles(tx, groupId, texts.roles);
  await insertFinanceSettings(tx, groupId, given.currency, texts);
  if (given.examples) await insertExamplePrices(tx, groupId, given, texts);
  await addToSpace(tx, groupId, await findOrAddPerson(tx, groupId, given), roles.superadmin);
  return groupId;
}

/** The settings that a payment needs. */
async function insertFinanceSettings(
  tx: Tx,
  groupId: number,
  currency: string,
  { statuses }: SetupTexts
): Promise<void> {
  await tx
    .insert(paymentMethods)
    .values(PAYMENT_KINDS.map((kind, position) => ({ groupId, kind, position })));
  const kinds = Object.keys(STATUS_COLORS) as (keyof typeof STATUS_COLORS)[];
  const rows = await tx
    .insert(transactionStatuses)
    .values(kinds.map((kind) => ({ groupId, kind, name: statuses[kind], color: STATUS_COLORS[kind] })))
    .returning();
  const defaultStatusId = rows.find(({ kind }) => kind === 'valid')?.id;
  await tx
    .insert(transactionSettings)
    .values({ groupId, currency, maxBatchSize: MAX_BATCH_SIZE, defaultStatusId });
}

async function insertExamplePrices(
  tx: Tx,
  groupId: number,
  { currency, language }: NewSpace,
  { prices }: SetupTexts
): Promise<void> {
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  const amountOf = (units: number) => units * 10 ** digits;
  const [group] = await tx.insert(membershipPriceGroups).values({ groupId, name: prices.group }).returning();
  if (!group) throw new Error('the group was not inserted');
  const period = { rollingPeriod: 'rolling', duration: 'P1Y' };
  await tx.insert(membershipPrices).values(
    (['full', 'reduced'] as const).map((kind) => ({
      groupId,
      membershipPriceGroupId: group.id,
      name: prices[kind],
      amount: amountOf(EXAMPLE_FEES[kind]),
      currency,
      ...period,
    }))
  );
  await tx.insert(donationPrices).values([
    ...EXAMPLE_GIFTS.map((units) => ({
      groupId,
      name: formatMoney(amountOf(units), currency, language),
      amount: amountOf(units),
      currency,
    })),
    { groupId, name: prices.free, amount: 0, currency, allowCustomAmount: true },
  ]);
}

async function findOrAddPerson(tx: Tx, groupId: number, { mail, language }: NewSpace): Promise<number> {
  const [known] = await tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.mail})`, mail.toLowerCase()));
  if (known) return known.id;
  const [added] = await tx
    .insert(users)
    .values({ mail, groupId, selectedGroupId: [groupId], locale: language })
    .returning();
  if (!added) throw new Error('the person was not added');
  return added.id;
}
