import type { z } from 'zod';

import type { ReconciliationQuery, ReconciliationSchema } from '@/contract/reconciliation';

import { type Tx, query } from './database';
import { iso } from './shape';

type Answer = z.input<typeof ReconciliationSchema>;
type Choice = z.output<typeof ReconciliationQuery>;

/** The most corrected payments and shifts in a response. */
const MOST_LISTED = 200;

const NAME = `(SELECT nullif(trim(u.firstname || ' ' || u.surname), '') FROM users u WHERE u.id = user_id)`;
const listOf = (rows: string) => `(SELECT coalesce(json_agg(row_to_json(r)), '[]') FROM (${rows}) AS r)`;

const SUMMED = [
  'recorded',
  'uncounted',
  'counted',
  'variance',
  'received',
  'held',
  'handed_over',
  'unconfirmed',
  'banked',
  'bank_difference',
  'ledger',
];

/** A hand-over or a batch has one difference: it is part of every choice that contains one of its payments. */
const CHOSEN = `WITH pieces AS MATERIALIZED (SELECT * FROM doorstep_cash_pieces()),
  given AS MATERIALIZED (SELECT * FROM doorstep_standing_hand_overs()),
  ways AS MATERIALIZED (SELECT * FROM doorstep_cash_ways()),
  handed_on AS MATERIALIZED (SELECT * FROM doorstep_handed_on()),
  chosen AS MATERIALIZED (
    SELECT * FROM pieces WHERE ($1::timestamptz IS NULL OR at >= $1) AND ($2::timestamptz IS NULL OR at < $2)
      AND ($3::text IS NULL OR campaign = $3)
  ),
  -- Whether the last receiver has confirmed what was handed over.
  last AS MATERIALIZED (
    SELECT w.first, g.reply IS NOT NULL AS is_confirmed FROM ways w JOIN given g ON g.key = w.key WHERE w.is_last
  ),
  hand_overs AS MATERIALIZED (
    SELECT g.key, g.user_id, g.made_at, g.reply IS NOT NULL AS is_confirmed, part.currency, sum(part.expected) AS expected,
      sum(part.handed_on) AS handed_on, sum(part.found) AS found
    FROM given g JOIN (
      SELECT p.hand_over AS key, p.currency, p.stated + p.variance - CASE WHEN p.banked_at < h.made_at THEN p.banked ELSE 0 END AS expected,
        0 AS handed_on, 0 AS found
      FROM pieces p JOIN given h ON h.key = p.hand_over
      UNION ALL
      -- What came to the bank between two hand-overs is no part of the second.
      SELECT h.key, p.currency, -p.banked, 0, 0
      FROM pieces p JOIN ways w ON w.first = p.hand_over JOIN given h ON h.key = w.key JOIN given b ON b.key = w.before
      WHERE p.banked_at >= b.made_at AND p.banked_at < h.made_at
      UNION ALL
      SELECT o.next, lower(each ->> 'currency'), (each ->> 'amount')::bigint, (each ->> 'amount')::bigint, 0
      FROM handed_on o, json_array_elements(o.counted) AS each
      UNION ALL
      SELECT h.key, lower(counted ->> 'currency'), 0, 0, (counted ->> 'amount')::bigint
      FROM given h, json_array_elements(coalesce(h.reply -> 'counted', h.content -> 'cash')) AS counted
    ) AS part ON part.key = g.key
    WHERE g.key IN (SELECT w.key FROM ways w JOIN chosen c ON c.hand_over = w.first)
      -- Without a choice also one in which no record of cash is known.
      OR ($1::timestamptz IS NULL AND $2::timestamptz IS NULL AND $3::text IS NULL AND doorstep_sees_cash_sums()
        AND (g.key IN (SELECT o.next FROM handed_on o) OR g.key IN (SELECT c.hand_over FROM doorstep_cash_counts() c)))
    GROUP BY 1, 2, 3, 4, 5
  ),
  bank AS MATERIALIZED (
    SELECT b.id, b.number, b.currency, b.created_at, b.bank_amount, doorstep_exact(sum(p.amount)) AS amount
    FROM batches b JOIN batch_transactions p ON p.group_id = b.group_id AND p.batch_id = b.id
    WHERE b.state = 'reconciled' AND lower(b.payment_method_kind) = 'cash' AND b.id IN (
      SELECT q.batch_id FROM batch_transactions q JOIN chosen c ON c.bundle_id = q.bundle_id AND c.kind = 'payment')
    GROUP BY b.group_id, b.id
  ),
  parts AS (
    SELECT c.user_id, c.currency, c.recorded, CASE WHEN c.kind = 'payment' AND c.count_id IS NULL THEN c.rest ELSE 0 END AS uncounted,
      c.stated + c.variance AS counted, c.variance, 0 AS received, c.banked, c.ledger,
      CASE WHEN c.hand_over IS NULL THEN c.rest ELSE 0 END AS held, CASE WHEN c.hand_over IS NULL THEN 0 ELSE c.rest END AS handed_over,
      CASE WHEN last.is_confirmed THEN 0 WHEN c.hand_over IS NULL THEN 0 ELSE c.rest END AS unconfirmed, 0::bigint AS bank_difference
    FROM chosen c LEFT JOIN last ON last.first = c.hand_over
    UNION ALL
    SELECT user_id, currency, 0, 0, 0, 0, CASE WHEN h.is_confirmed THEN found - handed_on ELSE 0 END, 0, 0, 0, found - expected,
      CASE WHEN last.is_confirmed THEN 0 ELSE found - expected END, 0 FROM hand_overs h JOIN last ON last.first = h.key
    UNION ALL
    SELECT NULL, currency, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, bank_amount - amount FROM bank
  ),
  sums AS (
    SELECT user_id, currency, ${SUMMED.map((field) => `doorstep_exact(sum(${field})) AS ${field}`).join(', ')},
      doorstep_exact(sum(held + handed_over + banked + bank_difference - recorded - variance)) AS difference,
      GROUPING(user_id) = 1 AS is_total
    FROM parts GROUP BY GROUPING SETS ((user_id, currency), (currency))
  )`;

