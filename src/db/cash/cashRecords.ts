import {
  CashRecordContentSchema,
  type CashRecord,
  type CashRecordContent,
  type HandOver,
} from '@/contract/cashRecord';
import { readOffer } from '@/domain/cash/handOverCode';

import { insertMany, removeByIds, replaceWhereDifferent, type BulkInsert } from '../bulk';
import { listPending, sentData } from '../outbox/pending';
import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';

/** A cash record and the person who wrote it. `signature`: what the service found about a signed code in it. */
export type StoredCashRecord = { userId: number; content: CashRecordContent; signature: string | null };

const columns = ['key', 'user_id', 'content', 'signature'];

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
    records.map(({ id, key, user_id: userId, content, signature }) => [
      id,
      key ?? '',
      userId ?? 0,
      JSON.stringify(content),
      signature ?? null,
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

/**
 * The cash records of the service, and those that are still on this phone. One of a newer kind is left out. A hand-over that is known
 * only from the code that its receiver scanned is among them.
 */
export async function listCashRecords(reader: Reader, scope: Scope): Promise<StoredCashRecord[]> {
  const stored = await reader.all<{
    key: string;
    userId: number;
    content: string;
    signature: string | null;
  }>('SELECT key, user_id AS userId, content, signature FROM cash_records WHERE scope_id = ? ORDER BY id', [
    scope.id,
  ]);
  const known = new Set(stored.map(({ key }) => key));
  const pending = (await listPending(reader, scope, ['cash_record'])).filter(({ id }) => !known.has(id));
  const records = [
    ...stored.map((row) => ({ ...row, content: JSON.parse(row.content) as unknown })),
    ...pending.map((row) => ({
      userId: scope.userId,
      content: sentData<{ cash_record: unknown }>(row).cash_record,
      signature: null,
    })),
  ].flatMap(({ userId, content, signature }) => {
    const { success, data } = CashRecordContentSchema.safeParse(content);
    return success ? { userId, content: data, signature } : [];
  });
  return [...records, ...scannedHandOvers(records, scope)];
}

/** Whether a code in a record counts: this person scanned it, or the service knows the key that signed it. */
export const isTrusted = ({ userId, signature }: Omit<StoredCashRecord, 'content'>, scope: Scope): boolean =>
  userId === scope.userId || signature === 'valid';

/** Hand-overs whose own record has not arrived, from the replies to them. */
function scannedHandOvers(records: readonly StoredCashRecord[], scope: Scope): StoredCashRecord[] {
  const scanned = new Map<string, StoredCashRecord>();
  for (const record of records) {
    if (record.content.kind !== 'reply' || !isTrusted(record, scope)) continue;
    const facts = readOffer(record.content.offer ?? '')?.facts;
    if (!facts || scanned.has(facts.key)) continue;
    const { key, giver, time, counts, cash, cheques } = facts;
    const content: HandOver = {
      kind: 'hand_over',
      key,
      made_at: new Date(time * 1000).toISOString(),
      counts,
      // A code does not list what is handed on.
      received: [],
      cash,
      cheques,
      to: { user_id: record.userId, name: '' },
    };
    scanned.set(key, { userId: giver, content, signature: record.signature });
  }
  for (const { content } of records) if (content.kind === 'hand_over') scanned.delete(content.key);
  return [...scanned.values()];
}
