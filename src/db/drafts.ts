import { parseBody } from './recordTable';
import { findSeal, keepText, openText } from './sealing/rowSeal';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/**
 * A form in progress, kept at every letter so that a kill costs none. `key` names the form, `becomes` the record that it
 * is to be: a draft is over as soon as that stands in the queue, and goes from the disk when that does.
 */
export async function setDraft(
  tx: Transaction,
  scope: Scope,
  key: string,
  draft: unknown,
  now: number,
  becomes: string | null = null
): Promise<void> {
  // Sealed as the record will be that it becomes: a name must not stay behind in what the draft leaves on the disk.
  const seal = await findSeal(tx, scope);
  const { text, sealedWith } = await keepText(seal, key, JSON.stringify(draft));
  await tx.run(
    `INSERT INTO drafts (scope_id, key, body, updated_at, sealed_with, becomes) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (scope_id, key) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at,
       sealed_with = excluded.sealed_with, becomes = excluded.becomes`,
    [scope.id, key, text, now, sealedWith, becomes]
  );
}

type Draft<T> = { key: string; draft: T; updatedAt: number };
type StoredDraft = { key: string; text: string; sealedWith: string | null; updatedAt: number };
const columns = 'key, body AS text, sealed_with AS sealedWith, updated_at AS updatedAt';
const isOpen = 'NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = drafts.becomes)';

/** A draft whose key this device has lost was never called saved: the form begins anew. */
async function openDraft<T>(
  reader: Reader,
  { key, updatedAt, ...kept }: StoredDraft
): Promise<Draft<T> | null> {
  const opened = await openText(reader, key, kept);
  return opened === null ? null : { key, draft: parseBody<T>(opened), updatedAt };
}

export async function getDraft<T>(
  reader: Reader,
  scope: Scope,
  key: string
): Promise<Omit<Draft<T>, 'key'> | null> {
  const row = await reader.get<StoredDraft>(
    `SELECT ${columns} FROM drafts WHERE scope_id = ? AND key = ? AND ${isOpen}`,
    [scope.id, key]
  );
  const opened = row && (await openDraft<T>(reader, row));
  return opened && { draft: opened.draft, updatedAt: opened.updatedAt };
}

/** The drafts whose names begin alike, the latest first. */
export async function listDrafts<T>(reader: Reader, scope: Scope, prefix: string): Promise<Draft<T>[]> {
  const rows = await reader.all<StoredDraft>(
    `SELECT ${columns} FROM drafts WHERE scope_id = ? AND substr(key, 1, ?) = ? AND ${isOpen}
     ORDER BY updated_at DESC, key`,
    [scope.id, prefix.length, prefix]
  );
  const drafts = await Promise.all(rows.map((row) => openDraft<T>(reader, row)));
  return drafts.filter((draft) => draft !== null);
}

/** Belongs into the transaction that saves what the draft became. */
export async function removeDraft(tx: Transaction, scope: Scope, key: string): Promise<void> {
  await tx.run('DELETE FROM drafts WHERE scope_id = ? AND key = ?', [scope.id, key]);
}
