import type { InferSelectModel } from 'drizzle-orm';

import type { FormType } from '@/contract/form';
import type { RoleType } from '@/contract/role';
import type { VISIBILITIES } from '@/contract/spaceSettings';

import type { Tx } from '../store/database';
import { sortKey } from '../store/fold';
import {
  donationPrices,
  formRefvalues,
  forms,
  membershipPriceGroups,
  membershipPrices,
  paymentMethods,
  roles,
  spaceUsers,
  spaces,
  teamUsers,
  teams,
  transactionSettings,
  transactionStatuses,
  users,
} from '../store/schema';
import type { DemoForms } from './contacts';
import { TOWNS, randomMail, randomName, randomPhone } from './names';
import { randomFor } from './random';

/** The parts of a demo space: roles, people, teams, prices and settings. */

/** The inserted row. */
function insertedRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('nothing was inserted');
  return row;
}

export type DemoRoles = { readonly [Type in RoleType]: number };

export type Visibility = (typeof VISIBILITIES)[number];

export async function insertSpace(
  tx: Tx,
  name: string,
  demo: string | null,
  visibility: Visibility
): Promise<number> {
  const rows = await tx.insert(spaces).values({ name, demo, visibility }).returning({ id: spaces.groupId });
  return insertedRow(rows).id;
}

const ENGLISH_ROLES: Readonly<Record<RoleType, string>> = {
  superadmin: 'Superadmin',
  admin: 'Administrator',
  manager: 'Manager',
  user: 'Volunteer',
};

export async function insertRoles(tx: Tx, groupId: number, names = ENGLISH_ROLES): Promise<DemoRoles> {
  const rows = await tx
    .insert(roles)
    .values([
      { groupId, name: names.superadmin, type: 'superadmin', order: 1, color: '#7c2d12' },
      { groupId, name: names.admin, type: 'admin', order: 2, color: '#9a3412' },
      { groupId, name: names.manager, type: 'manager', order: 3, color: '#1d4ed8' },
      { groupId, name: names.user, type: 'user', order: 4, color: '#15803d' },
    ])
    .returning();
  const idOf = (type: RoleType) => insertedRow(rows.filter((row) => row.type === type)).id;
  return {
    superadmin: idOf('superadmin'),
    admin: idOf('admin'),
    manager: idOf('manager'),
    user: idOf('user'),
  };
}

type NamedPerson = { firstname: string; surname: string; mail: string };

/** Adds a person whose home is this space. */
export async function insertPerson(
  tx: Tx,
  groupId: number,
  roleId: number,
  person: NamedPerson,
  index: number
): Promise<number> {
  const random = randomFor(`person/${person.mail}`, index);
  const town = random.pick(TOWNS);
  const { id } = insertedRow(
    await tx
      .insert(users)
      .values({
        ...person,
        phone: randomPhone(random, 'mobile'),
        city: town.city,
        postal: town.postalCode,
        address: `${random.integer(1, 90)} rue Neuve`,
        location: `${town.latitude},${town.longitude}`,
        birthdate: new Date(
          Date.UTC(random.integer(1950, 2004), random.integer(0, 11), random.integer(1, 28))
        ),
        locale: random.pick(['fr', 'en']),
        groupId,
        selectedGroupId: [groupId],
        gdprAccepted: true,
        sortKey: sortKey(person),
      })
      .returning({ id: users.id })
  );
  await addToSpace(tx, groupId, id, roleId);
  return id;
}

export async function addToSpace(tx: Tx, groupId: number, userId: number, roleId: number): Promise<void> {
  await tx.insert(spaceUsers).values({ groupId, userId, roleId });
}

/** Adds volunteers with fictional names. */
export async function insertVolunteers(
  tx: Tx,
  groupId: number,
  roleId: number,
  seed: string,
  count: number
): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = randomName(randomFor(`${seed}/volunteer`, index));
    const mail = randomMail(name, index + 1).replace('@', `.${seed}@`);
    ids.push(await insertPerson(tx, groupId, roleId, { ...name, mail }, index));
  }
  return ids;
}

type DemoTeam = Partial<InferSelectModel<typeof teams>> & {
  name: string;
  leaders: number[];
  members: number[];
};

export async function insertTeam(tx: Tx, groupId: number, team: DemoTeam): Promise<number> {
  const { leaders, members, ...content } = team;
  const { id: teamId } = insertedRow(
    await tx
      .insert(teams)
      .values({ ...content, groupId })
      .returning({ id: teams.id })
  );
  const rows = (ids: number[], leader: boolean) =>
    [...new Set(ids)].map((userId, position) => ({ groupId, teamId, userId, leader, position }));
  await tx.insert(teamUsers).values([...rows(leaders, true), ...rows(members, false)]);
  return teamId;
}

export async function insertForms(tx: Tx, groupId: number): Promise<DemoForms> {
  const add = async (
    label: string,
    type: FormType,
    values: readonly (readonly [string, string])[],
    wording: string | null = null
  ) => {
    const { id } = insertedRow(
      await tx.insert(forms).values({ groupId, label, type, wording }).returning({ id: forms.id })
    );
    if (values.length === 0) return { id, values: [] };
    const rows = await tx
      .insert(formRefvalues)
      .values(values.map(([text, value]) => ({ groupId, formId: id, label: text, value })))
      .returning({ id: formRefvalues.id });
    return { id, values: rows.map((row) => row.id) };
  };
  const consent = await add(
    'Agrees to be contacted',
    'consent',
    [
      ['Yes', '1'],
      ['No', '0'],
    ],
    'I agree that the campaign contacts me by mail and phone. I can withdraw this at any time.'
  );
  const support = await add('Level of support', 'choice', [
    ['Opposed', '1'],
    ['Undecided', '2'],
    ['In favour', '3'],
    ['Ready to help', '4'],
  ]);
  const canHelp = await add('How they can help', 'text', []);
  return {
    consent: { id: consent.id, yes: consent.values[0] ?? 0, no: consent.values[1] ?? 0 },
    support: { id: support.id, levels: support.values },
    canHelp: { id: canHelp.id },
  };
}

