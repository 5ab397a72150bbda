import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** From the first record after a count to the next count. It outlasts midnight and restarts of the app. */
export type Shift = { id: string; startedAt: number };

/** The shift in progress; null until a record begins one. */
export function getOpenShift(reader: Reader, scope: Scope): Promise<Shift | null> {
  return reader.get<Shift>(
    'SELECT id, started_at AS startedAt FROM shifts WHERE scope_id = ? AND ended_at IS NULL',
    [scope.id]
  );
}

/** The id of the open shift. Without one, a record with this id begins it. */
export async function continueShift(
  tx: Transaction,
  scope: Scope,
  { id, now }: { id: string; now: number }
): Promise<string> {
  const open = await getOpenShift(tx, scope);
  if (open) return open.id;
  // A record that was counted, deleted and saved again must not reopen its shift: the shift keeps its end.
  await tx.run('INSERT INTO shifts (scope_id, id, started_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', [
    scope.id,
    id,
    now,
  ]);
  return id;
}

/** Ends the open shift. False if another shift is open. */
export async function endShift(
  tx: Transaction,
  scope: Scope,
  { id, now }: { id: string; now: number }
): Promise<boolean> {
  const { changes } = await tx.run(
    'UPDATE shifts SET ended_at = ? WHERE scope_id = ? AND id = ? AND ended_at IS NULL',
    [now, scope.id, id]
  );
  return changes === 1;
}
