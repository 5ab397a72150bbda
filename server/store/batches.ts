import type { z } from 'zod';

import type {
  BatchDetailSchema,
  BatchSchema,
  BatchState,
  BatchStepContent,
  BatchablePaymentSchema,
} from '@/contract/batch';
import { MANAGER_ROLES } from '@/contract/role';

import { type Caller, type Tx, query } from './database';
import { iso, optional } from './shape';

type BatchAnswer = z.input<typeof BatchSchema>;
type DetailAnswer = z.input<typeof BatchDetailSchema>;
type BatchableAnswer = z.input<typeof BatchablePaymentSchema>;

type BatchRow = {
  id: number;
  number: string;
  payment_method_kind: string;
  currency: string;
  state: BatchState;
  count: number;
  amount: number;
  slip_number: string | null;
  deposited_on: string | null;
  bank_amount: number | null;
  reason: string | null;
  created_at: Date;
};

/** What a payment of an open batch counts for: nothing, once it was corrected to another method or currency. */
const FITS = 't.payment_method_kind = b.payment_method_kind AND lower(t.currency) = b.currency';
/** What a payment puts into its batch as it is now. */
const RECEIVED = `CASE WHEN ${FITS} THEN doorstep_received(t) ELSE 0 END`;
const AMOUNT = `coalesce(p.amount, ${RECEIVED})`;
const PAYMENTS = `batch_transactions p
  JOIN transactions t ON t.group_id = p.group_id AND t.bundle_id = p.bundle_id AND t.id = p.transaction_id`;

const SELECT_BATCHES = `SELECT b.id, b.number, b.payment_method_kind, b.currency, b.state, b.slip_number,
    b.deposited_on::text, b.bank_amount, b.reason, b.created_at, sums.count, sums.amount
  FROM batches b, LATERAL (
    SELECT count(*) AS count, doorstep_exact(coalesce(sum(${AMOUNT}), 0)) AS amount
    FROM ${PAYMENTS} WHERE p.group_id = b.group_id AND p.batch_id = b.id
  ) AS sums`;

function batchAnswer(row: BatchRow): BatchAnswer {
  return {
    ...row,
    slip_number: optional(row.slip_number),
    deposited_on: optional(row.deposited_on),
    bank_amount: optional(row.bank_amount),
    reason: optional(row.reason),
    created_at: iso(row.created_at),
  };
}

/** The latest first. */
export async function listBatches(
  tx: Tx,
  { limit, offset }: { limit: number; offset: number }
): Promise<{ batches: BatchAnswer[]; total: number }> {
  const [rows, counted] = await Promise.all([
    query<BatchRow>(tx, `${SELECT_BATCHES} ORDER BY b.id DESC LIMIT $1 OFFSET $2`, [limit, offset]),
    query<{ count: number }>(tx, 'SELECT count(*) AS count FROM batches'),
  ]);
  return { batches: rows.map(batchAnswer), total: counted[0]?.count ?? 0 };
}

const PAYMENT_COLUMNS = `t.id, t.bundle_id, t.date, t.contact_id, t.payment_method, made.created_by AS user_id,
  nullif(trim(maker.firstname || ' ' || maker.surname), '') AS recorder,
  nullif(trim(concat_ws(' ', payer.firstname, payer.surname)), '') AS name, receipt.code AS receipt`;
const PAYMENT_JOINS = `JOIN transaction_bundles made ON made.group_id = t.group_id AND made.id = t.bundle_id
  LEFT JOIN users maker ON maker.id = made.created_by
  LEFT JOIN contacts payer ON payer.group_id = t.group_id AND payer.id = t.contact_id
  LEFT JOIN receipts receipt ON receipt.group_id = t.group_id AND receipt.bundle_id = t.bundle_id`;

type PaymentRow = {
  id: number;
  bundle_id: number;
  date: Date;
  amount: number;
  user_id: number;
  recorder: string | null;
  contact_id: number | null;
  name: string | null;
  payment_method: Record<string, unknown> | null;
  receipt: string | null;
};

function paymentAnswer(row: PaymentRow) {
  return {
    id: row.id,
    bundle_id: row.bundle_id,
    date: iso(row.date),
    amount: row.amount,
    user_id: row.user_id,
    recorder: optional(row.recorder),
    contact_id: optional(row.contact_id),
    name: optional(row.name),
    payment_method: optional(row.payment_method),
    receipt: optional(row.receipt),
  };
}

const DETAIL_PAYMENTS = `SELECT ${PAYMENT_COLUMNS}, ${AMOUNT} AS amount, ${RECEIVED} AS amount_since
  FROM batches b JOIN ${PAYMENTS} ON p.group_id = b.group_id AND p.batch_id = b.id ${PAYMENT_JOINS}
  WHERE b.id = $1 ORDER BY t.date, t.id`;