export type DemoCatalogue = {
  readonly kinds: readonly string[];
  readonly statuses: {
    valid: number;
    unpaid: number;
    reimbursed: number;
    bounced: number;
    cancelled: number;
  };
  readonly membershipPrices: { yearly: number; reduced: number; monthly: number };
  readonly donationPrices: readonly number[];
};

const PAYMENT_KINDS = ['cash', 'cheque', 'card', 'transfer'];

/** Prices, statuses and settings. */
export async function insertCatalogue(tx: Tx, groupId: number, prefix: string): Promise<DemoCatalogue> {
  await tx
    .insert(paymentMethods)
    .values(PAYMENT_KINDS.map((kind, position) => ({ groupId, kind, position })));

  const statusRows = await tx
    .insert(transactionStatuses)
    .values([
      { groupId, name: 'Valid', kind: 'valid', color: '#15803d' },
      { groupId, name: 'Unpaid', kind: 'unpaid', color: '#b91c1c' },
      { groupId, name: 'Reimbursed', kind: 'reimbursed', color: '#7e22ce' },
      { groupId, name: 'Refused by the bank', kind: 'bank_error', color: '#c2410c' },
      { groupId, name: 'Cancelled', kind: 'cancel', color: '#57534e' },
      { groupId, name: 'To be checked', kind: 'other', color: '#a16207' },
      { groupId, name: 'Paid (old books)', kind: 'valid', color: '#78716c', archived: true },
    ])
    .returning();
  const status = (kind: string) => statusRows.find((row) => row.kind === kind)?.id ?? 0;

  const currency = 'eur';
  const group = async (name: string, hidden = false) =>
    insertedRow(await tx.insert(membershipPriceGroups).values({ groupId, name, hidden }).returning()).id;
  const price = async (values: Omit<typeof membershipPrices.$inferInsert, 'groupId' | 'currency'>) =>
    insertedRow(
      await tx
        .insert(membershipPrices)
        .values({ ...values, groupId, currency })
        .returning()
    ).id;
  const yearlyGroup = await group('Yearly membership');
  const yearly = await price({
    membershipPriceGroupId: yearlyGroup,
    name: 'Full',
    amount: 2_000,
    kind: 'standard',
    rollingPeriod: 'calendar',
    duration: 'P1Y',
  });
  const reduced = await price({
    membershipPriceGroupId: yearlyGroup,
    name: 'Reduced',
    amount: 1_000,
    kind: 'reduced',
    rollingPeriod: 'calendar',
    duration: 'P1Y',
  });
  await price({
    membershipPriceGroupId: yearlyGroup,
    name: 'Supporting, from €50',
    amount: 5_000,
    allowCustomAmount: true,
    kind: 'custom',
    rollingPeriod: 'rolling',
    duration: 'P1Y',
  });
  await price({
    membershipPriceGroupId: yearlyGroup,
    name: 'Full (2019)',
    amount: 1_500,
    hidden: true,
    kind: 'standard',
    rollingPeriod: 'calendar',
    duration: 'P1Y',
  });
  const monthlyGroup = await group('Monthly membership');
  const monthly = await price({
    membershipPriceGroupId: monthlyGroup,
    name: 'Monthly',
    amount: 300,
    kind: 'standard',
    rollingPeriod: 'rolling',
    duration: 'P1M',
  });
  await price({
    membershipPriceGroupId: monthlyGroup,
    name: 'As you like',
    amount: 0,
    allowCustomAmount: true,
    kind: 'custom',
    rollingPeriod: 'rolling',
    duration: 'P1M',
  });
  await group('Founding members', true);

  const donationRows = await tx
    .insert(donationPrices)
    .values([
      { groupId, name: '€5', amount: 500, currency, kind: 'fixed' },
      { groupId, name: '€20', amount: 2_000, currency, kind: 'fixed' },
      { groupId, name: '€50', amount: 5_000, currency, kind: 'fixed' },
      { groupId, name: 'Free amount', amount: 0, currency, allowCustomAmount: true, kind: 'custom' },
      { groupId, name: 'Winter appeal', amount: 3_000, currency, hidden: true, kind: 'fixed' },
    ])
    .returning();

  await tx.insert(transactionSettings).values({
    groupId,
    currency,
    maxBatchSize: 50,
    defaultStatusId: status('valid'),
    defaultMembershipPriceId: yearly,
    defaultDonationPriceId: donationRows[1]?.id ?? null,
    batchPrefix: `${prefix}-B`,
    batchSerial: 1,
    membershipPrefix: `${prefix}-M`,
    membershipSerial: 1,
    additionalSettings: {
      receipt_from_amount: 1_000,
      cheque_payee: 'Doorstep demo',
      transfer: { payee: 'Doorstep demo', iban: 'FR1420041010050500013M02606' },
    },
    openPeriods: { membership: { opens: '01-01', closes: '12-31' } },
  });
  return {
    kinds: PAYMENT_KINDS,
    statuses: {
      valid: status('valid'),
      unpaid: status('unpaid'),
      reimbursed: status('reimbursed'),
      bounced: status('bank_error'),
      cancelled: status('cancel'),
    },
    membershipPrices: { yearly, reduced, monthly },
    donationPrices: donationRows.map((row) => row.id),
  };
}
