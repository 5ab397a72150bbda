import { type OutboxKind, type OutboxState } from '@/domain/outbox';
import { type RowProblem } from '@/domain/outcome';

import { parseBody } from '../recordTable';
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
  /** The exact text that is sent, frozen when it is saved. */
  body: string;
  bodyHash: string;
  bodyVersion: number;
  /** For edits: what the person saw. */
  base: unknown;
  state: OutboxState;
  attempts: number;
  /** Attempts that a service without idempotency keys may have stored: a repeat is safe only after a search. */
  attemptsWithoutKey: number;
  /** Searches in a row that gave no result. */
  failedLookups: number;
  nextAttemptAt: number;
  leaseUntil: number | null;
  leaseOwner: string | null;
  serverId: number | null;
  /** Where the write is in the feed of the service; null where it has no feed. */
  position: string | null;
  problem: RowProblem | null;
  /** The progress of reconciliation. */
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
  confirmedAt: number | null;
  exportedAt: number | null;
};

/** A row as SQLite returns it: JSON columns are still text. */
export type StoredOutboxRow = Omit<OutboxRow, 'base' | 'problem' | 'notes'> & {
  base: string | null;
  problem: string | null;
  notes: string | null;
};

export const outboxColumns = `seq, id, kind, entity, body, body_hash AS bodyHash, body_version AS bodyVersion, base,
  state, attempts, attempts_without_key AS attemptsWithoutKey, failed_lookups AS failedLookups,
  next_attempt_at AS nextAttemptAt, lease_until AS leaseUntil, lease_owner AS leaseOwner,
  server_id AS serverId, position, problem, notes, replaced_by AS replacedBy, who, amount, currency,
  payment_method_kind AS paymentMethodKind, contact_id AS contactId,
  external_transaction_id AS externalTransactionId, created_at AS createdAt, updated_at AS updatedAt,
  sent_at AS sentAt, acked_at AS ackedAt, confirmed_at AS confirmedAt, exported_at AS exportedAt`;

export function toOutboxRow(stored: StoredOutboxRow): OutboxRow {
  return {
    ...stored,
    base: stored.base === null ? null : parseBody<unknown>(stored.base),
    problem: stored.problem === null ? null : parseBody<RowProblem>(stored.problem),
    notes: stored.notes === null ? null : parseBody<unknown>(stored.notes),
  };
}

export async function getOutboxRow(reader: Reader, scope: Scope, id: string): Promise<OutboxRow | null> {
  const row = await reader.get<StoredOutboxRow>(
    `SELECT ${outboxColumns} FROM outbox WHERE scope_id = ? AND id = ?`,
    [scope.id, id]
  );
  return row && toOutboxRow(row);
}

/** A list of states for an SQL statement. States are our own names, never external text. */
export function inStates(states: readonly OutboxState[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`;
}
