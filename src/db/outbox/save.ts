import { type OutboxKind } from '@/domain/outbox';

import { removeDraft } from '../drafts';
import { StoreError } from '../errors';
import { setFact, type Fact } from '../facts';
import { applyTransition } from './transitions';
import { getOutboxRow, type OutboxRow, type SealedPart } from './row';
import { type SqlValue } from '../port';
import { findSeal, type KeptText, type Seal } from '../sealing/rowSeal';
import { savedColumns } from '../schema/version6';
import { type Scope } from '../scopes';
import { sha256Hex } from '../sha256';
import { type Store, type Transaction } from '../store';

/** What a person saved, before it has a place in the queue. */
export type NewOutboxRow = {
  id: string;
  kind: OutboxKind;
  entity: string;
  body: string;
  bodyVersion: number;
  base?: unknown;
  who?: string;
  amount?: number;
  currency?: string;
  paymentMethodKind?: string;
  contactId?: number;
  externalTransactionId?: number;
};

/** A row with what is written in the same moment: the end of the draft it was made of, and facts. */
export type Saving = {
  row: NewOutboxRow;
  draftKey: string;
  /** What tells of a person goes through the seal. */
  facts: (seal: Seal | null) => Promise<Fact[]>;
};

const unsealed: KeptText = { text: '', sealedWith: null };

/** The values of `savedColumns`. */
async function valuesOf(
  seal: Seal | null,
  scope: Scope,
  row: NewOutboxRow,
  now: number
): Promise<{ values: SqlValue[]; bodyHash: string }> {
  const part: SealedPart = {
    body: row.body,
    bodyHash: sha256Hex(row.body),
    base: row.base === undefined ? null : JSON.stringify(row.base),
    who: row.who ?? null,
    contactId: row.contactId ?? null,
  };
  const { text, sealedWith } = seal ? await seal(row.id, JSON.stringify(part)) : unsealed;
  // A hash of the open text would let names be guessed one by one: a sealed row keeps it inside.
  const kept: SealedPart =
    sealedWith === null
      ? part
      : { body: text, bodyHash: sha256Hex(text), base: null, who: null, contactId: null };
  const values = [
    row.id,
    scope.id,
    row.kind,
    row.entity,
    kept.body,
    kept.bodyHash,
    row.bodyVersion,
    kept.base,
    kept.who,
    row.amount ?? null,
    row.currency ?? null,
    row.paymentMethodKind ?? null,
    kept.contactId,
    row.externalTransactionId ?? null,
    now,
    now,
    sealedWith,
  ];
  return { values, bodyHash: part.bodyHash };
}

const places = savedColumns.replace(/\w+/g, '?');
const insertRow = `INSERT INTO outbox (${savedColumns}, state) VALUES (${places}, 'queued') ON CONFLICT (id) DO NOTHING`;
const insertSave = `INSERT INTO saves (${savedColumns}, draft_key, facts) VALUES (${places}, ?, ?)`;

/**
 * Puts a write into the queue and answers whether it is new. The same id a second time is the same capture: nothing
 * is written. The same id with another body is refused, since one of the two would be lost.
 */
export async function enqueue(
  tx: Transaction,
  scope: Scope,
  row: NewOutboxRow,
  now: number
): Promise<boolean> {
  const { values, bodyHash } = await valuesOf(await findSeal(tx, scope), scope, row, now);
  const { changes } = await tx.run(insertRow, values);
  if (changes === 1) return true;
  const known = await getOutboxRow(tx, scope, row.id);
  if (known?.bodyHash !== bodyHash) {
    throw new StoreError('refused', 'Another record was already saved under this id.');
  }
  return false;
}

/** Writes what belongs to a row that the same transaction has put into the queue. */
export async function applyBeside(
  tx: Transaction,
  scope: Scope,
  { facts, draftKey }: Omit<Saving, 'row'>
): Promise<void> {
  for (const { key, value } of await facts(await findSeal(tx, scope))) await setFact(tx, scope, key, value);
  await removeDraft(tx, scope, draftKey);
}

/**
 * Saves one row with what belongs to it, by one statement; on the disk when it resolves. The same id a second time is
 * the same capture, as for `enqueue`, and ends the draft.
 */
export async function saveRow(store: Store, scope: Scope, saving: Saving, now: number): Promise<void> {
  const { row, draftKey } = saving;
  try {
    await store.writeOne(async (reader) => {
      const seal = await findSeal(reader, scope);
      const { values } = await valuesOf(seal, scope, row, now);
      const facts = (await saving.facts(seal)).map(({ key, value }) => [key, JSON.stringify(value)]);
      values.push(draftKey, facts.length === 0 ? null : JSON.stringify(facts));
      return { sql: insertSave, params: values };
    });
  } catch (failure) {
    if (!(failure instanceof StoreError && failure.kind === 'refused')) throw failure;
    // Most likely the id is known. Nothing was written; a transaction finds out, and says why where it is refused too.
    await store.write(async (tx) => {
      if (await enqueue(tx, scope, row, now)) await applyBeside(tx, scope, saving);
      else await removeDraft(tx, scope, draftKey);
    });
  }
}

/** Puts a mended row in the place of one that was refused. The old one stays until the new one has arrived. */
export async function replaceRow(
  tx: Transaction,
  scope: Scope,
  replaced: Pick<OutboxRow, 'id' | 'state'>,
  mended: NewOutboxRow,
  now: number
): Promise<boolean> {
  const isMoved = await applyTransition(tx, {
    id: replaced.id,
    from: replaced.state,
    to: 'replaced',
    now,
    patch: { replacedBy: mended.id },
  });
  if (isMoved) await enqueue(tx, scope, mended, now);
  return isMoved;
}
