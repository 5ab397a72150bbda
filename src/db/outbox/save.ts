import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

import { hasPlaces } from '@/domain/additions';
import { type BundleChange } from '@/domain/bundleChange';
import { entityAfterAck, entityOf, type EntityType } from '@/domain/entity';
import { followingStates, type OutboxKind } from '@/domain/outbox';

import { getNumberOf } from '../deliveries';
import { StoreError } from '../errors';
import { parseBody } from '../recordTable';
import { type Scope } from '../scopes';
import { type Transaction } from '../store';
import { getOutboxRow, inStates, type OutboxRow } from './row';
import { applyTransition } from './transitions';

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

const hashOf = (body: string) => bytesToHex(sha256(utf8ToBytes(body)));

/**
 * Adds a write to the queue and returns whether it is new. The same id a second time is the same capture: nothing is
 * written. The same id with another body is refused, since one of the two would be lost.
 */
export async function enqueue(
  tx: Transaction,
  scope: Scope,
  row: NewOutboxRow,
  now: number
): Promise<boolean> {
  const bodyHash = hashOf(row.body);
  const { changes } = await tx.run(
    `INSERT INTO outbox (id, scope_id, kind, entity, body, body_hash, body_version, base, state, who, amount, currency,
       payment_method_kind, contact_id, external_transaction_id, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    [
      row.id,
      scope.id,
      row.kind,
      await currentEntity(tx, scope, row),
      row.body,
      bodyHash,
      row.bodyVersion,
      row.base === undefined ? null : JSON.stringify(row.base),
      row.who ?? null,
      row.amount ?? null,
      row.currency ?? null,
      row.paymentMethodKind ?? null,
      row.contactId ?? null,
      row.externalTransactionId ?? null,
      now,
      now,
    ]
  );
  if (changes === 1) return true;
  const known = await getOutboxRow(tx, scope, row.id);
  if (known?.bodyHash !== bodyHash) {
    throw new StoreError('refused', 'Another record was already saved under this id.');
  }
  return false;
}

/** A form may have been opened before its record got a number: the row is addressed to that number. */
async function currentEntity(
  tx: Transaction,
  scope: Scope,
  { kind, entity }: Pick<NewOutboxRow, 'kind' | 'entity'>
): Promise<string> {
  const [type, id] = entity.split(':');
  const isCreation = entityAfterAck(kind, 0) !== null;
  const number = isCreation || id === undefined ? null : await getNumberOf(tx, scope, id);
  return number === null ? entity : entityOf(type as EntityType, number);
}

/** Replaces a refused row with a corrected one. The refused one is stored until its replacement is acked. */
export async function replaceRow(
  tx: Transaction,
  scope: Scope,
  refused: Pick<OutboxRow, 'id' | 'state'>,
  corrected: NewOutboxRow,
  now: number
): Promise<boolean> {
  const isMoved = await applyTransition(tx, {
    id: refused.id,
    from: refused.state,
    to: 'replaced',
    now,
    patch: { replacedBy: corrected.id },
  });
  if (!isMoved) return false;
  await supersedeCorrections(tx, scope, refused.id, { replacedBy: corrected.id, now });
  await enqueue(tx, scope, corrected, now);
  await moveWaitingBehind(tx, scope, refused.id, corrected);
  return true;
}

/**
 * Ends the corrections of the replaced version: the new one has to contain them (`getVersionToReplace`). Additions stay: they
 * add to it.
 */
async function supersedeCorrections(
  tx: Transaction,
  scope: Scope,
  replacedId: string,
  { replacedBy, now }: { replacedBy: string; now: number }
): Promise<void> {
  const waiting = await tx.all<Pick<OutboxRow, 'id' | 'state' | 'body'>>(
    `SELECT id, state, body FROM outbox WHERE scope_id = ? AND kind = 'bundle_update' AND state IN ('queued', 'parked')
     AND entity = (SELECT entity FROM outbox WHERE id = ?)`,
    [scope.id, replacedId]
  );
  for (const { id, state, body } of waiting) {
    if (!hasPlaces(parseBody<{ data: BundleChange }>(body).data)) continue;
    await applyTransition(tx, { id, from: state, to: 'replaced', now, patch: { replacedBy } });
  }
}

/** Rows that waited for the replaced one wait for its replacement: they get its entity, and places after it. */
async function moveWaitingBehind(
  tx: Transaction,
  scope: Scope,
  replacedId: string,
  { id, entity }: Pick<NewOutboxRow, 'id' | 'entity'>
): Promise<void> {
  const waiting = await tx.all<{ id: string }>(
    `SELECT id FROM outbox WHERE scope_id = ? AND entity = (SELECT entity FROM outbox WHERE id = ?)
     AND state IN ${inStates(followingStates)} AND id <> ? ORDER BY seq`,
    [scope.id, replacedId, id]
  );
  for (const row of waiting)
    await tx.run('UPDATE outbox SET entity = ?, seq = (SELECT max(seq) + 1 FROM outbox) WHERE id = ?', [
      entity,
      row.id,
    ]);
}
