import type { z } from 'zod';

import type { CountedSchema, MonthDetailSchema, MonthSchema, MonthStepContent } from '@/contract/month';

import { type Tx, query } from './database';
import { iso, optional } from './shape';

type MonthAnswer = z.input<typeof MonthSchema>;
type DetailAnswer = z.input<typeof MonthDetailSchema>;
type Sums = MonthAnswer['sums'];

/** How many months the list goes back, unless an earlier one is open. */
const LISTED = 24;
/** The most late payments of one month in a response. */
const MOST_LATE = 200;

/** 2026-10 of 202610. */
export function monthOfId(id: number): string | null {
  const text = String(id);
  return /^(?:19[7-9]|20|21)\d+$/.test(text) && /^\d{4}(?:0[1-9]|1[0-2])$/.test(text)
    ? `${text.slice(0, 4)}-${text.slice(4)}`
    : null;
}

const MONTHS = `SELECT settings.open_from, settings.this_month, m.month,
    coalesce(m.month < settings.open_from, false) AS is_closed,
    CASE WHEN m.month < settings.this_month AND coalesce(m.month = settings.open_from, true) THEN 'close'
      WHEN doorstep_next_month(m.month) = settings.open_from THEN 'reopen' END AS next
  FROM (SELECT open_periods #>> '{money,from}' AS open_from, doorstep_month(now()) AS this_month FROM transaction_settings) AS settings`;

type MonthRow = { month: string; is_closed: boolean; next: 'close' | 'reopen' | null; sums: Sums };

function monthAnswer({ month, is_closed: isClosed, next, sums }: MonthRow): MonthAnswer {
  return {
    id: Number(month.replace('-', '')),
    month,
    state: isClosed ? 'closed' : 'open',
    ...(next === null ? {} : { next }),
    sums,
  };
}

/**
 * The latest first. A closed month has the sums it was closed with, which do not change; one that was closed together with a later
 * month has no step of its own, and its sums do not change either.
 */
export async function listMonths(tx: Tx): Promise<MonthAnswer[]> {
  const rows = await query<MonthRow>(
    tx,
    `SELECT months.month, months.is_closed, months.next,
       CASE WHEN months.is_closed THEN coalesce((SELECT s.sums FROM month_steps s
           WHERE s.month = months.month AND s.step = 'close' ORDER BY s.id DESC LIMIT 1), doorstep_month_sums(months.month))
         ELSE doorstep_month_sums(months.month) END AS sums
     FROM (${MONTHS}, LATERAL (
       SELECT to_char(first, 'YYYY-MM') AS month FROM generate_series(
         least((settings.open_from || '-01')::date, (settings.this_month || '-01')::date - make_interval(months => $1::int)),
         (settings.this_month || '-01')::date, interval '1 month') AS first
     ) AS m) AS months ORDER BY months.month DESC`,
    [LISTED]
  );
  return rows.map(monthAnswer);
}

const LATE = `SELECT c.transaction_id AS id, c.bundle_id, c.date, c.payment_method_kind, c.currency, c.amount,
    count(*) OVER () AS total
  FROM doorstep_counted_in($1) c WHERE c.is_late ORDER BY c.date DESC, c.transaction_id DESC LIMIT ${MOST_LATE}`;

const UNSENT = `SELECT b.user_id, nullif(trim(u.firstname || ' ' || u.surname), '') AS name, b.received_at, b.report -> 'unsent' AS unsent
  FROM board_reports b LEFT JOIN users u ON u.id = b.user_id
  WHERE (b.report #>> '{unsent,count}')::bigint > 0
    AND coalesce((b.report #>> '{unsent,oldest_at}')::timestamptz, b.received_at)
      < (doorstep_next_month($1) || '-01')::timestamp AT TIME ZONE 'UTC'
  ORDER BY b.user_id, b.device_id`;

