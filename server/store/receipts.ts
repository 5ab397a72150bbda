import type { z } from 'zod';

import { MOST_LISTED_NUMBERS, type ReceiptBookSchema } from '@/contract/receipt';
import { type ReadReceipt, readReceipt } from '@/domain/receipt';
import { encodeBytes } from '@/domain/signedText';

import { type Caller, type Tx, query } from './database';
import { iso, optional } from './shape';

type BookAnswer = z.input<typeof ReceiptBookSchema>;
type BookRow = Pick<BookAnswer, 'id' | 'user_id' | 'public_key'> & { created_at: Date };

const COLUMNS = 'id, user_id, public_key, created_at';

export async function insertReceiptBook(
  tx: Tx,
  { groupId, userId }: Caller,
  { key, publicKey, requestHash }: { key: string; publicKey: string; requestHash: Buffer }
): Promise<BookAnswer> {
  const text = `INSERT INTO receipt_books (group_id, user_id, key, public_key, request_hash) VALUES ($1, $2, $3, $4, $5)
    RETURNING ${COLUMNS}`;
  const [row] = await query<BookRow>(tx, text, [groupId, userId, key, publicKey, requestHash]);
  if (!row) throw new Error('the receipt book was not inserted');
  return newBook(row);
}

/** The book of a repeated request; null if the key belongs to another request. */
export async function getRepeatedBook(tx: Tx, key: string, requestHash: Buffer): Promise<BookAnswer | null> {
  const text = `SELECT ${COLUMNS} FROM receipt_books WHERE key = $1 AND request_hash = $2 AND user_id = doorstep_user()`;
  const [row] = await query<BookRow>(tx, text, [key, requestHash]);
  return row ? newBook(row) : null;
}

function newBook({ created_at: createdAt, ...row }: BookRow): BookAnswer {
  return { ...row, created_at: iso(createdAt), last: 0, arrived: 0, missing: [], void: [], twice: [] };
}

/** Numbers of a book in ascending order, as many as a response lists. */
const listed = (numbers: string) => `ARRAY(${numbers} ORDER BY 1 LIMIT ${MOST_LISTED_NUMBERS})`;

/** The counts of a book's owner state the last number and the void ones; other numbers up to the last are expected. */
const LIST = `SELECT b.id, b.user_id, b.public_key, b.created_at,
    nullif(trim(u.firstname || ' ' || u.surname), '') AS name, given.last, given.arrived,
    ${listed('SELECT DISTINCT unnest(stated.void)')} AS void,
    ${listed('SELECT DISTINCT r.number FROM receipts r WHERE r.book_id = b.id AND NOT r.is_first')} AS twice,
    ${listed(`SELECT generate_series(1, given.last) EXCEPT SELECT unnest(stated.void)
      EXCEPT SELECT r.number FROM receipts r WHERE r.book_id = b.id AND r.is_first`)} AS missing
  FROM receipt_books b
  LEFT JOIN users u ON u.id = b.user_id
  CROSS JOIN LATERAL (
    SELECT coalesce(max((s ->> 'last')::int), 0) AS last,
      coalesce(array_agg(DISTINCT v.number::int) FILTER (WHERE v.number IS NOT NULL), '{}') AS void
    FROM cash_records c
    CROSS JOIN LATERAL json_array_elements(c.content -> 'receipts') AS s
    LEFT JOIN LATERAL json_array_elements_text(s -> 'void') AS v (number) ON true
    WHERE c.user_id = b.user_id AND c.kind = 'count' AND c.content -> 'receipts' IS NOT NULL
      AND (s ->> 'book')::bigint = b.id
  ) AS stated
  CROSS JOIN LATERAL (
    SELECT greatest(stated.last, coalesce(max(r.number), 0)) AS last, count(*) FILTER (WHERE r.is_first)::int AS arrived
    FROM receipts r WHERE r.book_id = b.id
  ) AS given
  ORDER BY b.id DESC LIMIT $1 OFFSET $2`;

type ListedRow = Omit<BookAnswer, 'created_at' | 'name'> & { created_at: Date; name: string | null };

export async function listReceiptBooks(
  tx: Tx,
  { limit, offset }: { limit: number; offset: number }
): Promise<{ books: BookAnswer[]; total: number }> {
  const [rows, counted] = await Promise.all([
    query<ListedRow>(tx, LIST, [limit, offset]),
    query<{ count: number }>(tx, 'SELECT count(*) AS count FROM receipt_books'),
  ]);
  const books = rows.map(({ name, created_at: createdAt, ...row }) => ({
    ...row,
    name: optional(name),
    created_at: iso(createdAt),
  }));
  return { books, total: counted[0]?.count ?? 0 };
}

const INSERT_RECEIPT = `INSERT INTO receipts (group_id, bundle_id, book_id, number, code, is_first)
  SELECT group_id, $2, id, $4, $5, $7 FROM receipt_books
  WHERE group_id = $1 AND id = $3 AND public_key = $6 AND user_id = doorstep_user()
    AND NOT EXISTS (SELECT FROM receipts earlier WHERE earlier.group_id = $1 AND earlier.bundle_id = $2)`;

/**
 * Stores the receipt of a bundle that is new or locked, and returns whether it did. The record counts, whatever its receipt: one
 * of a book that a restored service does not have is not stored, nor is a second one of the same bundle, and a number that another
 * record has is marked.
 */
export async function insertReceipt(
  tx: Tx,
  { groupId }: Caller,
  { bundleId, code, receipt }: { bundleId: number; code: string; receipt: ReadReceipt }
): Promise<boolean> {
  const { book, number } = receipt.facts;
  const values = [groupId, bundleId, book, number, code, encodeBytes(receipt.publicKey)];
  const free = 'ON CONFLICT (group_id, book_id, number) WHERE is_first DO NOTHING';
  const [first] = await query(tx, `${INSERT_RECEIPT} ${free} RETURNING 1`, [...values, true]);
  if (first) return true;
  const [second] = await query(tx, `${INSERT_RECEIPT} RETURNING 1`, [...values, false]);
  return second !== undefined;
}

/** The receipts of these bundles. */
export function listReceiptsOfBundles(
  tx: Tx,
  ids: readonly number[]
): Promise<{ bundle_id: number; code: string }[]> {
  return query(tx, 'SELECT bundle_id, code FROM receipts WHERE bundle_id = ANY($1::bigint[])', [ids]);
}

/** Whether the record of a receipt with this signature is stored. For a request without a person. */
export async function hasArrived(
  tx: Tx,
  wanted: { space: number; book: number; number: number; signature: string }
): Promise<boolean> {
  const rows = await query<{ code: string }>(
    tx,
    'SELECT code FROM receipts WHERE group_id = $1 AND book_id = $2 AND number = $3',
    [wanted.space, wanted.book, wanted.number]
  );
  return rows.some(({ code }) => {
    const receipt = readReceipt(code);
    return receipt !== null && encodeBytes(receipt.signature) === wanted.signature;
  });
}
