-- The feed of changes: one row per record and bucket, with the number of its last change.
--
-- Transactions commit in another order than they begin, so "everything after the last number I saw" would skip a slow one.
-- A reader gets only changes before the number of every running transaction that writes in its space (doorstep_horizon):
-- whatever commits later has a higher number. A long transaction in one space does not delay another.

-- A record refers only to kinds before its own; a first download has this order.
CREATE TYPE change_kind AS ENUM (
  'role', 'user', 'team', 'action', 'form', 'contact', 'membership_price_group', 'donation_price',
  'transaction_status', 'transaction_settings', 'transaction_bundle', 'visit', 'cash_record', 'answers'
);

-- A bucket is a part of the feed that a reader has or does not have: `space`, `contacts`, `all`, or the part of one person, team
-- or action, such as `action:12`. One row per record and bucket: entering is a change, and leaving is one with `deleted`.
CREATE TABLE change_log (
  group_id bigint NOT NULL,
  kind change_kind NOT NULL,
  id bigint NOT NULL,
  bucket text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  deleted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (group_id, kind, id, bucket)
);
CREATE INDEX change_log_in_order ON change_log (group_id, bucket, number, kind, id);
CREATE INDEX change_log_by_number ON change_log (number);

-- A number is the timeline of the cluster and, in the lower 40 bits, a counter. A promoted standby has a higher timeline: its
-- numbers are higher than all before, also if it missed the last transactions.
CREATE SEQUENCE change_numbers;
SELECT nextval('change_numbers');
CREATE FUNCTION doorstep_timeline() RETURNS bigint
  LANGUAGE sql VOLATILE
  AS $$ SELECT ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint $$;
CREATE FUNCTION doorstep_last_number() RETURNS bigint
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ BEGIN RETURN (SELECT (doorstep_timeline() << 40) + last_value FROM change_numbers); END $$;

-- The last number that each timeline took over from those before it.
CREATE TABLE change_timelines (timeline bigint PRIMARY KEY, last_number bigint NOT NULL);

-- The number of the changes that this transaction makes in a space. Until it ends, two locks tell others that it writes there, and
-- a number below its own. They are shared, so nobody waits. They are taken before the number: who does not see them reads the
-- counter before it is raised.
CREATE FUNCTION doorstep_number(space bigint) RETURNS bigint
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  here bigint;
  given bigint;
BEGIN
  IF current_setting('doorstep.numbered_space', true) = space::text THEN
    RETURN current_setting('doorstep.number')::bigint;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(doorstep_last_number());
  PERFORM pg_advisory_xact_lock_shared(7236643, (space % 2147483647)::integer);
  here := doorstep_timeline();
  -- Before the first change of a timeline, the log is as it was taken over.
  IF NOT EXISTS (SELECT FROM change_timelines WHERE timeline = here) THEN
    INSERT INTO change_timelines SELECT here, coalesce(max(number), 0) FROM change_log ON CONFLICT DO NOTHING;
  END IF;
  given := (here << 40) + nextval('change_numbers');
  PERFORM set_config('doorstep.numbered_space', space::text, true), set_config('doorstep.number', given::text, true);
  RETURN given;
END
$$;

-- All changes of a space before this number have ended; of every space if none is given. The log is read by a later statement,
-- which sees whatever ended before.
CREATE FUNCTION doorstep_horizon(space bigint) RETURNS bigint
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  last bigint := doorstep_last_number();
BEGIN
  -- The locks are read once: all at one moment.
  RETURN (
    WITH held AS MATERIALIZED (
      SELECT virtualtransaction AS holder, classid::bigint AS high, objid::bigint AS low, objsubid AS form FROM pg_locks
      WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    )
    SELECT least(last, min((below.high << 32) + below.low)) + 1
    FROM held writes JOIN held below ON below.holder = writes.holder AND below.form = 1 AND below.high > 255
    WHERE writes.form = 2 AND writes.high = 7236643 AND (space IS NULL OR writes.low = space % 2147483647)
  );
END
$$;