const OPEN_BATCHES = `SELECT b.id, b.number, count(*) AS count FROM batches b
  JOIN batch_transactions p ON p.group_id = b.group_id AND p.batch_id = b.id
  JOIN transactions t ON t.group_id = p.group_id AND t.bundle_id = p.bundle_id AND t.id = p.transaction_id
  WHERE b.state = 'open' AND doorstep_month(t.date) = $1 GROUP BY b.id, b.number ORDER BY b.id`;

const STEPS = `SELECT s.id, s.step, s.at, s.user_id, s.reason, s.sums, nullif(trim(u.firstname || ' ' || u.surname), '') AS name
  FROM month_steps s LEFT JOIN users u ON u.id = s.user_id WHERE s.month = $1 ORDER BY s.id`;

type LateRow = Omit<DetailAnswer['late'][number], 'date'> & { date: Date; total: number };
type UnsentRow = {
  user_id: number;
  name: string | null;
  received_at: Date;
  unsent: Pick<DetailAnswer['unsent'][number], 'count' | 'oldest_at' | 'sums'>;
};
type StepRow = {
  id: number;
  step: 'close' | 'reopen';
  at: Date;
  user_id: number;
  reason: string | null;
  sums: Sums;
  name: string | null;
};

/** Null for a space without transaction settings. */
export async function getMonth(tx: Tx, month: string): Promise<DetailAnswer | null> {
  const [months, late, unsent, batches, steps] = await Promise.all([
    query<MonthRow>(
      tx,
      `SELECT months.*, doorstep_month_sums($1) AS sums FROM (${MONTHS}, (SELECT $1::text AS month) AS m) AS months`,
      [month]
    ),
    query<LateRow>(tx, LATE, [month]),
    query<UnsentRow>(tx, UNSENT, [month]),
    query<DetailAnswer['batches'][number]>(tx, OPEN_BATCHES, [month]),
    query<StepRow>(tx, STEPS, [month]),
  ]);
  const [found] = months;
  if (!found) return null;
  return {
    ...monthAnswer(found),
    late: late.map(({ total: _total, date, ...row }) => ({ ...row, date: iso(date) })),
    late_total: late[0]?.total ?? 0,
    unsent: unsent.map(({ user_id: userId, name, received_at: at, unsent: { count, oldest_at, sums } }) => ({
      user_id: userId,
      name: optional(name),
      received_at: iso(at),
      oldest_at,
      count,
      sums,
    })),
    batches,
    steps: steps.map((row) => ({
      ...row,
      at: iso(row.at),
      reason: optional(row.reason),
      name: optional(row.name),
    })),
  };
}

/** What a step did; anything but `done` changed nothing. */
type StepOutcome = 'done' | 'no_settings' | 'closed' | 'not_next' | 'not_over' | 'open' | 'not_last';

/** Two steps at once run one after the other. */
export async function stepMonth(tx: Tx, month: string, content: MonthStepContent): Promise<StepOutcome> {
  const reason = content.step === 'reopen' ? content.reason : null;
  const text = 'SELECT doorstep_step_month($1, $2, $3) AS outcome';
  const [row] = await query<{ outcome: StepOutcome }>(tx, text, [month, content.step, reason]);
  if (!row) throw new Error('the step has no outcome');
  return row.outcome;
}

/** The parts of these bundles that count in another month than that of their date. */
export function listCountedOfBundles(
  tx: Tx,
  bundleIds: readonly number[]
): Promise<(z.input<typeof CountedSchema> & { bundle_id: number })[]> {
  return query(
    tx,
    `SELECT c.bundle_id, c.transaction_id, c.month, c.payment_method_kind, c.currency, c.amount FROM counted_transactions c
     JOIN transactions t ON t.group_id = c.group_id AND t.bundle_id = c.bundle_id AND t.id = c.transaction_id
     WHERE c.bundle_id = ANY($1::bigint[]) AND c.month <> doorstep_month(t.date)
     ORDER BY c.transaction_id, c.month, c.payment_method_kind, c.currency`,
    [bundleIds]
  );
}
