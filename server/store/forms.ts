import { asc } from 'drizzle-orm';
import type { z } from 'zod';

import type { FormCreate, FormSchema, FormUpdate } from '@/contract/form';

import { type Caller, type Tx, query } from './database';
import { formRefvalues, formWordings, forms, isAnyOf } from './schema';
import { groupBy, iso, optional } from './shape';

/**
 * Questions, written by managers. Row-level security refuses everybody else, no request deletes a question, choice or wording, and
 * triggers count the wordings of a consent and write the audit log.
 */

type Form = z.input<typeof FormSchema>;

export async function listFormsByIds(tx: Tx, ids: readonly number[]): Promise<Form[]> {
  const [rows, values, wordings] = await Promise.all([
    tx.select().from(forms).where(isAnyOf(forms.id, ids)),
    tx
      .select()
      .from(formRefvalues)
      .where(isAnyOf(formRefvalues.formId, ids))
      .orderBy(asc(formRefvalues.formId), asc(formRefvalues.id)),
    tx
      .select()
      .from(formWordings)
      .where(isAnyOf(formWordings.formId, ids))
      .orderBy(asc(formWordings.formId), asc(formWordings.version)),
  ]);
  const valuesByForm = groupBy(values, ({ formId }) => formId);
  const wordingsByForm = groupBy(wordings, ({ formId }) => formId);
  return rows.map(({ id, label, type, archived, wording, version }) => ({
    id,
    label,
    type,
    refvalues: (valuesByForm.get(id) ?? []).map((value) => ({
      id: value.id,
      form_id: value.formId,
      label: value.label,
      value: value.value,
      archived: value.archived,
    })),
    archived,
    wording: optional(wording),
    version,
    wordings: (wordingsByForm.get(id) ?? []).map((each) => ({
      version: each.version,
      wording: each.wording,
      created_at: iso(each.createdAt),
    })),
  }));
}

export async function insertForm(tx: Tx, caller: Caller, form: FormCreate): Promise<number> {
  const [row] = await query<{ id: number }>(
    tx,
    `INSERT INTO forms (group_id, label, type, archived, wording) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [caller.groupId, form.label, form.type, form.archived ?? false, form.wording ?? null]
  );
  if (!row) throw new Error('the form was not inserted');
  await writeChoices(tx, caller, row.id, form.refvalues);
  return row.id;
}

/** Two changes of one form wait for each other. */
export async function lockForm(tx: Tx, id: number): Promise<void> {
  await query(tx, 'SELECT id FROM forms WHERE id = $1 FOR UPDATE', [id]);
}

/** A request that changes nothing writes nothing. */
export async function updateForm(tx: Tx, caller: Caller, id: number, form: FormUpdate): Promise<void> {
  await query(
    tx,
    `UPDATE forms SET label = coalesce($2, label), archived = coalesce($3, archived), wording = coalesce($4, wording)
     WHERE id = $1 AND (label, archived, wording) IS DISTINCT FROM
       (coalesce($2, label), coalesce($3, archived), coalesce($4, wording))`,
    [id, form.label ?? null, form.archived ?? null, form.wording ?? null]
  );
  await writeChoices(tx, caller, id, form.refvalues);
  if (form.label !== undefined) await renameInActions(tx, id, form.label);
}

/** Adds choices, and changes those that have the same value. */
async function writeChoices(
  tx: Tx,
  caller: Caller,
  formId: number,
  choices: FormUpdate['refvalues'] = []
): Promise<void> {
  if (choices.length === 0) return;
  await query(
    tx,
    `INSERT INTO form_refvalues AS v (group_id, form_id, label, value, archived)
     SELECT $1, $2, given.label, given.value, coalesce(given.archived, false)
     FROM ROWS FROM (jsonb_to_recordset($3::jsonb) AS (label text, value text, archived boolean)) WITH ORDINALITY
       AS given (label, value, archived, place)
     ORDER BY place
     ON CONFLICT ON CONSTRAINT form_refvalues_unique_value DO UPDATE SET label = excluded.label, archived = excluded.archived
     WHERE (v.label, v.archived) IS DISTINCT FROM (excluded.label, excluded.archived)`,
    [caller.groupId, formId, JSON.stringify(choices)]
  );
}

/** An action has its forms with their labels. */
async function renameInActions(tx: Tx, id: number, label: string): Promise<void> {
  await query(
    tx,
    `UPDATE actions SET updated_at = now(), forms = (
       SELECT jsonb_agg(CASE WHEN f->'id' = to_jsonb($1::bigint) THEN f || jsonb_build_object('label', $2::text) ELSE f END
         ORDER BY place)
       FROM jsonb_array_elements(forms) WITH ORDINALITY AS each (f, place))
     WHERE forms @> jsonb_build_array(jsonb_build_object('id', $1::bigint))
       AND NOT forms @> jsonb_build_array(jsonb_build_object('id', $1::bigint, 'label', $2::text))`,
    [id, label]
  );
}