const CASH =
  'currency, recorded, uncounted, counted, variance, received, held, handed_over, unconfirmed, banked, difference';

/** With whom the handed-over cash is: with the last receiver, or with whom the last giver named as long as nobody has confirmed. */
const HOLDERS = `
  SELECT user_id, coalesce(${NAME}, min(typed)) AS name, currency, doorstep_exact(sum(amount)) AS amount, is_confirmed
  FROM (
    SELECT coalesce(g.receiver, (g.content #>> '{to,user_id}')::bigint) AS user_id, g.content #>> '{to,name}' AS typed, part.currency,
      part.amount, g.reply IS NOT NULL AS is_confirmed
    FROM given g JOIN ways w ON w.key = g.key AND w.is_last JOIN (
      SELECT hand_over AS key, currency, rest AS amount FROM chosen WHERE hand_over IS NOT NULL
      UNION ALL
      SELECT key, currency, found - expected FROM hand_overs
    ) AS part ON part.key = w.first
  ) AS held
  GROUP BY user_id, CASE WHEN user_id IS NULL THEN typed END, currency, is_confirmed HAVING sum(amount) <> 0
  ORDER BY name, user_id, currency, is_confirmed DESC`;

const PROBLEMS = `
  SELECT 'missing' AS kind, user_id, ${NAME} AS name, currency, 0 AS expected, doorstep_exact(sum(stated)) AS found, at, count(*) AS count,
    NULL::bigint AS batch_id, NULL::text AS batch_number, NULL::bigint AS bundle_id
  FROM chosen WHERE kind = 'missing' GROUP BY count_id, user_id, currency, at
  UNION ALL
  SELECT 'elsewhere', user_id, ${NAME}, currency, 0, doorstep_exact(stated), at, NULL, NULL, NULL, bundle_id FROM chosen WHERE kind = 'elsewhere'
  UNION ALL
  SELECT 'count', user_id, ${NAME}, currency, 0, doorstep_exact(stated), at, NULL, NULL, NULL, NULL FROM chosen WHERE kind = 'count' AND stated <> 0
  UNION ALL
  SELECT 'hand_over', user_id, ${NAME}, currency, doorstep_exact(expected), doorstep_exact(found), made_at, NULL, NULL, NULL, NULL FROM hand_overs
  WHERE expected <> found
  UNION ALL
  SELECT 'batch', NULL, NULL, currency, amount, bank_amount, created_at, NULL, id, number, NULL FROM bank WHERE bank_amount <> amount
  ORDER BY at, kind`;

