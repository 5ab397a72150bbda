import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

import { CashRecordContentSchema, type CashRecord, type CashRecordContent } from '@/contract/cashRecord';

import { insertMany, removeByIds, replaceWhereDifferent, type BulkInsert } from './bulk';
import { listPending, sentData } from './outbox/pending';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** A cash record and the person who wrote it. */
export type StoredCashRecord = { userId: number; content: CashRecordContent };

const columns = ['key', 'user_id', 'content'];

const insert: BulkInsert = {
  into: 'cash_records',
  shared: ['scope_id'],
  columns: ['id', ...columns],
  onConflict: replaceWhereDifferent(['scope_id', 'id'], columns),
};

export function applyCashRecords(
  tx: Transaction,
  scope: Scope,
  records: readonly CashRecord[]
): Promise<number> {
  return insertMany(
    tx,
    insert,
    [scope.id],
    records.map(({ id, key, user_id: userId, content }) => [
      id,
      key ?? '',
      userId ?? 0,
      JSON.stringify(content),
    ])
  );
}

export const removeCashRecords = (tx: Transaction, scope: Scope, ids: readonly number[]) =>
  removeByIds(tx, 'cash_records', scope, ids);

/** Whether a pull has downloaded this record. */
export async function hasCashRecord(reader: Reader, scope: Scope, key: string): Promise<boolean> {
  return (
    (await reader.get('SELECT 1 FROM cash_records WHERE scope_id = ? AND key = ?', [scope.id, key])) !== null
  );
}

/** The cash records of the service, and those that are still on this phone. One of a newer kind is left out. */
export async function listCashRecords(reader: Reader, scope: Scope): Promise<StoredCashRecord[]> {
  const stored = await reader.all<{ key: string; userId: number; content: string }>(
    'SELECT key, user_id AS userId, content FROM cash_records WHERE scope_id = ? ORDER BY id',
    [scope.id]
  );
  const known = new Set(stored.map(({ key }) => key));
  const pending = (await listPending(reader, scope, ['cash_record'])).filter(({ id }) => !known.has(id));
  return [
    ...stored.map(({ userId, content }) => ({ userId, content: JSON.parse(content) as unknown })),
    ...pending.map((row) => ({
      userId: scope.userId,
      content: sentData<{ cash_record: unknown }>(row).cash_record,
    })),
  ].flatMap(({ userId, content }) => {
    const { success, data } = CashRecordContentSchema.safeParse(content);
    return success ? { userId, content: data } : [];
  });
}

/** SHA-256 of the latest record of this person; undefined for the first. */
export async function hashOfLastRecord(reader: Reader, scope: Scope): Promise<string | undefined> {
  const own = (await listCashRecords(reader, scope)).filter(({ userId }) => userId === scope.userId);
  const last = own
    .map(({ content }) => content)
    .sort((one, other) => Date.parse(one.made_at) - Date.parse(other.made_at))
    .at(-1);
  return last ? bytesToHex(sha256(utf8ToBytes(JSON.stringify(last)))) : undefined;
}
