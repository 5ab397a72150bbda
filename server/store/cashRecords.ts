import type { z } from 'zod';

import type { CashRecordContent, CashRecordSchema } from '@/contract/cashRecord';

import { type Caller, type Tx, query } from './database';
import { iso } from './shape';

type CashRecordAnswer = z.input<typeof CashRecordSchema>;
type CashRecordRow = {
  id: number;
  key: string;
  kind: CashRecordAnswer['kind'];
  userId: number;
  content: CashRecordAnswer['content'];
  receivedAt: Date;
};

const COLUMNS = `id, key, kind, user_id AS "userId", content, received_at AS "receivedAt"`;

const INSERT = `INSERT INTO cash_records (group_id, user_id, key, kind, receiver_id, answered_key, content, request_hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`;

export async function insertCashRecord(
  tx: Tx,
  caller: Caller,
  content: CashRecordContent,
  requestHash: Buffer
): Promise<CashRecordAnswer> {
  const [row] = await query<CashRecordRow>(tx, INSERT, [
    caller.groupId,
    caller.userId,
    content.key,
    content.kind,
    'to' in content ? (content.to.user_id ?? null) : null,
    'hand_over' in content ? content.hand_over : null,
    JSON.stringify(content),
    requestHash,
  ]);
  if (!row) throw new Error('the cash record was not inserted');
  return cashRecordAnswer(row);
}

/** Those among these ids that the caller may see. */
export async function listCashRecordsByIds(tx: Tx, ids: readonly number[]): Promise<CashRecordAnswer[]> {
  const text = `SELECT ${COLUMNS} FROM cash_records WHERE id = ANY($1::bigint[])`;
  return (await query<CashRecordRow>(tx, text, [ids])).map(cashRecordAnswer);
}

/** The record that a repeated request stored; null if the key belongs to another request. */
export async function getRepeatedCashRecord(
  tx: Tx,
  key: string,
  requestHash: Buffer
): Promise<CashRecordAnswer | null> {
  const text = `SELECT ${COLUMNS} FROM cash_records WHERE key = $1 AND request_hash = $2`;
  const [row] = await query<CashRecordRow>(tx, text, [key, requestHash]);
  return row ? cashRecordAnswer(row) : null;
}

function cashRecordAnswer({ userId, receivedAt, ...row }: CashRecordRow): CashRecordAnswer {
  return { ...row, user_id: userId, received_at: iso(receivedAt) };
}
