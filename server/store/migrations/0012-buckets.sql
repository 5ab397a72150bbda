-- What is in the buckets of teams and actions, besides turf (0013): `team:T` the people of a team, `led:T` their cash records,
-- `gifts:T` their bundles and the contacts in them, `action:A` the people of an action, `managers` the managers.

CREATE INDEX transaction_bundles_by_maker ON transaction_bundles (group_id, created_by);
CREATE INDEX transactions_by_contact ON transactions (group_id, contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX memberships_by_contact ON memberships (group_id, contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX donations_by_contact ON donations (group_id, contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX cash_records_by_maker ON cash_records (group_id, user_id);
CREATE INDEX action_users_by_user ON action_users (group_id, user_id);
CREATE INDEX action_teams_by_team ON action_teams (group_id, team_id);

-- Puts records into buckets or takes them out. Only what differs from the log is a change. OFFSET makes the planner look up each
-- record: with the statistics of a log that has grown since, it would read all records of the bucket or of the kind. The plan is
-- the same for every call: planning it again takes longer than the work for one record. A plan that was made while the log was
-- short would read the whole log for each record, so it must use the index.
CREATE FUNCTION doorstep_place(space bigint, of_kind change_kind, ids bigint[], buckets text[], inside boolean[]) RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  AS $$
BEGIN
  INSERT INTO change_log (group_id, kind, id, bucket, number, deleted)
    SELECT DISTINCT space, of_kind, given.id, given.bucket, doorstep_number(space), NOT given.inside
    FROM unnest(ids, buckets, inside) AS given (id, bucket, inside)
    WHERE given.inside <> EXISTS (
      SELECT FROM (
        SELECT l.bucket FROM change_log l
        WHERE l.group_id = space AND l.kind = of_kind AND l.id = given.id AND NOT l.deleted OFFSET 0
      ) AS present WHERE present.bucket = given.bucket)
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (group_id, kind, id, bucket) DO UPDATE SET number = excluded.number, deleted = excluded.deleted
      WHERE change_log.deleted <> excluded.deleted;
END
$$;

-- A change of people and a record of one of these people must not miss each other: a change of people waits here for the
-- records that are being written or changed, and later ones wait for it.
CREATE FUNCTION doorstep_lock_people(space bigint, exclusive boolean) RETURNS void
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF exclusive THEN
    PERFORM pg_advisory_xact_lock(7236642, (space % 2147483647)::integer);
  ELSE
    PERFORM pg_advisory_xact_lock_shared(7236642, (space % 2147483647)::integer);
  END IF;
END
$$;

-- Locks people against changes while they are placed: one that is running is waited for, and a later one sees the buckets.
CREATE FUNCTION doorstep_hold_people(space bigint, people bigint[]) RETURNS void
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT FROM users WHERE id = ANY (people) ORDER BY id FOR SHARE;
  SELECT FROM space_users WHERE group_id = space AND user_id = ANY (people) ORDER BY user_id FOR SHARE;
  $$;

-- Of a team that hides its people, the others in an action see its leaders only.
CREATE FUNCTION doorstep_place_people(space bigint, people bigint[], teams_of bigint[], actions_of bigint[]) RETURNS void
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT doorstep_hold_people(space, people);
  WITH pair AS (
    SELECT p AS person, 'team:' || t AS bucket, EXISTS (
      SELECT FROM team_users x JOIN teams y ON y.group_id = x.group_id AND y.id = x.team_id AND y.deleted_at IS NULL
      WHERE x.group_id = space AND x.team_id = t AND x.user_id = p) AS inside
    FROM unnest(people) AS p, unnest(teams_of) AS t
    UNION ALL
    SELECT p, 'action:' || a, EXISTS (
        SELECT FROM action_users x WHERE x.group_id = space AND x.action_id = a AND x.user_id = p
      ) OR EXISTS (
        SELECT FROM action_teams n JOIN team_users x ON x.group_id = n.group_id AND x.team_id = n.team_id AND x.user_id = p
        JOIN teams y ON y.group_id = n.group_id AND y.id = n.team_id AND y.deleted_at IS NULL
        WHERE n.group_id = space AND n.action_id = a AND (x.leader OR NOT y.hide_users))
    FROM unnest(people) AS p, unnest(actions_of) AS a
  )
  SELECT doorstep_place(space, 'user', array_agg(person), array_agg(bucket), array_agg(inside)) FROM pair
  HAVING count(*) > 0
  $$;

-- Whose cash a record is about: its maker's, and that of the giver whose hand-over it answers.
CREATE VIEW cash_people AS
  SELECT group_id, id, user_id AS person FROM cash_records
  UNION ALL
  SELECT r.group_id, r.id, given.user_id FROM cash_records given
  JOIN cash_records r ON r.group_id = given.group_id AND r.answered_key = given.key AND r.user_id <> given.user_id;

-- Whether one of these people recorded a gift of a contact.
CREATE FUNCTION doorstep_gave(space bigint, people bigint[], contact bigint) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
  SELECT EXISTS (
      SELECT FROM transactions i JOIN transaction_bundles b ON b.group_id = i.group_id AND b.id = i.bundle_id
      WHERE i.group_id = space AND i.contact_id = contact AND b.created_by = ANY (people)
    ) OR EXISTS (
      SELECT FROM memberships i JOIN transaction_bundles b ON b.group_id = i.group_id AND b.id = i.bundle_id
      WHERE i.group_id = space AND i.contact_id = contact AND b.created_by = ANY (people)
    ) OR EXISTS (
      SELECT FROM donations i JOIN transaction_bundles b ON b.group_id = i.group_id AND b.id = i.bundle_id
      WHERE i.group_id = space AND i.contact_id = contact AND b.created_by = ANY (people))
  $$;

-- The bundles and cash records of these people, and the contacts in the bundles, in the buckets of a team.
CREATE FUNCTION doorstep_place_records_of(space bigint, people bigint[], team bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  in_team bigint[] := ARRAY(SELECT user_id FROM team_users WHERE group_id = space AND team_id = team);
BEGIN
  PERFORM doorstep_place(space, 'transaction_bundle', array_agg(id), array_agg('gifts:' || team),
      array_agg(created_by = ANY (in_team)))
    FROM transaction_bundles WHERE group_id = space AND created_by = ANY (people) HAVING count(*) > 0;
  PERFORM doorstep_place(space, 'cash_record', array_agg(id), array_agg('led:' || team), array_agg(inside)) FROM (
    SELECT c.id, bool_or(c.person = ANY (in_team)) AS inside FROM cash_people c
    WHERE c.group_id = space AND c.id IN (SELECT x.id FROM cash_people x WHERE x.group_id = space AND x.person = ANY (people))
    GROUP BY c.id
  ) AS record HAVING count(*) > 0;
  PERFORM doorstep_place(space, 'contact', array_agg(contact_id), array_agg('gifts:' || team), array_agg(inside)) FROM (
    WITH item AS (
    SELECT i.contact_id FROM transaction_bundles b JOIN transactions i ON i.group_id = b.group_id AND i.bundle_id = b.id
    WHERE b.group_id = space AND b.created_by = ANY (people) AND i.contact_id IS NOT NULL
    UNION
    SELECT i.contact_id FROM transaction_bundles b JOIN memberships i ON i.group_id = b.group_id AND i.bundle_id = b.id
    WHERE b.group_id = space AND b.created_by = ANY (people) AND i.contact_id IS NOT NULL
    UNION
    SELECT i.contact_id FROM transaction_bundles b JOIN donations i ON i.group_id = b.group_id AND i.bundle_id = b.id
    WHERE b.group_id = space AND b.created_by = ANY (people) AND i.contact_id IS NOT NULL
    )
    SELECT contact_id, doorstep_gave(space, in_team, contact_id) AS inside FROM item
  ) AS placed HAVING count(*) > 0;
END
$$;

-- People who join or leave a team, or a team that hides them or is deleted.
CREATE FUNCTION doorstep_team_people_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  team record;
BEGIN
  FOR team IN SELECT group_id, team_id, array_agg(DISTINCT user_id ORDER BY user_id) AS people FROM changed
    GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    PERFORM doorstep_lock_people(team.group_id, true);
    PERFORM doorstep_place_people(team.group_id, team.people, ARRAY[team.team_id],
      ARRAY(SELECT action_id FROM action_teams WHERE group_id = team.group_id AND team_id = team.team_id));
    PERFORM doorstep_place_records_of(team.group_id, team.people, team.team_id);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER place_insert AFTER INSERT ON team_users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_team_people_changed();
CREATE TRIGGER place_delete AFTER DELETE ON team_users REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_team_people_changed();

-- For each statement: it runs after the trigger that logs the actions of the team, and so locks the log before the people, as a
-- change of an action does.
CREATE FUNCTION doorstep_team_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  team record;
BEGIN
  FOR team IN SELECT c.group_id, c.id FROM changed c JOIN before b ON b.group_id = c.group_id AND b.id = c.id
    WHERE (b.hide_users, b.deleted_at) IS DISTINCT FROM (c.hide_users, c.deleted_at) ORDER BY 1, 2
  LOOP
    PERFORM doorstep_lock_people(team.group_id, true);
    PERFORM doorstep_place_people(team.group_id, ARRAY(
        SELECT DISTINCT user_id FROM team_users WHERE group_id = team.group_id AND team_id = team.id ORDER BY 1), ARRAY[team.id],
      ARRAY(SELECT action_id FROM action_teams WHERE group_id = team.group_id AND team_id = team.id));
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER place_people AFTER UPDATE ON teams REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_team_changed();

-- People and teams who join or leave an action.
CREATE FUNCTION doorstep_action_people_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  action record;
BEGIN
  FOR action IN SELECT group_id, action_id, array_agg(DISTINCT user_id ORDER BY user_id) AS people FROM changed
    GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    PERFORM doorstep_lock_people(action.group_id, true);
    PERFORM doorstep_place_people(action.group_id, action.people, '{}', ARRAY[action.action_id]);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE FUNCTION doorstep_action_teams_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  action record;
BEGIN
  FOR action IN SELECT group_id, action_id, array_agg(team_id) AS teams FROM changed GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    PERFORM doorstep_lock_people(action.group_id, true);
    PERFORM doorstep_place_people(action.group_id, ARRAY(
      SELECT DISTINCT user_id FROM team_users WHERE group_id = action.group_id AND team_id = ANY (action.teams) ORDER BY 1),
      '{}', ARRAY[action.action_id]);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER place_insert AFTER INSERT ON action_users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_action_people_changed();
CREATE TRIGGER place_delete AFTER DELETE ON action_users REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_action_people_changed();
CREATE TRIGGER place_insert AFTER INSERT ON action_teams REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_action_teams_changed();
CREATE TRIGGER place_delete AFTER DELETE ON action_teams REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_action_teams_changed();

-- Who can receive the cash of a leader: those with a role of managers who are in the space and not suspended.
CREATE FUNCTION doorstep_place_managers(space bigint, people bigint[]) RETURNS void
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT doorstep_hold_people(space, people);
  SELECT doorstep_place(space, 'user', array_agg(m.user_id), array_agg('managers'::text),
      array_agg(r.type <> 'user' AND m.removed_at IS NULL AND m.suspended_at IS NULL))
    FROM space_users m JOIN roles r ON r.group_id = m.group_id AND r.id = m.role_id
    WHERE m.group_id = space AND m.user_id = ANY (people) HAVING count(*) > 0
  $$;
CREATE FUNCTION doorstep_managers_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- Of many new people few are managers.
    PERFORM doorstep_place_managers(c.group_id, array_agg(c.user_id ORDER BY c.user_id))
      FROM changed c JOIN roles r ON r.group_id = c.group_id AND r.id = c.role_id AND r.type <> 'user'
      GROUP BY c.group_id ORDER BY c.group_id;
  ELSE
    PERFORM doorstep_place_managers(c.group_id, array_agg(c.user_id ORDER BY c.user_id))
      FROM changed c JOIN before b ON b.group_id = c.group_id AND b.user_id = c.user_id
      WHERE (b.role_id, b.removed_at, b.suspended_at) IS DISTINCT FROM (c.role_id, c.removed_at, c.suspended_at)
      GROUP BY c.group_id ORDER BY c.group_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER place_managers_insert AFTER INSERT ON space_users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_managers_changed();
CREATE TRIGGER place_managers_update AFTER UPDATE ON space_users REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_managers_changed();
CREATE FUNCTION doorstep_manager_roles_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  PERFORM doorstep_place_managers(m.group_id, array_agg(m.user_id ORDER BY m.user_id))
    FROM changed c JOIN before b ON b.group_id = c.group_id AND b.id = c.id AND b.type <> c.type
    JOIN space_users m ON m.group_id = c.group_id AND m.role_id = c.id GROUP BY m.group_id ORDER BY m.group_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER place_managers AFTER UPDATE ON roles REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_manager_roles_changed();

-- New bundles and cash records enter the buckets of their makers' teams.
CREATE FUNCTION doorstep_bundles_of_teams() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  made record;
BEGIN
  FOR made IN SELECT group_id, array_agg(id) AS ids, array_agg(created_by) AS makers FROM changed GROUP BY 1 ORDER BY 1
  LOOP
    PERFORM doorstep_lock_people(made.group_id, false);
    PERFORM doorstep_place(made.group_id, 'transaction_bundle', array_agg(b.id), array_agg('gifts:' || x.team_id),
        array_agg(true))
      FROM unnest(made.ids, made.makers) AS b (id, maker)
      JOIN team_users x ON x.group_id = made.group_id AND x.user_id = b.maker HAVING count(*) > 0;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER place_insert AFTER INSERT ON transaction_bundles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_bundles_of_teams();

CREATE FUNCTION doorstep_cash_of_teams() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  made record;
BEGIN
  FOR made IN SELECT group_id, array_agg(id) AS ids, array_agg(key) AS keys FROM changed GROUP BY 1 ORDER BY 1
  LOOP
    PERFORM doorstep_lock_people(made.group_id, false);
    -- A reply may arrive before the hand-over that it answers.
    PERFORM doorstep_place(made.group_id, 'cash_record', array_agg(id), array_agg('led:' || team_id), array_agg(true)) FROM (
      SELECT DISTINCT c.id, x.team_id FROM cash_people c
      JOIN team_users x ON x.group_id = c.group_id AND x.user_id = c.person
      WHERE c.group_id = made.group_id AND (c.id = ANY (made.ids) OR c.id IN (
        SELECT r.id FROM cash_records r WHERE r.group_id = made.group_id AND r.answered_key = ANY (made.keys)))
    ) AS record HAVING count(*) > 0;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER place_insert AFTER INSERT ON cash_records REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_cash_of_teams();

-- The contact of a gift enters the buckets of its maker and of the maker's teams, also one whom the maker did not see: a phone may
-- send a gift when its action has ended. This shows them a person, so the audit log has it like a look-up.
CREATE FUNCTION doorstep_contacts_of_gifts() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  AS $$
DECLARE
  given record;
BEGIN
  FOR given IN SELECT group_id, array_agg(bundle_id) AS bundles,
      array_agg(contact_id) AS people FROM changed WHERE contact_id IS NOT NULL GROUP BY 1 ORDER BY 1
  LOOP
    PERFORM doorstep_lock_people(given.group_id, false);
    IF doorstep_user() IS NOT NULL AND NOT doorstep_sees_all() THEN
      PERFORM doorstep_audit_read('looked_up', NULL, 'contact', contact_id)
        FROM (SELECT DISTINCT unnest(given.people) AS contact_id) AS person
        -- Their own bucket is asked first, because it costs less.
        WHERE NOT doorstep_is_in(ARRAY['user:' || doorstep_user()], 'contact', contact_id)
          AND NOT doorstep_is_in(doorstep_buckets(), 'contact', contact_id);
    END IF;
    PERFORM doorstep_place(given.group_id, 'contact', array_agg(contact_id), array_agg(bucket), array_agg(true)) FROM (
      SELECT DISTINCT i.contact_id, unnest('user:' || b.created_by || ARRAY(
        SELECT DISTINCT 'gifts:' || x.team_id FROM team_users x
        WHERE x.group_id = b.group_id AND x.user_id = b.created_by)) AS bucket
      FROM unnest(given.bundles, given.people) AS i (bundle_id, contact_id),
        LATERAL (SELECT group_id, created_by FROM transaction_bundles WHERE group_id = given.group_id AND id = i.bundle_id OFFSET 0) AS b
    ) AS entered HAVING count(*) > 0;
  END LOOP;
  RETURN NULL;
END
$$;
-- The contact of a gift that is corrected to another one leaves these buckets, unless something else keeps them there. The lock
-- waits for other gifts of theirs that are being written, and later ones wait for it.
CREATE FUNCTION doorstep_contacts_of_corrected() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  taken record;
BEGIN
  FOR taken IN SELECT b.group_id, array_agg(b.bundle_id) AS bundles, array_agg(b.contact_id) AS people
    FROM before b JOIN changed c ON c.group_id = b.group_id AND c.id = b.id
    WHERE b.contact_id IS NOT NULL AND b.contact_id IS DISTINCT FROM c.contact_id GROUP BY 1 ORDER BY 1
  LOOP
    PERFORM doorstep_lock_people(taken.group_id, false);
    PERFORM FROM contacts WHERE group_id = taken.group_id AND id = ANY (taken.people) ORDER BY id FOR UPDATE;
    PERFORM doorstep_place(taken.group_id, 'contact', array_agg(contact_id), array_agg(bucket), array_agg(inside)) FROM (
      SELECT DISTINCT i.contact_id, 'user:' || b.created_by AS bucket,
        doorstep_knows(b.group_id, b.created_by, i.contact_id) AS inside
      FROM unnest(taken.bundles, taken.people) AS i (bundle_id, contact_id)
      JOIN transaction_bundles b ON b.group_id = taken.group_id AND b.id = i.bundle_id
      UNION
      SELECT i.contact_id, 'gifts:' || x.team_id, doorstep_gave(b.group_id,
        ARRAY(SELECT user_id FROM team_users WHERE group_id = b.group_id AND team_id = x.team_id), i.contact_id)
      FROM unnest(taken.bundles, taken.people) AS i (bundle_id, contact_id)
      JOIN transaction_bundles b ON b.group_id = taken.group_id AND b.id = i.bundle_id
      JOIN team_users x ON x.group_id = b.group_id AND x.user_id = b.created_by
    ) AS placed HAVING count(*) > 0;
  END LOOP;
  RETURN NULL;
END
$$;
DO $$
DECLARE
  relation text;
  operation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['transactions', 'memberships', 'donations'] LOOP
    EXECUTE format('CREATE TRIGGER place_corrected AFTER UPDATE ON %I REFERENCING OLD TABLE AS before NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION doorstep_contacts_of_corrected()', relation);
    FOREACH operation IN ARRAY ARRAY['INSERT', 'UPDATE'] LOOP
      EXECUTE format('CREATE TRIGGER place_%s AFTER %s ON %I REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION doorstep_contacts_of_gifts()', lower(operation), operation, relation);
    END LOOP;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION doorstep_place(bigint, change_kind, bigint[], text[], boolean[]),
  doorstep_place_people(bigint, bigint[], bigint[], bigint[]), doorstep_place_records_of(bigint, bigint[], bigint),
  doorstep_hold_people(bigint, bigint[]), doorstep_place_managers(bigint, bigint[]) FROM PUBLIC;
