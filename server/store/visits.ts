import type { z } from 'zod';

import type { VisitCreate, VisitSchema } from '@/contract/visit';

import { type Caller, type Tx, query } from './database';
import { iso, isoOptional, optional } from './shape';

type VisitAnswer = z.input<typeof VisitSchema>;
type VisitRow = {
  id: number;
  uuid: string;
  actionId: number;
  contactId: number | null;
  address: VisitAnswer['address'] | null;
  outcome: VisitAnswer['outcome'];
  undoes: string | null;
  note: string | null;
  comeBackAt: Date | null;
  visitedAt: Date;
  userId: number;
  declared: boolean;
  createdAt: Date;
};

const COLUMNS = `id, uuid, action_id AS "actionId", contact_id AS "contactId", address, outcome, undoes, note,
  come_back_at AS "comeBackAt", visited_at AS "visitedAt", user_id AS "userId", declared, created_at AS "createdAt"`;

const INSERT = `INSERT INTO visits (group_id, user_id, uuid, action_id, contact_id, address, outcome, undoes, note,
    come_back_at, visited_at, request_hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ${COLUMNS}`;

export async function insertVisit(
  tx: Tx,
  caller: Caller,
  visit: VisitCreate,
  requestHash: Buffer
): Promise<VisitAnswer> {
  const [row] = await query<VisitRow>(tx, INSERT, [
    caller.groupId,
    caller.userId,
    visit.uuid,
    visit.action_id,
    visit.contact_id ?? null,
    visit.address === undefined ? null : JSON.stringify(visit.address),
    visit.outcome,
    visit.undoes ?? null,
    visit.note ?? null,
    visit.come_back_at ?? null,
    visit.visited_at,
    requestHash,
  ]);
  if (!row) throw new Error('the visit was not inserted');
  return visitAnswer(row);
}

export async function listVisitsByIds(tx: Tx, ids: readonly number[]): Promise<VisitAnswer[]> {
  const rows = await query<VisitRow>(tx, `SELECT ${COLUMNS} FROM visits WHERE id = ANY($1::bigint[])`, [ids]);
  return rows.map(visitAnswer);
}

/** The visit that a repeated request stored; null if the uuid belongs to another request. */
export async function getRepeatedVisit(
  tx: Tx,
  uuid: string,
  requestHash: Buffer
): Promise<VisitAnswer | null> {
  const [row] = await query<VisitRow>(
    tx,
    `SELECT ${COLUMNS} FROM visits WHERE uuid = $1 AND request_hash = $2`,
    [uuid, requestHash]
  );
  return row ? visitAnswer(row) : null;
}

/** Which references of a visit do not exist in the space. */
export async function listMissingOfVisit(
  tx: Tx,
  { action_id: actionId, contact_id: contactId }: VisitCreate
): Promise<('action_id' | 'contact_id')[]> {
  const [found] = await query<{ action: boolean; contact: boolean }>(
    tx,
    `SELECT EXISTS (SELECT FROM actions WHERE id = $1) AS action,
       $2::bigint IS NULL OR doorstep_contact_exists($2) AS contact`,
    [actionId, contactId ?? null]
  );
  return [
    ...(found?.action ? [] : ['action_id' as const]),
    ...(found?.contact ? [] : ['contact_id' as const]),
  ];
}

function visitAnswer(row: VisitRow): VisitAnswer {
  return {
    id: row.id,
    uuid: row.uuid,
    action_id: row.actionId,
    contact_id: optional(row.contactId),
    address: row.address ?? undefined,
    outcome: row.outcome,
    undoes: optional(row.undoes),
    note: optional(row.note),
    visited_at: iso(row.visitedAt),
    come_back_at: isoOptional(row.comeBackAt),
    user_id: row.userId,
    declared: row.declared,
    created_at: iso(row.createdAt),
  };
}
