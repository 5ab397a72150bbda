import { type VisitOutcome } from '@/contract/visit';
import { type Address } from '@/domain/address';
import { visitAddress } from '@/domain/visit';
import { type Runtime } from '@/features/shared/runtime';
import { storeRecentPeople } from '@/features/shared/recentPeople';
import { saveRows, type SaveResult } from '@/features/shared/forms/saveRow';
import { visitRow } from '@/features/shared/visitRow';

/** What happened at one or several doors. */
export interface Mark {
  actionId: number;
  doors: readonly Address[];
  outcome: VisitOutcome;
  note?: string;
  /** For come_back. */
  comeBackAt?: number;
  /** Who lives at the one door: they become recent people. */
  residents?: readonly { id: number }[] | undefined;
}

/** A saved visit that can be taken back. */
export type Marked = { uuid: string; address: Address };

/** Saves a visit of each door in one transaction. */
export async function markDoors(
  runtime: Runtime,
  { actionId, doors, outcome, note, comeBackAt, residents = [] }: Mark
): Promise<{ result: SaveResult; marked: Marked[] }> {
  const marked = doors.map((address) => ({ uuid: runtime.newId(), address }));
  const rows = marked.map(({ uuid, address }) =>
    visitRow({
      uuid,
      action_id: actionId,
      address: visitAddress(address),
      outcome,
      visited_at: new Date(runtime.now()).toISOString(),
      ...(note === undefined || note === '' ? {} : { note }),
      ...(comeBackAt === undefined ? {} : { come_back_at: new Date(comeBackAt).toISOString() }),
    })
  );
  const result = await saveRows(runtime, rows);
  if (result === 'saved')
    await storeRecentPeople(
      runtime,
      residents.map(({ id }) => id)
    );
  return { result, marked };
}

/**
 * Takes visits back with a visit of their own, wherever they are: a request may be under way, and what arrived stays in
 * the history. It is sent after the visit that it takes back.
 */
export function undoVisits(
  runtime: Runtime,
  actionId: number,
  marked: readonly Marked[]
): Promise<SaveResult> {
  const rows = marked.map(({ uuid: undoes, address }) => {
    const uuid = runtime.newId();
    const visit = {
      uuid,
      action_id: actionId,
      address: visitAddress(address),
      outcome: 'undone' as const,
      undoes,
      visited_at: new Date(runtime.now()).toISOString(),
    };
    return visitRow(visit, undoes);
  });
  return saveRows(runtime, rows);
}