type StepRow = {
  id: number;
  step: DetailAnswer['steps'][number]['step'];
  at: Date;
  user_id: number;
  name: string | null;
  reason: string | null;
  slip_number: string | null;
  bank_amount: number | null;
  amount: number;
};

const DETAIL_STEPS = `SELECT s.id, s.step, s.at, s.user_id, s.reason, s.slip_number, s.bank_amount, s.amount,
    nullif(trim(u.firstname || ' ' || u.surname), '') AS name
  FROM batch_steps s LEFT JOIN users u ON u.id = s.user_id WHERE s.batch_id = $1 ORDER BY s.id`;

export async function getBatch(tx: Tx, id: number): Promise<DetailAnswer | null> {
  const [batches, payments, steps] = await Promise.all([
    query<BatchRow>(tx, `${SELECT_BATCHES} WHERE b.id = $1`, [id]),
    query<PaymentRow & { amount_since: number }>(tx, DETAIL_PAYMENTS, [id]),
    query<StepRow>(tx, DETAIL_STEPS, [id]),
  ]);
  const [batch] = batches;
  if (!batch) return null;
  return {
    ...batchAnswer(batch),
    transactions: payments.map((row) => ({
      ...paymentAnswer(row),
      ...(row.amount_since === row.amount ? {} : { amount_since: row.amount_since }),
    })),
    steps: steps.map((row) => ({
      ...row,
      at: iso(row.at),
      name: optional(row.name),
      reason: optional(row.reason),
      slip_number: optional(row.slip_number),
      bank_amount: optional(row.bank_amount),
    })),
  };
}

const MANAGERS = `SELECT m.user_id FROM space_users m JOIN roles r ON r.group_id = m.group_id AND r.id = m.role_id
  WHERE m.group_id = doorstep_space() AND r.type IN (${MANAGER_ROLES.map((role) => `'${role}'`).join(', ')})`;
const isManagerSql = (userId: string) => `EXISTS (${MANAGERS} AND m.user_id = ${userId})`;

/** `holder`: with whom handed-over cash is, as far as it is confirmed. */
const COUNTED = `WITH ways AS (
  SELECT w.first, bool_or(h.reply IS NOT NULL) AS is_confirmed,
    bool_or((h.reply ->> 'is_disputed')::boolean AND h.reply ->> 'cheques' <> h.content ->> 'cheques') AS cheques_differ,
    bool_or((h.reply ->> 'is_disputed')::boolean AND EXISTS (
      SELECT FROM (
        SELECT lower(given ->> 'currency') AS currency, (given ->> 'amount')::bigint AS amount FROM json_array_elements(h.content -> 'cash') AS given
        UNION ALL
        SELECT lower(there ->> 'currency'), -(there ->> 'amount')::bigint FROM json_array_elements(h.reply -> 'counted') AS there
      ) AS sums GROUP BY currency HAVING sum(amount) <> 0)) AS cash_differs,
    max(CASE WHEN h.reply IS NULL THEN h.user_id ELSE h.receiver END) FILTER (WHERE w.is_last) AS holder
  FROM doorstep_cash_ways() w JOIN doorstep_standing_hand_overs() h ON h.key = w.key GROUP BY w.first
), counted AS MATERIALIZED (
  SELECT record.bundle_id, bool_or(ways.cheques_differ) AS cheques_differ, bool_or(ways.cash_differs) AS cash_differs,
    max(coalesce(ways.holder, record.user_id)) AS holder
  FROM doorstep_counted_records() record
  LEFT JOIN ways ON ways.first = record.hand_over
  WHERE record.bundle_id IS NOT NULL AND (ways.is_confirmed OR ${isManagerSql('record.user_id')})
  GROUP BY record.bundle_id
), absent AS MATERIALIZED (
  SELECT c.user_id, unnest(ARRAY[record ->> 'key', record ->> 'first_key']) AS key
  FROM doorstep_cash_counts() c CROSS JOIN LATERAL json_array_elements(c.content -> 'records') AS record
  WHERE record ->> 'is_there' = 'false'
)`;

/**
 * Received payments in no batch: cheques, cash whose count was handed over and confirmed by another person, and cash that a
 * manager counted. What a manager recorded without a phone, such as by a script, is in no count.
 */
