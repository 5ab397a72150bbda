import { type Column, type SQL, getTableColumns, sql } from 'drizzle-orm';
import {
  type PgTable,
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

import { ACTION_STATES } from '@/contract/action';
import type { Contact } from '@/contract/contact';
import type { TeamAddress } from '@/contract/team';

import { namelessSortKey } from './fold';

/** The tables for the query builder. The migrations create them; the tests read and write every table through both. */

/** `column = ANY(ids)`, with one parameter for all ids. */
export function isAnyOf(column: Column, ids: readonly number[]): SQL {
  return sql`${column} = ANY(${sql.param(ids)}::bigint[])`;
}

/**
 * The columns of a table for plain SQL: `u.group_id AS "groupId", …`. Building a query with the query builder costs more than
 * running it, so the frequent reads are plain SQL.
 */
export function columnsOf(table: PgTable, alias: string, except: readonly string[] = []): string {
  return Object.entries(getTableColumns(table))
    .filter(([key]) => !except.includes(key))
    .map(([key, column]) => `${alias}."${column.name}" AS "${key}"`)
    .join(', ');
}

const id = (name = 'id') => bigint(name, { mode: 'number' });
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const groupId = () => id('group_id').notNull();
const newId = () => id().generatedByDefaultAsIdentity().notNull();
const createdAt = () => time('created_at').notNull().defaultNow();
const updatedAt = () => time('updated_at').notNull().defaultNow();

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
const words = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const spaces = pgTable('spaces', {
  groupId: id('group_id').generatedByDefaultAsIdentity().notNull(),
  name: text('name').notNull(),
  demo: text('demo'),
  visibility: text('visibility').notNull(),
  createdAt: createdAt(),
});

export const roles = pgTable('roles', {
  groupId: groupId(),
  id: newId(),
  name: text('name').notNull(),
  color: text('color'),
  type: text('type').notNull(),
  order: integer('order').notNull(),
});

export const users = pgTable('users', {
  id: newId(),
  mail: text('mail').notNull(),
  firstname: text('firstname').notNull().default(''),
  surname: text('surname').notNull().default(''),
  phone: text('phone'),
  address: text('address'),
  city: text('city'),
  postal: text('postal'),
  location: text('location'),
  avatar: text('avatar'),
  birthdate: time('birthdate'),
  locale: text('locale'),
  groupId: groupId(),
  selectedGroupId: id('selected_group_id').array().notNull().default([]),
  twoFactorEnable: boolean('two_factor_enable').notNull().default(false),
  gdprAccepted: boolean('gdpr_accepted').notNull().default(false),
  active: boolean('active').notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  deletedAt: time('deleted_at'),
  sortKey: text('sort_key').notNull().default(namelessSortKey),
});

export const spaceUsers = pgTable('space_users', {
  groupId: groupId(),
  userId: id('user_id').notNull(),
  roleId: id('role_id').notNull(),
  sortKey: text('sort_key').notNull().default(namelessSortKey),
  joinedAt: time('joined_at').notNull().defaultNow(),
  suspendedAt: time('suspended_at'),
});

export const accessTokens = pgTable('access_tokens', {
  tokenHash: bytes('token_hash').primaryKey(),
  userId: id('user_id').notNull(),
  groupId: id('group_id'),
  label: text('label').notNull().default(''),
  rights: text('rights').array(),
  createdAt: createdAt(),
  expiresAt: time('expires_at').notNull(),
  revokedAt: time('revoked_at'),
});

export const teams = pgTable('teams', {
  groupId: groupId(),
  id: newId(),
  name: text('name').notNull(),
  description: text('description'),
  private: boolean('private').notNull().default(false),
  hideUsers: boolean('hide_users').notNull().default(false),
  address: jsonb('address').$type<TeamAddress>(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  deletedAt: time('deleted_at'),
});

export const teamUsers = pgTable('team_users', {
  groupId: groupId(),
  teamId: id('team_id').notNull(),
  userId: id('user_id').notNull(),
  leader: boolean('leader').notNull(),
  position: integer('position').notNull(),
});

export const forms = pgTable('forms', {
  groupId: groupId(),
  id: newId(),
  label: text('label').notNull(),
  type: text('type').notNull(),
  archived: boolean('archived').notNull().default(false),
  wording: text('wording'),
  version: integer('version').notNull().default(1),
});

export const formWordings = pgTable('form_wordings', {
  groupId: groupId(),
  formId: id('form_id').notNull(),
  version: integer('version').notNull(),
  wording: text('wording').notNull(),
  createdAt: createdAt(),
});

export const formRefvalues = pgTable('form_refvalues', {
  groupId: groupId(),
  id: newId(),
  formId: id('form_id').notNull(),
  label: text('label').notNull(),
  value: text('value').notNull(),
  archived: boolean('archived').notNull().default(false),
});

export const contacts = pgTable('contacts', {
  groupId: groupId(),
  id: newId(),
  firstname: text('firstname').notNull().default(''),
  surname: text('surname').notNull().default(''),
  gender: text('gender', { enum: ['M', 'F', 'O', ''] })
    .notNull()
    .default(''),
  mail: text('mail'),
  mobile: text('mobile'),
  mobileInvalid: boolean('mobile_invalid'),
  phone: text('phone'),
  phoneInvalid: boolean('phone_invalid'),
  birthdate: time('birthdate'),
  birthCity: text('birth_city'),
  birthCountry: text('birth_country'),
  nationality: text('nationality'),
  ageCategory: integer('age_category'),
  blackList: boolean('black_list').notNull().default(false),
  address: jsonb('address').$type<NonNullable<Contact['address']>>(),
  customFields: jsonb('custom_fields').$type<NonNullable<Contact['custom_fields']>>().notNull().default([]),
  formdatas: jsonb('formdatas').$type<NonNullable<Contact['formdatas']>>().notNull().default([]),
  tags: text('tags').array().notNull().default([]),
  uuid: text('uuid'),
  createdBy: id('created_by'),
  importId: id('import_id'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  sortKey: text('sort_key').notNull().default(namelessSortKey),
  words: words('words').notNull().default(''),
});

type Opaque = Record<string, unknown>;

export const actions = pgTable('actions', {
  groupId: groupId(),
  id: newId(),
  name: text('name').notNull(),
  pitch: text('pitch'),
  link: text('link'),
  goal: integer('goal'),
  goalForms: integer('goal_forms'),
  startsAt: time('starts_at'),
  endsAt: time('ends_at'),
  reminderId: text('reminder_id'),
  createdBy: id('created_by'),
  public: boolean('public').notNull().default(false),
  state: text('state', { enum: ACTION_STATES }).notNull().default('published'),
  registrationLink: text('registration_link'),
  gotvVotedTag: text('gotv_voted_tag'),
  gotvNotVotedTag: text('gotv_not_voted_tag'),
  gotvAbstentionTag: text('gotv_abstention_tag'),
  facts: jsonb('facts').$type<Opaque[]>().notNull().default([]),
  forms: jsonb('forms').$type<Opaque[]>().notNull().default([]),
  addresses: jsonb('addresses').$type<Opaque[]>().notNull().default([]),
  scope: jsonb('scope').$type<Opaque>().notNull().default({}),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const actionUsers = pgTable('action_users', {
  groupId: groupId(),
  actionId: id('action_id').notNull(),
  userId: id('user_id').notNull(),
});

export const actionTeams = pgTable('action_teams', {
  groupId: groupId(),
  actionId: id('action_id').notNull(),
  teamId: id('team_id').notNull(),
});

export const membershipPriceGroups = pgTable('membership_price_groups', {
  groupId: groupId(),
  id: newId(),
  name: text('name').notNull(),
  hidden: boolean('hidden').notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

const priceColumns = () => ({
  groupId: groupId(),
  id: newId(),
  name: text('name').notNull(),
  amount: id('amount').notNull(),
  currency: text('currency').notNull(),
  allowCustomAmount: boolean('allow_custom_amount').notNull().default(false),
  hidden: boolean('hidden').notNull().default(false),
  kind: text('kind'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const membershipPrices = pgTable('membership_prices', {
  ...priceColumns(),
  membershipPriceGroupId: id('membership_price_group_id').notNull(),
  rollingPeriod: text('rolling_period'),
  duration: text('duration'),
});

export const donationPrices = pgTable('donation_prices', priceColumns());

export const transactionStatuses = pgTable('transaction_statuses', {
  groupId: groupId(),
  id: newId(),
  name: text('name').notNull(),
  color: text('color'),
  kind: text('kind').notNull(),
  archived: boolean('archived').notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const paymentMethods = pgTable('payment_methods', {
  groupId: groupId(),
  kind: text('kind').notNull(),
  position: integer('position').notNull(),
  hidden: boolean('hidden').notNull().default(false),
});

export const transactionSettings = pgTable('transaction_settings', {
  groupId: groupId(),
  currency: text('currency').notNull(),
  maxBatchSize: integer('max_batch_size').notNull(),
  defaultStatusId: id('default_status_id'),
  defaultMembershipPriceId: id('default_membership_price_id'),
  defaultDonationPriceId: id('default_donation_price_id'),
  batchPrefix: text('batch_prefix'),
  batchSerial: integer('batch_serial'),
  batchSerialUpdatedAt: time('batch_serial_updated_at'),
  membershipPrefix: text('membership_prefix'),
  membershipSerial: integer('membership_serial'),
  additionalSettings: jsonb('additional_settings').$type<Opaque>().notNull().default({}),
  openPeriods: jsonb('open_periods').$type<Opaque>().notNull().default({}),
});
