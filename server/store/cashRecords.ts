import type { z } from 'zod';

import type { CashRecordContent, CashRecordSchema } from '@/contract/cashRecord';
import { readAnswer, readOffer } from '@/domain/cash/handOverCode';
import { encodeBytes } from '@/domain/signedText';

import { type Caller, type Tx, query } from './database';
import { iso, optional } from './shape';
import { isSigned } from './signatures';

type CashRecordAnswer = z.input<typeof CashRecordSchema>;
type CashRecordRow = {
  id: number;
  key: string;
  kind: CashRecordAnswer['kind'];
  userId: number;
  content: CashRecordAnswer['content'];
  signature: NonNullable<CashRecordAnswer['signature']> | null;
  receivedAt: Date;
};

const COLUMNS = `id, key, kind, user_id AS "userId", content, signature, received_at AS "receivedAt"`;

const INSERT = `INSERT INTO cash_records (group_id, user_id, key, kind, receiver_id, answered_key, content, request_hash, signature)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8,
    CASE WHEN $10::text IS NULL THEN NULL WHEN doorstep_has_key($9, $10) THEN 'valid' ELSE 'unknown_key' END)
  RETURNING ${COLUMNS}`;

export async function insertCashRecord(
  tx: Tx,
  caller: Caller,
  content: CashRecordContent,
  { requestHash, signer }: { requestHash: Buffer; signer: CodeSigner | null }
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
    signer?.userId ?? null,
    signer?.publicKey ?? null,
  ]);
  if (!row) throw new Error('the cash record was not inserted');
  return cashRecordAnswer(row);
}

/** Who signed the code in a record, by what the code says. */
export type CodeSigner = { userId: number; publicKey: string };

/**
 * The signer of the other side's code in a record; null without one. `wrong`: the key in it did not sign it, or it is about another
 * hand-over, space or person.
 */
export function readCodeSigner(content: CashRecordContent, caller: Caller): CodeSigner | 'wrong' | null {
  const code =
    content.kind === 'reply' ? content.offer : content.kind === 'reply_seen' ? content.answer : undefined;
  if (code === undefined || !('hand_over' in content)) return null;
  const read = content.kind === 'reply' ? readOffer(code) : readAnswer(code);
  if (!read || !isSigned(read)) return 'wrong';
  const { space, key } = read.facts;
  const userId = 'giver' in read.facts ? read.facts.giver : read.facts.receiver;
  const isOther = userId !== caller.userId && (content.kind !== 'reply_seen' || content.by === userId);
  if (space !== caller.groupId || key !== content.hand_over || !isOther) return 'wrong';
  return { userId, publicKey: encodeBytes(read.publicKey) };
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

function cashRecordAnswer({ userId, receivedAt, signature, ...row }: CashRecordRow): CashRecordAnswer {
  return { ...row, user_id: userId, received_at: iso(receivedAt), signature: optional(signature) };
}