const BATCHABLE = `FROM transactions t ${PAYMENT_JOINS}
  WHERE lower(t.payment_method_kind) IN ('cash', 'cheque', 'check') AND doorstep_received(t) > 0
    AND NOT EXISTS (SELECT FROM batch_transactions p WHERE p.group_id = t.group_id AND p.bundle_id = t.bundle_id
      AND p.transaction_id = t.id)
    AND (lower(t.payment_method_kind) <> 'cash'
      OR (t.unique_token IS NULL AND ${isManagerSql('coalesce(made.received_by, made.created_by)')})
      OR t.bundle_id IN (SELECT counted.bundle_id FROM counted))`;

const LIST_BATCHABLE = `${COUNTED} SELECT ${PAYMENT_COLUMNS}, doorstep_received(t) AS amount, t.payment_method_kind,
    t.currency, EXISTS (
      SELECT FROM counted WHERE counted.bundle_id = t.bundle_id
        AND CASE WHEN lower(t.payment_method_kind) = 'cash' THEN counted.cash_differs ELSE counted.cheques_differ END) AS is_disputed,
    (SELECT json_build_object('user_id', u.id, 'name', nullif(trim(u.firstname || ' ' || u.surname), ''))
      FROM counted JOIN users u ON u.id = counted.holder WHERE counted.bundle_id = t.bundle_id
        AND lower(t.payment_method_kind) = 'cash' AND counted.holder NOT IN (${MANAGERS})) AS held_by,
    lower(t.payment_method_kind) <> 'cash' AND EXISTS (
      SELECT FROM absent WHERE absent.user_id = made.created_by AND absent.key = t.unique_token) AS is_absent,
    count(*) OVER () AS total
  ${BATCHABLE} ORDER BY t.date, t.id LIMIT $1 OFFSET $2`;

/** The payments that can be put into a batch, the oldest first. */
export async function listBatchable(
  tx: Tx,
  { limit, offset }: { limit: number; offset: number }
): Promise<{ payments: BatchableAnswer[]; total: number }> {
  const rows = await query<
    PaymentRow &
      Pick<BatchableAnswer, 'payment_method_kind' | 'currency'> & {
        is_disputed: boolean;
        held_by: { user_id: number; name: string | null } | null;
        is_absent: boolean;
        total: number;
      }
  >(tx, LIST_BATCHABLE, [limit, offset]);
  return {
    payments: rows.map(({ payment_method_kind, currency, is_disputed, held_by, is_absent, ...row }) => ({
      ...paymentAnswer(row),
      payment_method_kind,
      currency,
      ...(is_disputed ? { is_disputed } : {}),
      ...(held_by ? { held_by: { ...held_by, name: optional(held_by.name) } } : {}),
      ...(is_absent ? { is_absent } : {}),
    })),
    total: rows[0]?.total ?? 0,
  };
}

const FIND_BATCHABLE = `${COUNTED} SELECT t.id, t.bundle_id ${BATCHABLE} AND t.id = ANY($1::bigint[])
  AND t.payment_method_kind = $2 AND lower(t.currency) = $3 ORDER BY t.date, t.id`;

/** Those of the wanted payments that can be put into a batch of this method and currency, the oldest first. */
export function findBatchable(
  tx: Tx,
  wanted: { payment_method_kind: string; currency: string; transactions: readonly number[] }
): Promise<{ id: number; bundle_id: number }[]> {
  return query(tx, FIND_BATCHABLE, [
    wanted.transactions,
    wanted.payment_method_kind,
    wanted.currency.toLowerCase(),
  ]);
}

/** How many of these payments exist. */
export async function countPayments(tx: Tx, ids: readonly number[]): Promise<number> {
  const text = 'SELECT count(*) AS count FROM transactions WHERE id = ANY($1::bigint[])';
  const [row] = await query<{ count: number }>(tx, text, [ids]);
  return row?.count ?? 0;
}

/** Makes one batch and gives it its number; null for a space without settings. */
export async function insertBatch(
  tx: Tx,
  caller: Caller,
  { kind, currency }: { kind: string; currency: string },
  payments: readonly { id: number; bundle_id: number }[]
): Promise<BatchAnswer | null> {
  const [next] = await query<{ number: string | null }>(tx, 'SELECT doorstep_next_batch_number() AS number');
  if (!next || next.number === null) return null;
  const [batch] = await query<{ id: number }>(
    tx,
    'INSERT INTO batches (group_id, number, payment_method_kind, currency) VALUES ($1, $2, $3, $4) RETURNING id',
    [caller.groupId, next.number, kind, currency.toLowerCase()]
  );
  if (!batch) throw new Error('the batch was not inserted');
  await query(
    tx,
    `INSERT INTO batch_transactions (group_id, batch_id, bundle_id, transaction_id)
     SELECT $1, $2, * FROM unnest($3::bigint[], $4::bigint[])`,
    [caller.groupId, batch.id, payments.map((each) => each.bundle_id), payments.map(({ id }) => id)]
  );
  await insertStep(tx, caller, batch.id, { step: 'make' });
  const [row] = await query<BatchRow>(tx, `${SELECT_BATCHES} WHERE b.id = $1`, [batch.id]);
  if (!row) throw new Error('the batch is not there');
  return batchAnswer(row);
}

