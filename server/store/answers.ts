import type { z } from 'zod';

import type { AnswersCreate, AnswersSchema } from '@/contract/answers';

import { type Caller, type Tx, query } from './database';
import { iso, optional } from './shape';

type AnswersAnswer = z.input<typeof AnswersSchema>;
type AnswersRow = {
  id: number;
  uuid: string;
  actionId: number | null;
  contactId: number | null;
  bundleId: number | null;
  answers: AnswersAnswer['answers'];
  answeredAt: Date;
  userId: number;
  createdAt: Date;
};

const COLUMNS = `id, uuid, action_id AS "actionId", contact_id AS "contactId", bundle_id AS "bundleId", answers,
  answered_at AS "answeredAt", user_id AS "userId", created_at AS "createdAt"`;

/** Written once, by the caller. */
export async function insertAnswers(
  tx: Tx,
  caller: Caller,
  given: AnswersCreate,
  requestHash: Buffer
): Promise<AnswersAnswer> {
  const [row] = await query<AnswersRow>(
    tx,
    `INSERT INTO answers (group_id, user_id, uuid, action_id, contact_id, bundle_id, answers, answered_at, request_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${COLUMNS}`,
    [
      caller.groupId,
      caller.userId,
      given.uuid,
      given.action_id ?? null,
      given.contact_id ?? null,
      given.bundle_id ?? null,
      JSON.stringify(given.answers),
      given.answered_at,
      requestHash,
    ]
  );
  if (!row) throw new Error('the answers were not inserted');
  return answersAnswer(row);
}

export async function listAnswersByIds(tx: Tx, ids: readonly number[]): Promise<AnswersAnswer[]> {
  const rows = await query<AnswersRow>(tx, `SELECT ${COLUMNS} FROM answers WHERE id = ANY($1::bigint[])`, [
    ids,
  ]);
  return rows.map(answersAnswer);
}

/** What a repeated request stored; null if the uuid belongs to another request. */
export async function getRepeatedAnswers(
  tx: Tx,
  uuid: string,
  requestHash: Buffer
): Promise<AnswersAnswer | null> {
  const [row] = await query<AnswersRow>(
    tx,
    `SELECT ${COLUMNS} FROM answers WHERE uuid = $1 AND request_hash = $2`,
    [uuid, requestHash]
  );
  return row ? answersAnswer(row) : null;
}

/** Which of action, contact and bundle do not exist in the space, or are a bundle that the caller does not see. */
export async function listMissingOfAnswers(
  tx: Tx,
  { action_id: actionId, contact_id: contactId, bundle_id: bundleId }: AnswersCreate
): Promise<('action_id' | 'contact_id' | 'bundle_id')[]> {
  const [found] = await query<{ action: boolean; contact: boolean; bundle: boolean }>(
    tx,
    `SELECT $1::bigint IS NULL OR EXISTS (SELECT FROM actions WHERE id = $1) AS action,
       $2::bigint IS NULL OR doorstep_contact_exists($2) AS contact,
       $3::bigint IS NULL OR EXISTS (SELECT FROM transaction_bundles WHERE id = $3) AS bundle`,
    [actionId ?? null, contactId ?? null, bundleId ?? null]
  );
  return [
    ...(found?.action ? [] : ['action_id' as const]),
    ...(found?.contact ? [] : ['contact_id' as const]),
    ...(found?.bundle ? [] : ['bundle_id' as const]),
  ];
}

type WrongAnswer = { place: number; field: 'form_id' | 'form_ref_id' | 'version' };

/** Answers to a question, with a choice or to a wording that the space does not have. What is archived still counts. */
export function listWrongAnswers(tx: Tx, { answers }: AnswersCreate): Promise<WrongAnswer[]> {
  return query<WrongAnswer>(
    tx,
    `SELECT place, field FROM (
       SELECT (place - 1)::integer AS place, CASE
         WHEN NOT EXISTS (SELECT FROM forms f WHERE f.id = form_id) THEN 'form_id'
         WHEN form_ref_id IS NOT NULL
           AND NOT EXISTS (SELECT FROM form_refvalues v WHERE v.form_id = given.form_id AND v.id = form_ref_id) THEN 'form_ref_id'
         WHEN EXISTS (SELECT FROM form_wordings w WHERE w.form_id = given.form_id)
           AND NOT EXISTS (SELECT FROM form_wordings w WHERE w.form_id = given.form_id AND w.version = given.version)
           THEN 'version'
         END AS field
       FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (form_id bigint, form_ref_id bigint, version integer)) WITH ORDINALITY
         AS given (form_id, form_ref_id, version, place)
     ) AS checked WHERE field IS NOT NULL ORDER BY place`,
    [JSON.stringify(answers)]
  );
}

function answersAnswer(row: AnswersRow): AnswersAnswer {
  return {
    id: row.id,
    uuid: row.uuid,
    action_id: optional(row.actionId),
    contact_id: optional(row.contactId),
    bundle_id: optional(row.bundleId),
    answered_at: iso(row.answeredAt),
    answers: row.answers,
    user_id: row.userId,
    created_at: iso(row.createdAt),
  };
}