-- Whether a reader has seen a change that this database does not have: it was restored to an earlier moment, or a standby that
-- missed the change was promoted.
CREATE FUNCTION doorstep_is_lost(seen bigint) RETURNS boolean
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT seen > coalesce((SELECT min(last_number) FROM change_timelines WHERE timeline > seen >> 40),
    CASE WHEN seen >> 40 = doorstep_timeline() THEN doorstep_last_number() ELSE (SELECT max(number) FROM change_log) END, 0)
  $$;

-- The changes of buckets, each after its own position, in one order. Comparing rows is not leakproof, so under row-level
-- security the planner may not use the index. This function runs as the owner and filters by the current space itself. The
-- bucket of all contacts has nearly every row of the log, so that the planner takes every bucket for a large one: it would
-- read the whole log in the order of its numbers, to find the few rows of a small bucket. With many buckets it would do so for a
-- plan that is made for the given positions; the generic plan goes by bucket.
CREATE FUNCTION doorstep_changes_after(buckets text[], numbers bigint[], kinds change_kind[], ids bigint[], horizon bigint,
    most integer)
  RETURNS TABLE (bucket text, kind change_kind, id bigint, number bigint, deleted boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_incremental_sort = off
  SET plan_cache_mode = force_generic_plan
  AS $$
  SELECT c.* FROM unnest(buckets, numbers, kinds, ids) AS wanted (bucket, number, kind, id)
  CROSS JOIN LATERAL (
    SELECT c.bucket, c.kind, c.id, c.number, c.deleted FROM change_log c
    WHERE c.group_id = doorstep_space() AND c.bucket = wanted.bucket
      AND (c.number, c.kind, c.id) > (wanted.number, wanted.kind, wanted.id)
      AND c.number < horizon
    ORDER BY c.number, c.kind, c.id
    LIMIT most
  ) AS c
  ORDER BY c.number, c.kind, c.id, c.bucket
  LIMIT most
  $$;

-- The number of changes in these buckets after a position, each counted by the index for the same reason.
CREATE FUNCTION doorstep_changes_ahead(buckets text[], numbers bigint[], kinds change_kind[], ids bigint[], horizon bigint)
  RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET enable_hashjoin = off
  AS $$
  SELECT count(*) FROM unnest(buckets, numbers, kinds, ids) AS wanted (bucket, number, kind, id)
  JOIN change_log c ON c.group_id = doorstep_space() AND c.bucket = wanted.bucket
    AND (c.number, c.kind, c.id) > (wanted.number, wanted.kind, wanted.id)
    AND c.number < horizon
  $$;

-- A change with `deleted` is pruned after a time that no phone stays signed in without a request. A reader that is before
-- the last pruned change of a bucket starts this bucket over: it may hold a record that has left it. One that began to read
-- the bucket later never had that record, also if it is still before the change.
CREATE TABLE pruned_changes (
  group_id bigint NOT NULL,
  bucket text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  kind change_kind NOT NULL,
  id bigint NOT NULL,
  PRIMARY KEY (group_id, bucket)
);
CREATE INDEX change_log_deleted ON change_log (number) WHERE deleted;

-- The last number of each day on which the service ran: how old a change is.
CREATE TABLE change_days (day date PRIMARY KEY, number bigint NOT NULL);

-- Prunes some of the deleted changes that are older than so many days, and returns how many. The last change of all stays: it
-- is the last number that a new timeline takes over.
CREATE FUNCTION doorstep_prune_changes(days integer, most integer) RETURNS bigint
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  old bigint;
  pruned bigint;
BEGIN
  INSERT INTO change_days VALUES (current_date, doorstep_last_number()) ON CONFLICT DO NOTHING;
  SELECT max(number) INTO old FROM change_days WHERE day <= current_date - days;
  DELETE FROM change_days WHERE number < old;
  WITH chosen AS (
    SELECT group_id, kind, id, bucket FROM change_log
    WHERE deleted AND number <= old AND number < (SELECT max(number) FROM change_log)
    ORDER BY number LIMIT most
    FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM change_log c USING chosen
    WHERE (c.group_id, c.kind, c.id, c.bucket) = (chosen.group_id, chosen.kind, chosen.id, chosen.bucket)
    RETURNING c.*
  ), kept AS (
    INSERT INTO pruned_changes AS f (group_id, bucket, number, kind, id)
      SELECT DISTINCT ON (group_id, bucket) group_id, bucket, number, kind, id FROM gone
      ORDER BY group_id, bucket, number DESC, kind DESC, id DESC
      ON CONFLICT (group_id, bucket) DO UPDATE SET number = excluded.number, kind = excluded.kind, id = excluded.id
        WHERE (f.number, f.kind, f.id) < (excluded.number, excluded.kind, excluded.id)
  )
  SELECT count(*) INTO pruned FROM gone;
  RETURN pruned;
END
$$;

-- Those of these buckets of which a change after the position, and after the horizon at which the reader began, is pruned.
CREATE FUNCTION doorstep_pruned_buckets(buckets text[], numbers bigint[], kinds change_kind[], ids bigint[], since bigint[])
  RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT wanted.bucket FROM unnest(buckets, numbers, kinds, ids, since) AS wanted (bucket, number, kind, id, since)
  JOIN pruned_changes f ON f.group_id = doorstep_space() AND f.bucket = wanted.bucket
    AND (f.number, f.kind, f.id) > (wanted.number, wanted.kind, wanted.id) AND f.number >= wanted.since
  $$;

-- Numbers are valid in one database. In another one (a restored backup) migrate() starts a new epoch and every reader starts over.
CREATE TABLE change_epoch (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch text NOT NULL,
  cluster text NOT NULL
);

-- Every statement locks the rows of the log in the order of its key, so that two statements never wait for each other.

-- In the feed a team and an action contain the ids of their people and whether they are active: a person who changes is one
-- change, and only `active` changes the records that contain them.
CREATE FUNCTION doorstep_log_people(spaces bigint[], people bigint[]) RETURNS void
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  INSERT INTO change_log (group_id, kind, id, bucket, number)
    SELECT l.group_id, l.kind, l.id, l.bucket, doorstep_number(l.group_id) FROM change_log l
    WHERE l.group_id = ANY (spaces) AND l.kind = 'user' AND l.id = ANY (people) AND NOT l.deleted
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (group_id, kind, id, bucket) DO UPDATE SET number = excluded.number WHERE NOT change_log.deleted
  $$;

CREATE FUNCTION doorstep_log_records_with(people bigint[]) RETURNS void
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  WITH team AS (
    SELECT DISTINCT group_id, team_id FROM team_users WHERE user_id = ANY (people)
  ), action AS (
    SELECT group_id, action_id FROM action_users WHERE user_id = ANY (people)
    UNION SELECT group_id, action_id FROM action_teams JOIN team USING (group_id, team_id)
  )
  INSERT INTO change_log (group_id, kind, id, bucket, number)
    SELECT group_id, 'team'::change_kind, team_id, 'space', doorstep_number(group_id) FROM team
    UNION ALL SELECT group_id, 'action', action_id, 'space', doorstep_number(group_id) FROM action
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (group_id, kind, id, bucket) DO UPDATE SET number = excluded.number, deleted = excluded.deleted
  $$;

REVOKE ALL ON FUNCTION doorstep_log_people(bigint[], bigint[]), doorstep_log_records_with(bigint[]) FROM PUBLIC;

CREATE FUNCTION doorstep_log_user_changes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  -- A person is one row and may belong to several spaces: the change is logged in each.
  PERFORM doorstep_log_people(array_agg(DISTINCT m.group_id), array_agg(DISTINCT m.user_id))
    FROM changed JOIN space_users m ON m.user_id = changed.id;
  PERFORM doorstep_log_records_with(array_agg(id))
    FROM changed JOIN before USING (id) WHERE changed.active <> before.active HAVING count(*) > 0;
  RETURN NULL;
END
$$;
CREATE TRIGGER log_update AFTER UPDATE ON users REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_log_user_changes();

CREATE FUNCTION doorstep_log_membership_changes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  PERFORM doorstep_log_people(array_agg(DISTINCT group_id), array_agg(DISTINCT user_id)) FROM changed;
  RETURN NULL;
END
$$;
CREATE TRIGGER log_update AFTER UPDATE ON space_users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_log_membership_changes();

CREATE FUNCTION doorstep_log_role_changes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  PERFORM doorstep_log_people(array_agg(DISTINCT m.group_id), array_agg(DISTINCT m.user_id))
    FROM changed JOIN space_users m ON m.group_id = changed.group_id AND m.role_id = changed.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER log_people AFTER UPDATE ON roles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_log_role_changes();

-- An action contains its teams and their people.
DO $$
DECLARE
  source record;
BEGIN
  FOR source IN SELECT * FROM (VALUES
    ('teams', 'id', 'UPDATE', 'NEW'), ('team_users', 'team_id', 'INSERT', 'NEW'), ('team_users', 'team_id', 'DELETE', 'OLD')
  ) AS v (relation, id_column, operation, rows)
  LOOP
    EXECUTE format('CREATE OR REPLACE FUNCTION doorstep_log_actions_of_%s() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
      AS $body$
      BEGIN
        INSERT INTO change_log (group_id, kind, id, bucket, number)
          SELECT DISTINCT a.group_id, ''action''::change_kind, a.action_id, ''space'', doorstep_number(a.group_id)
          FROM changed JOIN action_teams a ON a.group_id = changed.group_id AND a.team_id = changed.%s
          ORDER BY 1, 2, 3, 4
          ON CONFLICT (group_id, kind, id, bucket) DO UPDATE SET number = excluded.number, deleted = excluded.deleted;
        RETURN NULL;
      END
      $body$', source.relation, source.id_column);
    EXECUTE format('CREATE TRIGGER log_actions_%s AFTER %s ON %I REFERENCING %s TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION doorstep_log_actions_of_%s()',
      lower(source.operation), source.operation, source.relation, source.rows, source.relation);
  END LOOP;
END
$$;

-- What everyone has: a function per table that logs the record that a row is, or is part of. The triggers fire once per
-- statement. Deleting a row that is the complete record deletes the record; deleting a row that is part of one does not.
DO $$
DECLARE
  source record;
  operation text;
BEGIN
  FOR source IN SELECT * FROM (VALUES
    ('roles', 'role', 'id', true, '{INSERT,UPDATE,DELETE}'::text[]),
    ('teams', 'team', 'id', true, '{INSERT,UPDATE,DELETE}'),
    ('team_users', 'team', 'team_id', false, '{INSERT,DELETE}'),
    ('actions', 'action', 'id', true, '{INSERT,UPDATE,DELETE}'),
    ('action_users', 'action', 'action_id', false, '{INSERT,DELETE}'),
    ('action_teams', 'action', 'action_id', false, '{INSERT,DELETE}'),
    ('forms', 'form', 'id', true, '{INSERT,UPDATE,DELETE}'),
    ('form_refvalues', 'form', 'form_id', false, '{INSERT,UPDATE,DELETE}'),
    ('membership_price_groups', 'membership_price_group', 'id', true, '{INSERT,UPDATE,DELETE}'),
    ('membership_prices', 'membership_price_group', 'membership_price_group_id', false, '{INSERT,UPDATE,DELETE}'),
    ('donation_prices', 'donation_price', 'id', true, '{INSERT,UPDATE,DELETE}'),
    ('transaction_statuses', 'transaction_status', 'id', true, '{INSERT,UPDATE,DELETE}'),
    ('transaction_settings', 'transaction_settings', '0', true, '{INSERT,UPDATE,DELETE}'),
    ('payment_methods', 'transaction_settings', '0', false, '{INSERT,UPDATE,DELETE}')
  ) AS v (relation, kind, id_column, whole, operations)
  LOOP
    EXECUTE format('CREATE FUNCTION doorstep_log_%s() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
      AS $body$
      BEGIN
        INSERT INTO change_log (group_id, kind, id, bucket, number, deleted)
          SELECT DISTINCT group_id, %L::change_kind, %s, ''space'', doorstep_number(group_id), TG_OP = ''DELETE'' AND %L::boolean
          FROM changed
          ORDER BY 1, 2, 3, 4
          ON CONFLICT (group_id, kind, id, bucket) DO UPDATE SET number = excluded.number, deleted = excluded.deleted;
        RETURN NULL;
      END
      $body$', source.relation, source.kind, source.id_column, source.whole);
    FOREACH operation IN ARRAY source.operations
    LOOP
      EXECUTE format('CREATE TRIGGER log_%s AFTER %s ON %I REFERENCING %s TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION doorstep_log_%s()',
        lower(operation), operation, source.relation,
        CASE operation WHEN 'DELETE' THEN 'OLD' ELSE 'NEW' END, source.relation);
    END LOOP;
  END LOOP;
END
$$;

-- What is in the bucket of a person too. `entered` gives the buckets of new rows; an update is a change in every bucket that
-- contains the record, and a deleted record leaves them all. The lock waits for a change of people that puts it into another one.
CREATE FUNCTION doorstep_log_placed(relation text, of_kind change_kind, id_column text, entered text, operations text[])
  RETURNS void
  LANGUAGE plpgsql
  AS $$
DECLARE
  operation text;
BEGIN
  EXECUTE format('CREATE FUNCTION doorstep_log_%1$s() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
    AS $body$
    BEGIN
      IF TG_OP = ''INSERT'' THEN
        INSERT INTO change_log (group_id, kind, id, bucket, number)
          SELECT DISTINCT group_id, %2$L::change_kind, id, bucket, doorstep_number(group_id)
          FROM (%4$s) AS entered (group_id, id, bucket)
          ORDER BY 1, 2, 3, 4
          ON CONFLICT (group_id, kind, id, bucket) DO UPDATE SET number = excluded.number, deleted = excluded.deleted;
      ELSE
        PERFORM doorstep_lock_people(group_id, false) FROM (SELECT DISTINCT group_id FROM changed ORDER BY 1) AS space;
        INSERT INTO change_log (group_id, kind, id, bucket, number, deleted)
          SELECT DISTINCT l.group_id, l.kind, l.id, l.bucket, doorstep_number(l.group_id), TG_OP = ''DELETE''
          FROM changed JOIN change_log l ON l.group_id = changed.group_id AND l.kind = %2$L AND l.id = changed.%3$s
          WHERE NOT l.deleted
          ORDER BY 1, 2, 3, 4
          ON CONFLICT (group_id, kind, id, bucket) DO UPDATE SET number = excluded.number, deleted = excluded.deleted
            WHERE NOT change_log.deleted;
      END IF;
      RETURN NULL;
    END
    $body$', relation, of_kind, id_column, entered);
  FOREACH operation IN ARRAY operations
  LOOP
    EXECUTE format('CREATE TRIGGER log_%s AFTER %s ON %I REFERENCING %s TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION doorstep_log_%s()',
      lower(operation), operation, relation, CASE operation WHEN 'DELETE' THEN 'OLD' ELSE 'NEW' END, relation);
  END LOOP;
END
$$;
SELECT doorstep_log_placed('contacts', 'contact', 'id', $$SELECT group_id, id, 'contacts' FROM changed
    UNION ALL SELECT group_id, id, 'user:' || created_by FROM changed WHERE created_by IS NOT NULL$$,
  '{INSERT,UPDATE,DELETE}');
SELECT doorstep_log_placed('space_users', 'user', 'user_id',
  $$SELECT group_id, user_id, unnest(ARRAY['all', 'user:' || user_id]) FROM changed$$, '{INSERT,DELETE}');
SELECT doorstep_log_placed('transaction_bundles', 'transaction_bundle', 'id',
  $$SELECT group_id, id, unnest(ARRAY['all', 'user:' || created_by]) FROM changed$$, '{INSERT,UPDATE,DELETE}');
SELECT doorstep_log_placed('visits', 'visit', 'id',
  $$SELECT group_id, id, unnest(ARRAY['all', 'user:' || user_id, 'action:' || action_id]) FROM changed$$,
  '{INSERT,UPDATE,DELETE}');
SELECT doorstep_log_placed('answers', 'answers', 'id',
  $$SELECT group_id, id, bucket FROM changed,
      unnest(ARRAY['all', 'user:' || user_id, 'action:' || action_id]) AS bucket WHERE bucket IS NOT NULL$$,
  '{INSERT,UPDATE,DELETE}');