/** Locks a batch for a step: two steps at once run one after the other. Null when there is none. */
export async function lockBatch(tx: Tx, id: number): Promise<BatchState | null> {
  const text = 'SELECT state FROM batches WHERE id = $1 FOR UPDATE';
  const [row] = await query<{ state: BatchState }>(tx, text, [id]);
  return row?.state ?? null;
}

type StepValues = { step: string; reason?: string; slip_number?: string; bank_amount?: number };

async function insertStep(tx: Tx, caller: Caller, batchId: number, values: StepValues): Promise<void> {
  await query(
    tx,
    `INSERT INTO batch_steps (group_id, batch_id, step, reason, slip_number, bank_amount, amount)
     SELECT $1, $2, $3, $4, $5, $6::bigint, sums.amount FROM (${SELECT_BATCHES} WHERE b.id = $2) AS sums`,
    [
      caller.groupId,
      batchId,
      values.step,
      values.reason ?? null,
      values.slip_number ?? null,
      values.bank_amount ?? null,
    ]
  );
}

/** Takes a step with a locked batch in the right state. */
export async function applyStep(
  tx: Tx,
  caller: Caller,
  id: number,
  content: BatchStepContent
): Promise<void> {
  switch (content.step) {
    case 'take_out':
      await query(
        tx,
        'DELETE FROM batch_transactions WHERE batch_id = $1 AND transaction_id = ANY($2::bigint[])',
        [id, content.transactions]
      );
      break;
    case 'close':
      // A payment that was corrected to another method, or not received after all, waits for another batch.
      await query(
        tx,
        `UPDATE batch_transactions p SET amount = ${RECEIVED} FROM transactions t, batches b
         WHERE b.id = $1 AND p.batch_id = b.id AND t.bundle_id = p.bundle_id AND t.id = p.transaction_id`,
        [id]
      );
      await query(tx, 'DELETE FROM batch_transactions WHERE batch_id = $1 AND amount <= 0', [id]);
      await query(tx, `UPDATE batches SET state = 'closed' WHERE id = $1`, [id]);
      break;
    case 'dissolve':
      await query(tx, 'DELETE FROM batch_transactions WHERE batch_id = $1', [id]);
      await query(tx, `UPDATE batches SET state = 'dissolved' WHERE id = $1`, [id]);
      break;
    case 'deposit':
      await query(
        tx,
        `UPDATE batches SET state = 'deposited', slip_number = $2, deposited_on = $3::date WHERE id = $1`,
        [id, content.slip_number, content.deposited_on]
      );
      break;
    case 'reconcile':
      await query(
        tx,
        `UPDATE batches SET state = 'reconciled', bank_amount = $2, reason = $3 WHERE id = $1`,
        [id, content.bank_amount, content.reason ?? null]
      );
      break;
    case 'reopen':
      await query(
        tx,
        `UPDATE batches SET state = 'open', slip_number = NULL, deposited_on = NULL, bank_amount = NULL, reason = NULL
         WHERE id = $1`,
        [id]
      );
      await query(tx, 'UPDATE batch_transactions SET amount = NULL WHERE batch_id = $1', [id]);
  }
  await insertStep(tx, caller, id, content);
}

type BatchOfBundle = {
  bundle_id: number;
  transaction_id: number;
  id: number;
  number: string;
  state: BatchState;
  /** Null while the batch is open. */
  amount: number | null;
  /** Null before the batch is taken to the bank. */
  deposited_at: Date | null;
};

/** The batches of the payments of these bundles; none for anybody but managers. */
export function listBatchesOfBundles(tx: Tx, bundleIds: readonly number[]): Promise<BatchOfBundle[]> {
  return query(
    tx,
    `SELECT p.bundle_id, p.transaction_id, b.id, b.number, b.state, p.amount,
       (SELECT max(s.at) FROM batch_steps s WHERE s.group_id = b.group_id AND s.batch_id = b.id AND s.step = 'deposit'
         AND b.state IN ('deposited', 'reconciled')) AS deposited_at
     FROM batch_transactions p JOIN batches b ON b.group_id = p.group_id AND b.id = p.batch_id
     WHERE p.bundle_id = ANY($1::bigint[]) ORDER BY p.transaction_id`,
    [bundleIds]
  );
}
