import { type TeamCreate } from '@/contract/team';
import { type NewOutboxRow } from '@/db/outbox/outbox';
import { listRollCalls, setRollCall, type RollCall } from '@/db/rollCalls';
import { entityOf } from '@/domain/entity';
import { currentRollCall } from '@/domain/rollCall';
import { type Runtime } from '@/features/shared/runtime';

const BODY_VERSION = 1;

/** A new team. Until the service has given it a number, its entity is the id of this row. */
export function createTeamRow(id: string, team: TeamCreate): NewOutboxRow {
  return {
    id,
    kind: 'team_create',
    entity: entityOf('team', id),
    body: JSON.stringify({ data: { team } }),
    bodyVersion: BODY_VERSION,
    who: team.name,
  };
}

/** Deletes a team. Behind a team that is not sent yet it waits until that has arrived. */
export function deleteTeamRow(id: string, entity: string, name: string): NewOutboxRow {
  return { id, kind: 'team_delete', entity, body: '', bodyVersion: BODY_VERSION, who: name };
}

type Parts = Pick<Runtime, 'store' | 'scope' | 'now' | 'newId'>;

/**
 * Changes the current roll call. It is read in the same transaction, so that two quick taps never undo each other. The
 * first mark starts a roll call.
 */
async function changeRollCall(
  { store, scope, now, newId }: Parts,
  teamId: number,
  change: (before: RollCall, time: number) => RollCall
): Promise<void> {
  const time = now();
  await store.write(async (tx) => {
    const current = currentRollCall(await listRollCalls(tx, scope, teamId), time);
    const rollCall = current ?? { id: newId(), teamId, startedAt: time, present: [] };
    await setRollCall(tx, scope, change(rollCall, time));
  });
}

/** Marks a person as present or absent. */
export function savePresence(
  parts: Parts,
  { teamId, userId, isPresent }: { teamId: number; userId: number; isPresent: boolean }
): Promise<void> {
  return changeRollCall(parts, teamId, (rollCall, at) => {
    const without = (list: RollCall['present'] = []) => list.filter((entry) => entry.userId !== userId);
    const [present, absent] = [without(rollCall.present), without(rollCall.absent)];
    (isPresent ? present : absent).push({ userId, at });
    return { ...rollCall, present, absent };
  });
}

export function addGuest(parts: Parts, { teamId, name }: { teamId: number; name: string }): Promise<void> {
  const id = parts.newId();
  return changeRollCall(parts, teamId, (rollCall, at) => ({
    ...rollCall,
    guests: [...(rollCall.guests ?? []), { id, name, at }],
  }));
}

export function removeGuest(parts: Parts, { teamId, id }: { teamId: number; id: string }): Promise<void> {
  return changeRollCall(parts, teamId, (rollCall) => ({
    ...rollCall,
    guests: (rollCall.guests ?? []).filter((guest) => guest.id !== id),
  }));
}

/**
 * Starts another roll call with no person present; the previous one stays in the list. Who was here or was unticked has to
 * check in again, or is ticked.
 */
export async function startRollCall({ store, scope, now, newId }: Parts, teamId: number): Promise<void> {
  const startedAt = now();
  await store.write(async (tx) => {
    const current = currentRollCall(await listRollCalls(tx, scope, teamId), startedAt);
    const before = [...(current?.present ?? []), ...(current?.absent ?? [])];
    const absent = before.map(({ userId }) => ({ userId, at: startedAt }));
    await setRollCall(tx, scope, { id: newId(), teamId, startedAt, present: [], absent });
  });
}
