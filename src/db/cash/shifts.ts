import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';

/** From the first record after a count to the next count. It outlasts midnight and restarts of the app. */
export type Shift = { id: string; startedAt: number };

/** The shift in progress; null until a record begins one. */
export function getOpenShift(reader: Reader, scope: Scope): Promise<Shift | null> {
  return reader.get<Shift>(
    'SELECT id, started_at AS startedAt FROM shifts WHERE scope_id = ? AND ended_at IS NULL',
    [scope.id]
  );
}

/** The id of the open shift. Without one, a record with this id begins it, and gives it its id. */
export async function continueShift(
  tx: Transaction,
  scope: Scope,
  { id, now }: { id: string; now: number }
): Promise<string> {
  const open = await getOpenShift(tx, scope);
  if (open) return open.id;
  const shiftId = await findFreeId(tx, scope, id);
  await tx.run('INSERT INTO shifts (scope_id, id, started_at) VALUES (?, ?, ?)', [scope.id, shiftId, now]);
  return shiftId;
}

/** A record that began a shift and was not in its count can begin another one: that gets a number. */
async function findFreeId(tx: Transaction, scope: Scope, id: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? id : `${id}-${number}`;
    const taken = await tx.get('SELECT 1 FROM shifts WHERE scope_id = ? AND id = ?', [scope.id, free]);
    if (taken === null) return free;
  }
}

/** Ends the shift if it is open. */
export async function endShift(
  tx: Transaction,
  scope: Scope,
  { id, now }: { id: string; now: number }
): Promise<void> {
  await tx.run('UPDATE shifts SET ended_at = ? WHERE scope_id = ? AND id = ? AND ended_at IS NULL', [
    now,
    scope.id,
    id,
  ]);
}
