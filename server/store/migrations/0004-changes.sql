-- The feed of changes. One row for each record that ever changed, holding the transaction of its last change.
--
-- Transactions commit in another order than they begin, so "everything after the last number I saw" would
-- skip a slow one. A reader is given only changes of transactions older than every transaction still
-- running (pg_snapshot_xmin): whatever commits later has a higher number than anything already given out.

-- In the order in which a record may refer to an earlier one, which is the order of a first reading.
CREATE TYPE change_kind AS ENUM (
  'role', 'user', 'team', 'action', 'form', 'contact', 'membership_price_group', 'donation_price',
  'transaction_status', 'transaction_settings', 'transaction_bundle'
);

CREATE TABLE change_log (
  group_id bigint NOT NULL,
  kind change_kind NOT NULL,
  id bigint NOT NULL,
  xid xid8 NOT NULL,
  deleted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (group_id, kind, id)
);
CREATE INDEX change_log_in_order ON change_log (group_id, xid, kind, id);

-- The changes after a place in the feed. Comparing transaction numbers is not leakproof, so under row-level
-- security the planner may not use the index for it; this runs as the owner and keeps to the present space
-- itself.
CREATE FUNCTION doorstep_changes_after(after_xid xid8, after_kind change_kind, after_id bigint, most integer)
  RETURNS TABLE (kind change_kind, id bigint, xid xid8, deleted boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
  SELECT c.kind, c.id, c.xid, c.deleted FROM change_log c
  WHERE c.group_id = doorstep_space()
    AND (c.xid, c.kind, c.id) > (after_xid, after_kind, after_id)
    AND c.xid < pg_snapshot_xmin(pg_current_snapshot())
  ORDER BY c.xid, c.kind, c.id
  LIMIT most
  $$;

-- Transaction numbers mean something in one cluster only. When the database wakes up in another one (a
-- restored backup, a promoted standby), migrate() starts a new epoch and every reader begins again.
CREATE TABLE change_epoch (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch text NOT NULL,
  cluster text NOT NULL
);

-- A record shows others inside it: a team its people, an action its teams and people. Where those change,
-- so does what a reader is shown.
CREATE FUNCTION doorstep_log_people(spaces bigint[], people bigint[]) RETURNS void
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public
  AS $$
  WITH person AS (
    SELECT group_id, user_id FROM space_users WHERE group_id = ANY (spaces) AND user_id = ANY (people)
  ), team AS (
    SELECT DISTINCT group_id, team_id FROM team_users JOIN person USING (group_id, user_id)
  ), action AS (
    SELECT group_id, action_id FROM action_users JOIN person USING (group_id, user_id)
    UNION SELECT group_id, action_id FROM action_teams JOIN team USING (group_id, team_id)
    UNION SELECT a.group_id, a.id FROM actions a JOIN person p ON p.group_id = a.group_id AND p.user_id = a.created_by
  )
  INSERT INTO change_log (group_id, kind, id, xid)
    SELECT group_id, 'user'::change_kind, user_id, pg_current_xact_id() FROM person
    UNION ALL SELECT group_id, 'team', team_id, pg_current_xact_id() FROM team
    UNION ALL SELECT group_id, 'action', action_id, pg_current_xact_id() FROM action
    ON CONFLICT (group_id, kind, id) DO UPDATE SET xid = excluded.xid, deleted = excluded.deleted
  $$;

CREATE FUNCTION doorstep_log_user_changes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  -- A person is one row and belongs to several spaces: their change is a change in each of them.
  PERFORM doorstep_log_people(array_agg(DISTINCT m.group_id), array_agg(DISTINCT m.user_id))
    FROM changed JOIN space_users m ON m.user_id = changed.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER log_update AFTER UPDATE ON users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_log_user_changes();

CREATE FUNCTION doorstep_log_membership_changes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  PERFORM doorstep_log_people(array_agg(DISTINCT group_id), array_agg(DISTINCT user_id)) FROM changed;
  RETURN NULL;
END
$$;
CREATE TRIGGER log_update AFTER UPDATE ON space_users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_log_membership_changes();

CREATE FUNCTION doorstep_log_role_changes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  PERFORM doorstep_log_people(array_agg(DISTINCT m.group_id), array_agg(DISTINCT m.user_id))
    FROM changed JOIN space_users m ON m.group_id = changed.group_id AND m.role_id = changed.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER log_people AFTER UPDATE ON roles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_log_role_changes();

CREATE FUNCTION doorstep_log_team_changes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  INSERT INTO change_log (group_id, kind, id, xid)
    SELECT DISTINCT a.group_id, 'action'::change_kind, a.action_id, pg_current_xact_id()
    FROM changed JOIN action_teams a ON a.group_id = changed.group_id AND a.team_id = changed.id
    ON CONFLICT (group_id, kind, id) DO UPDATE SET xid = excluded.xid, deleted = excluded.deleted;
  RETURN NULL;
END
$$;
CREATE TRIGGER log_actions AFTER UPDATE ON teams REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_log_team_changes();

-- The rest is alike, table by table: a function that logs the record a row is, or belongs to. They work by
-- statement, so that a hundred thousand imported contacts cost one insert. A row that is the whole record
-- takes it along when it is deleted; a row that is part of one does not.
DO $$
DECLARE
  source record;
  operation text;
BEGIN
  FOR source IN SELECT * FROM (VALUES
    ('roles', 'role', 'id', true, '{INSERT,UPDATE,DELETE}'::text[]),
    ('space_users', 'user', 'user_id', true, '{INSERT,DELETE}'),
    ('teams', 'team', 'id', true, '{INSERT,UPDATE,DELETE}'),
    ('actions', 'action', 'id', true, '{INSERT,UPDATE,DELETE}'),
    ('action_users', 'action', 'action_id', false, '{INSERT,DELETE}'),
    ('action_teams', 'action', 'action_id', false, '{INSERT,DELETE}'),
    ('visits', 'action', 'action_id', false, '{INSERT,UPDATE,DELETE}'),
    ('forms', 'form', 'id', true, '{INSERT,UPDATE,DELETE}'),
    ('form_refvalues', 'form', 'form_id', false, '{INSERT,UPDATE,DELETE}'),
    ('contacts', 'contact', 'id', true, '{INSERT,UPDATE,DELETE}'),
    ('membership_price_groups', 'membership_price_group', 'id', true, '{INSERT,UPDATE,DELETE}'),
    ('membership_prices', 'membership_price_group', 'membership_price_group_id', false, '{INSERT,UPDATE,DELETE}'),
    ('donation_prices', 'donation_price', 'id', true, '{INSERT,UPDATE,DELETE}'),
    ('transaction_statuses', 'transaction_status', 'id', true, '{INSERT,UPDATE,DELETE}'),
    ('transaction_settings', 'transaction_settings', '0', true, '{INSERT,UPDATE,DELETE}'),
    ('payment_methods', 'transaction_settings', '0', false, '{INSERT,UPDATE,DELETE}'),
    ('transaction_bundles', 'transaction_bundle', 'id', true, '{INSERT,UPDATE,DELETE}')
  ) AS v (relation, kind, id_column, whole, operations)
  LOOP
    EXECUTE format('CREATE FUNCTION doorstep_log_%s() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
      AS $body$
      BEGIN
        INSERT INTO change_log (group_id, kind, id, xid, deleted)
          SELECT DISTINCT group_id, %L::change_kind, %s, pg_current_xact_id(), TG_OP = ''DELETE'' AND %L::boolean FROM changed
          ON CONFLICT (group_id, kind, id) DO UPDATE SET xid = excluded.xid, deleted = excluded.deleted;
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
