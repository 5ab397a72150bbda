-- Reconciliation: captured cash + differences of the counts = held + handed over + at the bank. Nothing is stored: everything follows
-- from bundles, cash records and batches. The functions read them with the owner's rights, because what a leader sees of gifts ends
-- with the action, and a gift that is not visible would seem to be missing. doorstep_cash_people decides whose cash the caller sees.

-- Whose cash the caller sees: their own, that of the teams that they lead, and as a manager everyone's.
CREATE FUNCTION doorstep_cash_people() RETURNS SETOF bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT s.user_id FROM space_users s
  WHERE s.group_id = doorstep_space() AND (SELECT doorstep_may('money')) AND doorstep_sees_board(s.user_id)
  $$;

-- Whether the caller sees sums. In a space that counts blind only managers do: a sum would tell what to count.
CREATE FUNCTION doorstep_sees_cash_sums() RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT doorstep_is_manager() OR NOT EXISTS (SELECT FROM transaction_settings s
    WHERE s.group_id = doorstep_space() AND s.additional_settings -> 'blind_count' = 'true')
  $$;

-- Hand-overs that their giver did not take back before they were confirmed, with the first confirmation: of the person whom the giver
-- named, else of anybody but the giver.
CREATE FUNCTION doorstep_hand_overs()
  RETURNS TABLE (id bigint, user_id bigint, key text, made_at timestamptz, content json, reply_id bigint, receiver bigint, reply json)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT given.id, given.user_id, given.key, (given.content ->> 'made_at')::timestamptz, given.content, reply.id, reply.user_id, reply.content
  FROM cash_records given
  LEFT JOIN LATERAL (
    SELECT r.id, r.user_id, r.content FROM cash_records r WHERE r.group_id = given.group_id AND r.answered_key = given.key
      AND r.kind = 'reply' AND r.user_id <> given.user_id
      AND r.user_id = coalesce((given.content #>> '{to,user_id}')::bigint, r.user_id) ORDER BY r.id LIMIT 1
  ) AS reply ON true
  WHERE given.group_id = doorstep_space() AND given.kind = 'hand_over'
    AND NOT EXISTS (SELECT FROM cash_records back WHERE back.group_id = given.group_id AND back.answered_key = given.key
      AND back.kind = 'take_back' AND back.user_id = given.user_id AND (reply.id IS NULL OR back.id < reply.id))
  $$;

-- Those of them that the caller sees.
CREATE FUNCTION doorstep_standing_hand_overs()
  RETURNS TABLE (id bigint, user_id bigint, key text, made_at timestamptz, content json, receiver bigint, reply json)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT h.id, h.user_id, h.key, h.made_at, h.content, h.receiver, h.reply FROM doorstep_hand_overs() h
  WHERE h.user_id IN (SELECT doorstep_cash_people())
  $$;

-- Received hand-overs that were handed on, with the receiver's count: each goes with the first hand-over of its receiver that names it, by
-- the time of the phone. Also one whose own record has not arrived, if its receiver was the first to confirm it.
CREATE FUNCTION doorstep_handed_on() RETURNS TABLE (key text, next text, counted json)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  WITH given AS MATERIALIZED (SELECT * FROM doorstep_hand_overs())
  SELECT DISTINCT ON (r.answered_key) r.answered_key, next.key, r.content -> 'counted'
  FROM given next
  CROSS JOIN LATERAL json_array_elements_text(next.content -> 'received') AS named (key)
  JOIN cash_records r ON r.group_id = doorstep_space() AND r.answered_key = named.key AND r.kind = 'reply' AND r.user_id = next.user_id
  WHERE next.user_id IN (SELECT doorstep_cash_people())
    AND (r.id IN (SELECT reply_id FROM given)
      OR NOT EXISTS (SELECT FROM cash_records h WHERE h.group_id = r.group_id AND (h.key = r.answered_key
        OR h.answered_key = r.answered_key AND h.kind = 'reply' AND h.id < r.id)))
  ORDER BY r.answered_key, next.made_at, next.key COLLATE "C"
  $$;

-- The way of what was handed over: `key` are the hand-overs that it went with one after the other, the first of them is itself. A way that
-- closes in a circle ends there.
CREATE FUNCTION doorstep_cash_ways() RETURNS TABLE (first text, key text, before text, is_last boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  WITH RECURSIVE onward AS MATERIALIZED (SELECT * FROM doorstep_handed_on()),
  ways AS (
    SELECT h.key AS first, h.key, NULL::text AS before, ARRAY[h.key] AS path FROM doorstep_standing_hand_overs() h
    UNION ALL
    SELECT ways.first, onward.next, ways.key, path || onward.next FROM ways JOIN onward ON onward.key = ways.key
    WHERE onward.next <> ALL (path)
  )
  SELECT w.first, w.key, w.before, cardinality(path) = max(cardinality(path)) OVER (PARTITION BY w.first) FROM ways w
  $$;

-- The counts that stand, the hand-over that they went with, and how often their cash was counted. Of all counts of the same cash the last
-- one stands that no other count of the person replaces. A count belongs to the time at which its shift began.
CREATE FUNCTION doorstep_cash_counts()
  RETURNS TABLE (id bigint, user_id bigint, key text, at timestamptz, content json, hand_over text, times bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  WITH RECURSIVE counts AS (
    SELECT c.id, c.user_id, c.key, c.content, c.content ->> 'replaces' AS replaces FROM cash_records c
    WHERE c.group_id = doorstep_space() AND c.kind = 'count' AND c.user_id IN (SELECT doorstep_cash_people())
  ), cash AS (
    -- Each count with the first one of the same cash, which may not have arrived.
    SELECT c.user_id, c.key, coalesce(c.replaces, c.key) AS first FROM counts c
    WHERE NOT EXISTS (SELECT FROM counts before WHERE before.user_id = c.user_id AND before.key = c.replaces)
    UNION ALL
    SELECT c.user_id, c.key, cash.first FROM cash JOIN counts c ON c.user_id = cash.user_id AND c.replaces = cash.key
  ), handed AS MATERIALIZED (
    SELECT h.made_at, h.user_id, h.key AS hand_over, json_array_elements_text(h.content -> 'counts') AS key FROM doorstep_standing_hand_overs() h
  ), given AS (
    -- There is one pile of cash: a recount of a count that was handed over was handed over with it.
    SELECT DISTINCT ON (named.user_id, named.first) named.user_id, named.first, handed.hand_over
    FROM handed JOIN (SELECT user_id, first, key FROM cash UNION SELECT user_id, first, first FROM cash) AS named USING (user_id, key)
    ORDER BY named.user_id, named.first, handed.made_at, handed.hand_over COLLATE "C"
  )
  SELECT DISTINCT ON (c.user_id, cash.first) c.id, c.user_id, c.key, (c.content #>> '{shift,started_at}')::timestamptz, c.content,
    given.hand_over, count(*) OVER (PARTITION BY c.user_id, cash.first)
  FROM counts c JOIN cash USING (user_id, key) LEFT JOIN given ON given.user_id = c.user_id AND given.first = cash.first
  ORDER BY c.user_id, cash.first,
    EXISTS (SELECT FROM counts later WHERE later.user_id = c.user_id AND later.replaces = c.key),
    (c.content ->> 'made_at')::timestamptz DESC, c.key COLLATE "C" DESC
  $$;

-- The records of the counts, each once, with their bundle; null for one that has not arrived. Cash that another person received is in
-- their counts only: `elsewhere` is its bundle, such as that of a promise which two people marked as paid. A record that was fixed after the count
-- arrives under another key, and of one that was fixed before it the first version may have arrived.
CREATE FUNCTION doorstep_counted_records()
  RETURNS TABLE (count_id bigint, user_id bigint, at timestamptz, hand_over text, place bigint, is_cash boolean, currency text,
    amount bigint, bundle_id bigint, campaign text, is_unsent boolean, elsewhere bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT DISTINCT ON (c.user_id, r.record ->> 'key') c.id, c.user_id, c.at, c.hand_over, r.place,
    lower(r.record ->> 'payment_method_kind') = 'cash', lower(r.record ->> 'currency'), (r.record ->> 'amount')::bigint,
    arrived.bundle_id, arrived.campaign, coalesce((r.record ->> 'is_unsent')::boolean, false),
    CASE WHEN arrived.bundle_id IS NULL THEN (SELECT t.bundle_id FROM transactions t
      WHERE t.group_id = doorstep_space() AND t.unique_token = r.record ->> 'key') END
  FROM doorstep_cash_counts() c
  CROSS JOIN LATERAL json_array_elements(c.content -> 'records') WITH ORDINALITY AS r (record, place)
  LEFT JOIN idempotency_keys fixed ON fixed.group_id = doorstep_space() AND fixed.key IN (r.record ->> 'key', r.record ->> 'first_key')
    AND fixed.user_id = c.user_id AND fixed.replaced_by IS NOT NULL
  LEFT JOIN LATERAL (
    SELECT t.bundle_id, t.code_campaign AS campaign FROM transactions t
    JOIN transaction_bundles b ON b.group_id = t.group_id AND b.id = t.bundle_id
      AND c.user_id IN (coalesce(b.received_by, b.created_by), CASE WHEN lower(r.record ->> 'payment_method_kind') <> 'cash' THEN b.created_by END)
    WHERE t.group_id = doorstep_space() AND t.unique_token IN (r.record ->> 'key', r.record ->> 'first_key', fixed.replaced_by) LIMIT 1
  ) AS arrived ON true
  ORDER BY c.user_id, r.record ->> 'key', c.id, arrived.bundle_id
  $$;

-- Every piece of cash, in minor units: one per payment, one per counted payment that is missing, and one per count for its difference.
--   recorded: what was captured and has arrived; stated: what a count has of it; variance: the difference of the count;
--   banked: what a deposit took to the bank; rest: what should be there besides; ledger: what the ledger says today.
-- Numeric, because a count may state more than a bigint holds.
-- The rest is with the person, or with whom they gave it to. A correction after the count changes no cash that was counted.
CREATE FUNCTION doorstep_cash_pieces()
  RETURNS TABLE (kind text, user_id bigint, currency text, campaign text, at timestamptz, count_id bigint, hand_over text, bundle_id bigint,
    recorded numeric, stated numeric, variance numeric, banked numeric, banked_at timestamptz, rest numeric, ledger numeric)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  WITH payments AS (
    SELECT coalesce(b.received_by, b.created_by) AS user_id, t.bundle_id, coalesce(bank.currency, lower(t.currency)) AS currency, min(t.code_campaign) AS campaign,
      min(t.date) AS at, sum(CASE WHEN lower(t.payment_method_kind) = 'cash' THEN doorstep_received(t) ELSE 0 END) AS received,
      sum(coalesce(bank.amount, doorstep_received(t))) AS captured, coalesce(sum(bank.amount), 0) AS banked,
      max(bank.at) AS banked_at
    FROM transactions t
    JOIN transaction_bundles b ON b.group_id = t.group_id AND b.id = t.bundle_id
    LEFT JOIN LATERAL (
      -- Managers see what is at the bank.
      SELECT p.amount, x.currency, (SELECT max(s.at) FROM batch_steps s
        WHERE s.group_id = x.group_id AND s.batch_id = x.id AND s.step = 'deposit') AS at
      FROM batch_transactions p JOIN batches x ON x.group_id = p.group_id AND x.id = p.batch_id
      WHERE p.group_id = t.group_id AND p.bundle_id = t.bundle_id AND p.transaction_id = t.id
        AND x.state IN ('deposited', 'reconciled') AND lower(x.payment_method_kind) = 'cash' AND (SELECT doorstep_is_manager())
    ) AS bank ON true
    WHERE t.group_id = doorstep_space() AND coalesce(b.received_by, b.created_by) IN (SELECT doorstep_cash_people())
      AND (lower(t.payment_method_kind) = 'cash' OR bank.amount IS NOT NULL)
    GROUP BY 1, 2, 3
  ), counted AS (
    SELECT r.*, first_value(r.campaign) OVER (PARTITION BY r.count_id ORDER BY r.bundle_id IS NULL, r.place) AS count_campaign
    FROM doorstep_counted_records() r
  ), lines AS (
    SELECT coalesce(c.user_id, p.user_id) AS user_id, coalesce(c.currency, p.currency) AS currency,
      CASE WHEN c.user_id IS NULL THEN p.campaign WHEN c.bundle_id IS NULL THEN c.count_campaign ELSE c.campaign END AS campaign,
      coalesce(c.at, p.at) AS at, c.count_id, c.hand_over, coalesce(c.bundle_id, p.bundle_id) AS bundle_id,
      CASE WHEN c.user_id IS NULL THEN p.captured WHEN c.bundle_id IS NULL THEN 0 ELSE c.amount END AS recorded,
      coalesce(c.amount, 0) AS stated, coalesce(p.banked, 0) AS banked, p.banked_at,
      coalesce(c.amount, p.captured) - coalesce(p.banked, 0) AS rest, coalesce(p.received, 0) AS ledger,
      c.elsewhere
    FROM (SELECT * FROM counted WHERE is_cash) AS c
    FULL JOIN payments p ON p.bundle_id = c.bundle_id AND p.currency = c.currency
  ), sums AS (
    SELECT c.id, c.user_id, c.at, c.hand_over, lower(each.sum ->> 'currency') AS currency, sum((each.sum ->> 'amount')::bigint) FILTER (
      WHERE each.is_expected) AS expected, sum((each.sum ->> 'amount')::bigint) FILTER (WHERE NOT each.is_expected) AS counted
    FROM doorstep_cash_counts() c CROSS JOIN LATERAL (
      SELECT json_array_elements(c.content -> 'expected'), true UNION ALL SELECT json_array_elements(c.content -> 'counted'), false
    ) AS each (sum, is_expected)
    GROUP BY 1, 2, 3, 4, 5
  ), differences AS (
    SELECT s.user_id, s.currency, first.count_campaign AS campaign, s.at, s.id AS count_id, s.hand_over,
      coalesce(s.counted, 0) - coalesce(s.expected, 0) AS variance,
      -- Not zero where the expected sum is not that of the records.
      coalesce(s.expected, 0) - coalesce(records.stated, 0) AS other
    FROM sums s
    LEFT JOIN (SELECT DISTINCT c.count_id, c.count_campaign FROM counted c) AS first ON first.count_id = s.id
    LEFT JOIN (SELECT l.count_id, l.currency, sum(l.stated) AS stated FROM lines l GROUP BY 1, 2) AS records
      ON records.count_id = s.id AND records.currency = s.currency
  )
  SELECT CASE WHEN l.bundle_id IS NOT NULL THEN 'payment' WHEN l.elsewhere IS NOT NULL THEN 'elsewhere' ELSE 'missing' END,
    l.user_id, l.currency, l.campaign, l.at, l.count_id, l.hand_over, coalesce(l.bundle_id, l.elsewhere), l.recorded, l.stated, 0, l.banked, l.banked_at, l.rest, l.ledger
  FROM lines l WHERE (SELECT doorstep_sees_cash_sums())
  UNION ALL
  SELECT 'count', d.user_id, d.currency, d.campaign, d.at, d.count_id, d.hand_over, NULL, 0, d.other, d.variance, 0, NULL,
    d.other + d.variance, 0
  FROM differences d WHERE (SELECT doorstep_sees_cash_sums()) AND (d.variance <> 0 OR d.other <> 0)
  $$;

-- The numbers that a count states for its records and that have not arrived, such as 3-17: `stated` is `receipts` of the count. None
-- of a book that lacks more numbers than a count has records: whatever a phone states takes no time.
CREATE FUNCTION doorstep_missing_receipts(owner bigint, stated json) RETURNS text[]
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT coalesce(array_agg(book.id || '-' || n.number ORDER BY book.id, n.number), '{}')
  FROM (
    SELECT DISTINCT ON (1) (s ->> 'book')::bigint AS book, (s ->> 'first')::integer AS first, (s ->> 'last')::integer AS last, s -> 'void' AS void
    FROM json_array_elements(stated) AS s
  ) AS s
  JOIN receipt_books book ON book.group_id = doorstep_space() AND book.user_id = owner AND book.id = s.book
  CROSS JOIN LATERAL (
    SELECT generate_series(s.first, s.last)
    EXCEPT SELECT void.number::integer FROM json_array_elements_text(s.void) AS void (number)
    EXCEPT SELECT r.number FROM receipts r WHERE r.group_id = book.group_id AND r.book_id = book.id
  ) AS n (number)
  WHERE (SELECT doorstep_may('money')) AND doorstep_sees_board(owner)
    AND s.last - s.first - json_array_length(s.void) - (SELECT count(*) FROM receipts r
      WHERE r.group_id = book.group_id AND r.book_id = book.id AND r.number BETWEEN s.first AND s.last) < 5000
  $$;

REVOKE ALL ON FUNCTION doorstep_cash_people(), doorstep_sees_cash_sums(), doorstep_hand_overs(), doorstep_standing_hand_overs(),
  doorstep_handed_on(), doorstep_cash_ways(), doorstep_cash_counts(), doorstep_counted_records(), doorstep_cash_pieces(),
  doorstep_missing_receipts(bigint, json) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_cash_people(), doorstep_sees_cash_sums(), doorstep_standing_hand_overs(), doorstep_handed_on(),
  doorstep_cash_ways(), doorstep_cash_counts(), doorstep_counted_records(), doorstep_cash_pieces(),
  doorstep_missing_receipts(bigint, json) TO doorstep_app;
