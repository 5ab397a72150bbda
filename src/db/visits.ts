import { type Visit, type VisitCreate } from '@/contract/visit';
import { readAddress } from '@/domain/address';
import { doorKey, type ShownVisit, type VisitCounts } from '@/domain/visit';

import { insertMany, removeByIds, replaceWhereDifferent, type BulkInsert } from './bulk';
import { getFact } from './facts';
import { getOutboxRow } from './outbox/outbox';
import { isPending, listPending, sentData } from './outbox/pending';
import { type OutboxRow } from './outbox/row';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

const columns = [
  'uuid',
  'action_id',
  'door',
  'contact_id',
  'outcome',
  'undoes',
  'note',
  'visited_at',
  'come_back_at',
  'user_id',
  'declared',
];

const insert: BulkInsert = {
  into: 'visits',
  shared: ['scope_id'],
  columns: ['id', ...columns],
  onConflict: replaceWhereDifferent(['scope_id', 'id'], columns),
};

const milliseconds = (time: string | undefined) => (time === undefined ? null : Date.parse(time));

const doorOf = (address: object | undefined) => (address === undefined ? '' : doorKey(readAddress(address)));

export function applyVisits(tx: Transaction, scope: Scope, visits: readonly Visit[]): Promise<number> {
  return insertMany(
    tx,
    insert,
    [scope.id],
    visits.map((visit) => [
      visit.id,
      visit.uuid,
      visit.action_id,
      doorOf(visit.address),
      visit.contact_id ?? null,
      visit.outcome ?? '',
      visit.undoes ?? null,
      visit.note ?? null,
      milliseconds(visit.visited_at) ?? 0,
      milliseconds(visit.come_back_at),
      visit.user_id ?? 0,
      visit.declared === true ? 1 : 0,
    ])
  );
}

export const removeVisits = (tx: Transaction, scope: Scope, ids: readonly number[]) =>
  removeByIds(tx, 'visits', scope, ids);

/** Whether a pull has downloaded this visit. */
export async function hasVisit(reader: Reader, scope: Scope, uuid: string): Promise<boolean> {
  return (
    (await reader.get('SELECT 1 FROM visits WHERE scope_id = ? AND uuid = ?', [scope.id, uuid])) !== null
  );
}

/** The action and the door of a visit of this user, downloaded or still on this phone. */
export async function getVisitedDoor(
  reader: Reader,
  scope: Scope,
  uuid: string
): Promise<{ actionId: number; door: string } | null> {
  const row = await getOutboxRow(reader, scope, uuid);
  if (row === null)
    return reader.get<{ actionId: number; door: string }>(
      'SELECT action_id AS actionId, door FROM visits WHERE scope_id = ? AND uuid = ? AND user_id = ?',
      [scope.id, uuid, scope.userId]
    );
  const visit = sentData<VisitCreate>(row);
  return { actionId: visit.action_id, door: doorOf(visit.address) };
}

type StoredVisit = Omit<ShownVisit, 'declared' | 'state'> & { declared: number };

/** The visits of an action, or of one door of it: those of the service, and those that are still on this phone. */
export async function listVisits(
  reader: Reader,
  scope: Scope,
  actionId: number,
  door?: string
): Promise<ShownVisit[]> {
  const stored = await reader.all<StoredVisit>(
    `SELECT uuid, door, contact_id AS contactId, outcome, undoes, note, visited_at AS visitedAt,
       come_back_at AS comeBackAt, user_id AS userId, declared
     FROM visits WHERE scope_id = ? AND action_id = ? AND (? IS NULL OR door = ?)`,
    [scope.id, actionId, door ?? null, door ?? null]
  );
  const known = new Set(stored.map(({ uuid }) => uuid));
  const pending = (await listPending(reader, scope, ['visit_create'])).filter(({ id }) => !known.has(id));
  return [
    ...stored.map((visit) => ({ ...visit, declared: visit.declared === 1, state: null })),
    ...pending.flatMap((row) => {
      const sent = sentData<VisitCreate>(row);
      const visit = toShownVisit(sent, scope, row);
      return sent.action_id === actionId && (door === undefined || visit.door === door) ? [visit] : [];
    }),
  ];
}

/**
 * The visits that this person made since a time, on any of their phones, and what was taken back at any time: the clock may have
 * been set back in between.
 */
export async function listOwnVisitsSince(
  reader: Reader,
  scope: Scope,
  since: number
): Promise<
  (Pick<ShownVisit, 'uuid' | 'door' | 'contactId' | 'outcome' | 'undoes' | 'userId'> & { actionId: number })[]
> {
  const stored = await reader.all<{
    uuid: string;
    actionId: number;
    door: string;
    contactId: number | null;
    outcome: string;
    undoes: string | null;
  }>(
    `SELECT uuid, action_id AS actionId, door, contact_id AS contactId, outcome, undoes
     FROM visits WHERE scope_id = ? AND user_id = ? AND (visited_at >= ? OR undoes IS NOT NULL)`,
    [scope.id, scope.userId, since]
  );
  const known = new Set(stored.map(({ uuid }) => uuid));
  const pending = (await listPending(reader, scope, ['visit_create'])).flatMap((row) => {
    const visit = sentData<VisitCreate>(row);
    const shown = { ...toShownVisit(visit, scope, row), actionId: visit.action_id };
    const isWanted = shown.visitedAt >= since || shown.undoes !== null;
    return isWanted && !known.has(shown.uuid) ? shown : [];
  });
  return [...stored.map((visit) => ({ ...visit, userId: scope.userId })), ...pending];
}

function toShownVisit(visit: VisitCreate, { userId }: Scope, { state }: OutboxRow): ShownVisit {
  return {
    uuid: visit.uuid,
    door: doorOf(visit.address),
    contactId: visit.contact_id ?? null,
    outcome: visit.outcome,
    undoes: visit.undoes ?? null,
    note: visit.note ?? null,
    visitedAt: Date.parse(visit.visited_at),
    comeBackAt: milliseconds(visit.come_back_at),
    userId,
    declared: false,
    state,
  };
}

/** How many visits of each action are on this phone, without those taken back. */
export async function countVisitsByAction(reader: Reader, scope: Scope): Promise<Map<number, VisitCounts>> {
  const rows = await reader.all<VisitCounts & { actionId: number }>(
    `WITH every AS (
       SELECT uuid, action_id, contact_id, undoes, user_id, declared, 0 AS unsent FROM visits WHERE scope_id = ?1
       UNION ALL
       SELECT id, body ->> '$.data.action_id', body ->> '$.data.contact_id', body ->> '$.data.undoes', ?2, 0, 1 FROM outbox
       WHERE scope_id = ?1 AND kind = 'visit_create' AND ${isPending}
         AND id NOT IN (SELECT uuid FROM visits WHERE scope_id = ?1))
     SELECT action_id AS actionId, count(*) AS visits, count(DISTINCT contact_id) AS contacts, sum(declared) AS declared,
       sum(unsent) AS unsent
     FROM every WHERE undoes IS NULL
       AND (uuid, user_id) NOT IN (SELECT undoes, user_id FROM every WHERE undoes IS NOT NULL)
     GROUP BY action_id`,
    [scope.id, scope.userId]
  );
  return new Map(rows.map(({ actionId, ...counts }) => [actionId, counts]));
}

/** Whether the service has a place for visits; null before it was asked. */
export async function acceptsVisits(reader: Reader, scope: Scope): Promise<boolean | null> {
  const names = await getFact(reader, scope, 'capabilities');
  return names && names.includes('visits') && names.includes('changes');
}
