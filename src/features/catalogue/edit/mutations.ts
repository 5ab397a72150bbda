import {
  type DonationPrice,
  DonationPriceRead,
  type MembershipPriceGroup,
  MembershipPriceGroupRead,
} from '@/contract/price';
import { type TransactionSettings } from '@/contract/settings';
import { type TransactionStatus, TransactionStatusRead } from '@/contract/status';
import { PAGE_MAXIMUM } from '@/contract/primitives';
import { applyDonationPrices, applyMembershipPriceGroups } from '@/db/prices';
import { type Scope } from '@/db/scopes';
import { applyTransactionSettings } from '@/db/settings';
import { applyTransactionStatuses } from '@/db/statuses';
import { type Transaction } from '@/db/store';
import {
  createRecord,
  editRecord,
  saveRecord,
  type CreateResult,
  type OnlineResult,
} from '@/features/shared/forms/onlineRecord';
import { type Runtime } from '@/features/shared/runtime';
import { type DraftForm } from '@/features/shared/forms/useDraftForm';

import { itemFields, type ItemDraft, type ItemFields, type ItemKind } from './itemForm';
import { settingsChanges, settingsFields, type SettingsFields } from './settingsForm';

type Parts = Pick<Runtime, 'online' | 'newId'>;

/** A record that the service returned, with the table it belongs to. */
export type SavedItem =
  | { table: 'donation_price'; records: DonationPrice[] }
  | { table: 'membership_price_group'; records: MembershipPriceGroup[] }
  | { table: 'transaction_status'; records: TransactionStatus[] };

type Edit = { number: number; base: ItemFields; mine: ItemFields };

const all = { limit: PAGE_MAXIMUM };

/** A list that was read, or one record that was written. */
function recordsOf<T extends object>(value: T | { good: T[] }): T[] {
  return 'good' in value ? value.good : [value];
}

function saved<T, Item extends SavedItem>(
  result: OnlineResult<T>,
  itemOf: (value: T) => Item
): OnlineResult<Item> {
  return result.kind === 'saved' ? { kind: 'saved', value: itemOf(result.value) } : result;
}

/** Sends the difference between what was seen and what was typed, merged with what the service has. */
export async function editItem(
  parts: Parts,
  kind: ItemKind,
  { number, base, mine }: Edit
): Promise<OnlineResult<SavedItem>> {
  const common = { params: { id: number }, query: all, base, mine, bodyOf };
  const found = <T extends { id: number }>(records: T[]) => {
    const record = records.find(({ id }) => id === number);
    return record === undefined ? null : itemFields(kind, record as ItemFields);
  };
  if (kind === 'donation_price')
    return saved(
      await editRecord(parts, {
        ...common,
        read: 'listDonationPrices',
        write: 'updateDonationPrice',
        fieldsOf: ({ good }) => found(good),
      }),
      (value) => ({ table: 'donation_price', records: recordsOf<DonationPrice>(value) })
    );
  if (kind === 'transaction_status')
    return saved(
      await editRecord(parts, {
        ...common,
        read: 'listTransactionStatuses',
        write: 'updateTransactionStatus',
        fieldsOf: ({ good }) => found(good),
      }),
      (value) => ({ table: 'transaction_status', records: recordsOf<TransactionStatus>(value) })
    );
  const isGroup = kind === 'membership_price_group';
  return saved(
    await editRecord(parts, {
      ...common,
      read: 'listMembershipPriceGroups',
      write: isGroup ? 'updateMembershipPriceGroup' : 'updateMembershipPrice',
      fieldsOf: ({ good }) =>
        isGroup ? found(good) : found(good.flatMap(({ membership_prices: prices }) => prices ?? [])),
    }),
    (value) => ({ table: 'membership_price_group', records: recordsOf<MembershipPriceGroup>(value) })
  );
}

/** What is switched off is false, not cleared. */
function bodyOf(changes: Record<string, unknown>): unknown {
  const switches = ['hidden', 'archived', 'allow_custom_amount'];
  const data = Object.entries(changes).map(([name, value]) => [
    name,
    value === null && switches.includes(name) ? false : value,
  ]);
  return { data: Object.fromEntries(data) };
}