const SUMS = `${CHOSEN} SELECT
  ${listOf(`SELECT user_id, ${NAME} AS name, ${CASH} FROM sums WHERE NOT is_total AND user_id IS NOT NULL ORDER BY name, user_id, currency`)} AS people,
  ${listOf(`SELECT ${CASH}, bank_difference, ledger FROM sums WHERE is_total ORDER BY currency`)} AS totals,
  ${listOf(HOLDERS)} AS holders,
  ${listOf(PROBLEMS)} AS problems,
  ${listOf(`SELECT bundle_id, user_id, ${NAME} AS name, currency, doorstep_exact(recorded) AS counted,
      doorstep_exact(ledger) AS ledger,
      (SELECT c.content ->> 'made_at' FROM doorstep_cash_counts() c WHERE c.id = count_id) AS counted_at
    FROM chosen WHERE kind = 'payment' AND recorded <> ledger ORDER BY bundle_id DESC LIMIT ${MOST_LISTED}`)} AS corrected,
  ARRAY(SELECT DISTINCT campaign FROM pieces WHERE campaign IS NOT NULL ORDER BY campaign LIMIT ${MOST_LISTED}) AS campaigns`;

/** Receipt numbers only where there are as many as missing records. */
const SHIFTS = `SELECT c.content #>> '{shift,key}' AS key, c.user_id, ${NAME} AS name, c.at AS started_at,
    c.content ->> 'made_at' AS counted_at, records.captured, records.captured - cardinality(records.missing) AS held, records.missing,
    CASE WHEN cardinality(receipts.numbers) = cardinality(records.missing) THEN receipts.numbers ELSE '{}' END AS receipts,
    records.late, c.times - 1 AS recounts, count(*) OVER () AS total
  FROM doorstep_cash_counts() c
  JOIN (
    SELECT count_id, count(*) AS captured, count(*) FILTER (WHERE is_unsent AND bundle_id IS NOT NULL) AS late, bool_or(campaign = $3) AS has_campaign,
      coalesce(array_agg(place::int ORDER BY place) FILTER (WHERE bundle_id IS NULL), '{}') AS missing
    FROM doorstep_counted_records() GROUP BY count_id
  ) AS records ON records.count_id = c.id
  LEFT JOIN LATERAL (
    SELECT doorstep_missing_receipts(c.user_id, c.content -> 'receipts') AS numbers
  ) AS receipts ON cardinality(records.missing) > 0
  WHERE ($1::timestamptz IS NULL OR c.at >= $1) AND ($2::timestamptz IS NULL OR c.at < $2)
    AND ($3::text IS NULL OR records.has_campaign OR cardinality(records.missing) = records.captured)
  ORDER BY cardinality(records.missing) > 0 DESC, c.at DESC, c.id DESC LIMIT ${MOST_LISTED}`;

type SumsRow = Pick<Answer, 'people' | 'totals' | 'holders' | 'problems' | 'corrected' | 'campaigns'>;
type ShiftRow = Omit<Answer['shifts'][number], 'started_at'> & { started_at: Date; total: number };

/** Where the cash of everyone is whom the caller may see, by person and in total. */
export async function getReconciliation(tx: Tx, { from, until, campaign }: Choice): Promise<Answer> {
  const values = [from ?? null, until ?? null, campaign ?? null];
  const [sums] = await query<SumsRow>(tx, SUMS, values);
  const shifts = await query<ShiftRow>(tx, SHIFTS, values);
  if (!sums) throw new Error('the sums are not there');
  return {
    ...withoutNulls(sums),
    shifts: shifts.map(({ total: _total, ...shift }) => ({
      ...withoutNulls(shift),
      started_at: iso(shift.started_at),
    })),
    shifts_total: shifts[0]?.total ?? 0,
  };
}

/** JSON of the database has null where the contract has nothing. */
function withoutNulls<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_key, each: unknown) => (each === null ? undefined : each))
  ) as Value;
}
