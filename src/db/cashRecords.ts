import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

import { type CashRecord, CashRecordContent } from '@/contract/cashRecord';

import { removeByIds } from './bulk';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** A cash record and the person who wrote it. */
export type StoredCashRecord = { userId: number; content: CashRecordContent };

/** Stores a record that this phone wrote. */
export async function insertCashRecord(
  tx: Transaction,
  scope: Scope,
  content: CashRecordContent
): Promise<void> {
  await tx.run(
    'INSERT INTO cash_records (scope_id, key, kind, user_id, made_at, content) VALUES (?, ?, ?, ?, ?, ?)',
    [scope.id, content.key, content.kind, scope.userId, content.made_at, JSON.stringify(content)]
  );
}

/** Stores records of the service. One that this phone wrote gets its number; its content stays. */
export async function applyCashRecords(
  tx: Transaction,
  scope: Scope,
  records: readonly CashRecord[]
): Promise<void> {
  for (const { id, key, kind, user_id: userId, content } of records) {
    const { success, data } = CashRecordContent.safeParse(content);
    if (!success || key === undefined || userId === undefined) continue;
    await tx.run(
      `INSERT INTO cash_records (scope_id, key, id, kind, user_id, made_at, content) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (scope_id, key) DO UPDATE SET id = excluded.id`,
      [scope.id, key, id, kind ?? data.kind, userId, data.made_at, JSON.stringify(data)]
    );
  }
}

export function removeCashRecords(tx: Transaction, scope: Scope, ids: readonly number[]): Promise<number> {
  return removeByIds(tx, 'cash_records', scope, ids);
}

/** Every cash record on this phone, in the order they were made. */
export async function listCashRecords(reader: Reader, scope: Scope): Promise<StoredCashRecord[]> {
  const rows = await reader.all<{ userId: number; content: string }>(
    'SELECT user_id AS userId, content FROM cash_records WHERE scope_id = ? ORDER BY made_at, key',
    [scope.id]
  );
  return rows.map(({ userId, content }) => ({ userId, content: CashRecordContent.parse(JSON.parse(content)) }));
}

/** SHA-256 of the last record that this person wrote on this phone; undefined for the first. */
export async function hashOfLastRecord(reader: Reader, scope: Scope): Promise<string | undefined> {
  const last = await reader.get<{ content: string }>(
    'SELECT content FROM cash_records WHERE scope_id = ? AND user_id = ? ORDER BY rowid DESC LIMIT 1',
    [scope.id, scope.userId]
  );
  return last ? bytesToHex(sha256(utf8ToBytes(last.content))) : undefined;
}
