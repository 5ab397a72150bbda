import { cannotOpenCode } from '@/domain/outcome';

import { applyTransition } from '../outbox/transitions';
import { isOpen, outboxColumns, toOutboxRows, type StoredOutboxRow } from '../outbox/row';
import { type Scope } from '../scopes';
import { type Transaction } from '../store';

/** What was put aside because this device could not open it goes on once it can: nothing is wrong with it. */
export async function releaseOpened(tx: Transaction, scope: Scope, now: number): Promise<void> {
  const rows = await tx.all<StoredOutboxRow>(
    `SELECT ${outboxColumns} FROM outbox WHERE scope_id = ? AND state = 'parked' AND sealed_with IS NOT NULL
     AND json_extract(problem, '$.refusal.code') = ?`,
    [scope.id, cannotOpenCode]
  );
  for (const row of await toOutboxRows(tx, rows)) {
    if (!isOpen(row)) continue;
    const patch = { nextAttemptAt: now, problem: null };
    await applyTransition(tx, { id: row.id, from: 'parked', to: 'queued', now, patch });
  }
}