/** Adds a record; the id of the form is its key, so that no try adds a second one. */
export async function createItem(
  parts: Parts,
  kind: ItemKind,
  { id, fields, groupId }: { id: string; fields: ItemFields; groupId: number | null }
): Promise<CreateResult<SavedItem>> {
  const created = <T>(result: CreateResult<T>, itemOf: (value: T) => SavedItem): CreateResult<SavedItem> =>
    result.kind === 'saved' || result.kind === 'exists'
      ? { kind: result.kind, value: itemOf(result.value) }
      : result;
  const body = { data: fields };
  if (kind === 'donation_price')
    return created(
      await createRecord(parts, {
        endpoint: 'createDonationPrice',
        id,
        body,
        readStored: (stored) => DonationPriceRead.safeParse(stored).data ?? null,
      }),
      (price) => ({ table: 'donation_price', records: [price] })
    );
  if (kind === 'transaction_status')
    return created(
      await createRecord(parts, {
        endpoint: 'createTransactionStatus',
        id,
        body,
        readStored: (stored) => TransactionStatusRead.safeParse(stored).data ?? null,
      }),
      (status) => ({ table: 'transaction_status', records: [status] })
    );
  const isGroup = kind === 'membership_price_group';
  return created(
    await createRecord(parts, {
      endpoint: isGroup ? 'createMembershipPriceGroup' : 'createMembershipPrice',
      id,
      body: isGroup ? body : { data: { ...fields, membership_price_group_id: groupId } },
      readStored: (stored) => MembershipPriceGroupRead.safeParse(stored).data ?? null,
    }),
    (group) => ({ table: 'membership_price_group', records: [group] })
  );
}

export const applyItem =
  (scope: Scope) =>
  (tx: Transaction, item: SavedItem): Promise<unknown> => {
    switch (item.table) {
      case 'donation_price':
        return applyDonationPrices(tx, scope, item.records);
      case 'membership_price_group':
        return applyMembershipPriceGroups(tx, scope, item.records);
      case 'transaction_status':
        return applyTransactionStatuses(tx, scope, item.records);
    }
  };

export function editSettings(
  parts: Parts,
  base: SettingsFields,
  mine: SettingsFields
): Promise<OnlineResult<TransactionSettings>> {
  let current = base;
  return editRecord(parts, {
    read: 'getTransactionSettings',
    write: 'updateTransactionSettings',
    base,
    mine,
    fieldsOf: (settings) => (current = settingsFields(settings)),
    bodyOf: (changes) => ({ data: settingsChanges(changes, current) }),
  });
}

export const applySettings = (scope: Scope) => (tx: Transaction, settings: TransactionSettings) =>
  applyTransactionSettings(tx, scope, settings);

/** Saves the form of one record. */
export const saveItem = (
  parts: Parts,
  draftForm: Pick<DraftForm<ItemDraft>, 'getNewest' | 'change'>,
  { kind, fields, groupId }: { kind: ItemKind; fields: ItemFields; groupId: number | null }
): Promise<OnlineResult<SavedItem>> =>
  saveRecord(draftForm, {
    create: (id) => createItem(parts, kind, { id, fields, groupId }),
    edit: (number, base) => editItem(parts, kind, { number, base, mine: fields }),
    storedOf: (item) => {
      const stored = storedRecord(kind, item);
      return stored && { number: stored.id, fields: itemFields(kind, stored as ItemFields) };
    },
  });

/** The record that an earlier try created. A price is the newest of its group. */
function storedRecord(kind: ItemKind, item: SavedItem): (object & { id: number }) | null {
  const [record] = item.records;
  if (kind !== 'membership_price') return record ?? null;
  const prices = item.table === 'membership_price_group' ? (item.records[0]?.membership_prices ?? []) : [];
  return prices.reduce<(object & { id: number }) | null>(
    (newest, price) => (newest === null || price.id > newest.id ? price : newest),
    null
  );
}
