import { type OutboxKind, type OutboxState } from '@/domain/outbox';
import { type RowProblem } from '@/domain/outcome';

import { parseBody } from '../recordTable';
import { openText } from '../sealing/rowSeal';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** A write on its way to the service. Times are milliseconds of the phone's clock. */
export type OutboxRow = {
  seq: number;
  /** A UUID, also the Idempotency-Key. */
  id: string;
  kind: OutboxKind;
  /** Rows of one entity go in the order they were made. */
  entity: string;
  /** The very text that is sent, frozen at the moment of saving; null where `sealed` says that nobody here can read it. */
  body: string | null;
  bodyHash: string;
  bodyVersion: number;
  /** For edits: what the person saw. */
  base: unknown;
  state: OutboxState;
  attempts: number;
  nextAttemptAt: number;
  leaseUntil: number | null;
  leaseOwner: string | null;
  serverId: number | null;
  problem: RowProblem | null;
  /** What reconciliation has learned so far. */
  notes: unknown;
  replacedBy: string | null;
  who: string | null;
  amount: number | null;
  currency: string | null;
  paymentMethodKind: string | null;
  contactId: number | null;
  externalTransactionId: number | null;
  createdAt: number;
  updatedAt: number;
  sentAt: number | null;
  ackedAt: number | null;
  seenAt: number | null;
  exportedAt: number | null;
  /** What is personal of a row whose key this device has lost, for the treasurer, who has a copy; else null. */
  sealed: { keyId: string; text: string } | null;
};

/** A row that this device can read. */
export type OpenRow = OutboxRow & { body: string };

export const isOpen = (row: OutboxRow): row is OpenRow => row.body !== null;

/** What is sealed of a row: all that tells of a person. Sums and the queue need the rest. */
export type SealedPart = {
  body: string;
  bodyHash: string;
  base: string | null;
  who: string | null;
  contactId: number | null;
};

/** A row as SQLite answers it: what is JSON is still text, what is sealed is still sealed. */
export type StoredOutboxRow = Omit<OutboxRow, 'body' | 'base' | 'problem' | 'notes' | 'sealed'> & {
  body: string;
  sealedWith: string | null;
  base: string | null;
  problem: string | null;
  notes: string | null;
};

export const outboxColumns = `seq, id, kind, entity, body, body_hash AS bodyHash, body_version AS bodyVersion, base,
  state, attempts, next_attempt_at AS nextAttemptAt, lease_until AS leaseUntil, lease_owner AS leaseOwner,
  server_id AS serverId, problem, notes, replaced_by AS replacedBy, who, amount, currency,
  payment_method_kind AS paymentMethodKind, contact_id AS contactId,
  external_transaction_id AS externalTransactionId, created_at AS createdAt, updated_at AS updatedAt,
  sent_at AS sentAt, acked_at AS ackedAt, seen_at AS seenAt, exported_at AS exportedAt, sealed_with AS sealedWith`;

/** Opens a stored row. One whose key is gone is a row all the same: with its amount, its state and its sealed text. */
export async function toOutboxRow(
  reader: Reader,
  { sealedWith, ...stored }: StoredOutboxRow
): Promise<OutboxRow> {
  const shared = {
    problem: stored.problem === null ? null : parseBody<RowProblem>(stored.problem),
    notes: stored.notes === null ? null : parseBody<unknown>(stored.notes),
    sealed: null,
  };
  const baseOf = (base: string | null) => (base === null ? null : parseBody<unknown>(base));
  if (sealedWith === null) return { ...stored, ...shared, base: baseOf(stored.base) };
  const opened = await openText(reader, stored.id, { text: stored.body, sealedWith });
  if (opened === null)
    return { ...stored, ...shared, body: null, base: null, sealed: { keyId: sealedWith, text: stored.body } };
  const part = parseBody<SealedPart>(opened);
  return { ...stored, ...shared, ...part, base: baseOf(part.base) };
}

export async function getOutboxRow(reader: Reader, scope: Scope, id: string): Promise<OutboxRow | null> {
  const row = await reader.get<StoredOutboxRow>(
    `SELECT ${outboxColumns} FROM outbox WHERE scope_id = ? AND id = ?`,
    [scope.id, id]
  );
  return row && toOutboxRow(reader, row);
}

export const toOutboxRows = (reader: Reader, rows: readonly StoredOutboxRow[]): Promise<OutboxRow[]> =>
  Promise.all(rows.map((row) => toOutboxRow(reader, row)));

/**
 * The rows of one entity, of the scope that is the first parameter and the entity that is the second. Most bundles are
 * created under their own name and have no other row: those are found by their id, and the index holds the rest alone.
 */
export const isOfEntity = `seq IN (SELECT seq FROM outbox WHERE scope_id = ?1 AND entity = ?2 AND entity <> 'bundle:' || id
  UNION ALL SELECT seq FROM outbox WHERE id = substr(?2, length('bundle:') + 1) AND scope_id = ?1 AND entity = ?2)`;

/** A list of states as it stands in a statement. States are names of ours, never text from outside. */
export function inStates(states: readonly OutboxState[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`;
}
