import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

import { MOST_LISTED_NUMBERS, MOST_RECEIPTS, type ReceiptStatement } from '@/contract/receipt';
import { usablePhone } from '@/domain/contacts/contactLinks';
import { makeReceipt, noPrevious, organisationOf, type ReceiptFacts } from '@/domain/receipt';
import { encodeBytes, type DeviceSigner } from '@/domain/signedText';
import { readSupporter } from '@/domain/contacts/supporter';
import type { z } from 'zod';

import { getFact } from './facts';
import { getSpace } from './knownSpaces';
import { getGift, getPromise, isGiftCancelled } from './gifts';
import type { BundleView } from './outbox/pendingBundles';
import { getContactView } from './outbox/pendingContacts';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/**
 * A receipt that this phone gave. `rowId` sends it: the capture, or the correction that pays a promise. `isVoid`: that row was
 * cancelled or replaced, and is never sent.
 */
export type StoredReceipt = {
  book: number;
  number: number;
  rowId: string;
  captureId: string;
  code: string;
  isVoid: boolean;
};

const bytesOfHash = 8;

/** What the next receipt contains of the hash of this one. */
const linkTo = (code: string): string => encodeBytes(sha256(utf8ToBytes(code)).slice(0, bytesOfHash));

/** What a record contributes to its receipt. */
type Received = Pick<ReceiptFacts, 'amount' | 'currency' | 'method'> & {
  rowId: string;
  /** The gift that is paid, if not by the row that creates it. */
  captureId?: string;
  takenAt: number;
};

/**
 * Gives a record the next number of the book, in the transaction that saves the record: no number is without a record. Returns
 * the code; null without a book of this key.
 */
export async function giveReceipt(
  tx: Transaction,
  scope: Scope,
  signer: DeviceSigner,
  { rowId, captureId = rowId, amount, currency, method, takenAt }: Received
): Promise<string | null> {
  const book = await getFact(tx, scope, 'receipt_book');
  if (book === null || book.number === null || book.publicKey !== encodeBytes(signer.publicKey)) return null;
  const last = await tx.get<{ number: number; code: string }>(
    'SELECT number, code FROM receipts WHERE scope_id = ? AND book = ? ORDER BY number DESC LIMIT 1',
    [scope.id, book.number]
  );
  const number = (last?.number ?? 0) + 1;
  const time = Math.floor(takenAt / 1000);
  if (number > MOST_RECEIPTS || !(time >= 0)) return null;
  const previous = last === null ? noPrevious : linkTo(last.code);
  const organisation = organisationOf((await getSpace(tx, scope))?.name);
  const facts = {
    space: scope.spaceId,
    book: book.number,
    number,
    amount,
    time,
    method,
    organisation,
    previous,
  };
  const code = makeReceipt({ ...facts, currency: currency.toLowerCase() }, signer);
  await tx.run(
    'INSERT INTO receipts (scope_id, book, number, row_id, capture_id, code) VALUES (?, ?, ?, ?, ?, ?)',
    [scope.id, book.number, number, rowId, captureId, code]
  );
  return code;
}

const columns = 'book, number, row_id AS rowId, capture_id AS captureId, code, is_void AS isVoid';
type Row = Omit<StoredReceipt, 'isVoid'> & { isVoid: number };

/** The receipts that this phone gave, in the order of their numbers. */
export async function listReceipts(reader: Reader, scope: Scope): Promise<StoredReceipt[]> {
  const text = `SELECT ${columns} FROM receipts WHERE scope_id = ? ORDER BY book, number`;
  const rows = await reader.all<Row>(text, [scope.id]);
  return rows.map((row) => ({ ...row, isVoid: row.isVoid === 1 }));
}

/** The receipt that a row sends, or that the payment of a promise of this id got last; null without one. */
export async function getReceipt(reader: Reader, scope: Scope, id: string): Promise<StoredReceipt | null> {
  const text = `SELECT ${columns} FROM receipts WHERE scope_id = ?1 AND (row_id = ?2 OR capture_id = ?2)
    ORDER BY is_void, number DESC LIMIT 1`;
  const row = await reader.get<Row>(text, [scope.id, id]);
  return row && { ...row, isVoid: row.isVoid === 1 };
}

/** The payment that a receipt certifies became a gift of its own. */
export async function moveReceipt(
  tx: Transaction,
  scope: Scope,
  { from, to }: { from: string; to: string }
): Promise<void> {
  await tx.run(
    'UPDATE receipts SET row_id = ?, capture_id = ?, is_void = 0 WHERE scope_id = ? AND row_id = ?',
    [to, to, scope.id, from]
  );
}

/** The record of a receipt: whether it was cancelled or replaced, and where its giver may be written to. */
export type ReceiptRecord = { isVoid: boolean; giver: { phone?: string; mail?: string } };

/** By the id of the row that created or paid the record, or by the number of its bundle. */
export async function getReceiptRecord(reader: Reader, scope: Scope, id: string): Promise<ReceiptRecord> {
  const given = await getReceipt(reader, scope, id);
  const view = await getGift(reader, scope, given?.captureId ?? id);
  const isUnpaid =
    view !== null &&
    ((await isGiftCancelled(reader, scope, view)) || (await getPromise(reader, scope, view)) !== null);
  return {
    isVoid: given?.isVoid === true || isUnpaid,
    giver: view === null ? {} : await getGiver(reader, scope, view),
  };
}

/** Empty for a person who wants no messages. */
async function getGiver(
  reader: Reader,
  scope: Scope,
  { bundle }: BundleView
): Promise<ReceiptRecord['giver']> {
  const { contact_id: contactId, comment = '' } = bundle.transactions[0] ?? {};
  if (contactId === undefined) return readSupporter(comment)?.supporter ?? {};
  const contact = (await getContactView(reader, scope, contactId))?.contact;
  if (!contact || contact.black_list === true) return {};
  return { phone: usablePhone(contact), mail: contact.mail };
}

/** What a count of these records states about the books of this phone. */
export async function stateReceipts(
  reader: Reader,
  scope: Scope,
  keys: ReadonlySet<string>
): Promise<z.output<typeof ReceiptStatement>[]> {
  const receipts = await listReceipts(reader, scope);
  const books = [...new Set(receipts.map(({ book }) => book))];
  return books.map((book) => {
    const own = receipts.filter((receipt) => receipt.book === book);
    const unused = own.filter(({ isVoid }) => isVoid).map(({ number }) => number);
    const first = own.find(({ captureId }) => keys.has(captureId))?.number;
    return {
      book,
      ...(first === undefined ? {} : { first }),
      last: own.at(-1)?.number ?? 0,
      void: unused.slice(-MOST_LISTED_NUMBERS),
    };
  });
}
