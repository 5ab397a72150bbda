-- Who sees what. A record that is in one of the caller's buckets is visible, and no other: feed, lists, search and single reads
-- follow one rule. Managers see everything, and so does everyone in a space that chose it.

ALTER TABLE spaces ADD visibility text NOT NULL DEFAULT 'assigned' CHECK (visibility IN ('assigned', 'everyone'));
-- Who finds people beyond what they see: managers, or also those who lead a team.
ALTER TABLE spaces ADD search_everyone text NOT NULL DEFAULT 'leaders' CHECK (search_everyone IN ('managers', 'leaders'));
GRANT UPDATE (visibility, search_everyone) ON spaces TO doorstep_app;

CREATE FUNCTION doorstep_sees_all() RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  RETURN doorstep_is_manager()
    OR EXISTS (SELECT FROM spaces WHERE group_id = doorstep_space() AND visibility = 'everyone');
END
$$;

-- Published and running. A phone has its turf two days before, because there may be no signal where the action begins, and a
-- day longer, for those who are still at a door when it ends.
CREATE FUNCTION doorstep_runs(a actions) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
  SELECT a.state = 'published' AND coalesce(a.starts_at <= now() + interval '2 days', true)
    AND coalesce(a.ends_at >= now() - interval '1 day', true)
  $$;

-- The buckets of the caller. Leaders have the managers, whom they hand cash over to, and the gifts of a team as long as an action
-- of the team runs.
CREATE FUNCTION doorstep_buckets() RETURNS text[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  IF doorstep_sees_all() THEN RETURN ARRAY['all', 'contacts', 'space']; END IF;
  RETURN ARRAY(
    SELECT bucket FROM (
      SELECT 'space' AS bucket
      UNION SELECT 'user:' || doorstep_user()
      UNION SELECT 'looked:' || doorstep_user() WHERE doorstep_may_search_everyone()
      UNION SELECT unnest(ARRAY['team:' || t.id]
          || CASE WHEN x.leader THEN ARRAY['led:' || t.id, 'managers'] ELSE '{}' END
          || CASE WHEN x.leader AND EXISTS (
            SELECT FROM action_teams n JOIN actions a ON a.group_id = n.group_id AND a.id = n.action_id
            WHERE n.group_id = t.group_id AND n.team_id = t.id AND doorstep_runs(a)) THEN ARRAY['gifts:' || t.id] ELSE '{}' END)
        FROM team_users x JOIN teams t ON t.group_id = x.group_id AND t.id = x.team_id AND t.deleted_at IS NULL
        WHERE x.group_id = doorstep_space() AND x.user_id = doorstep_user()
      UNION SELECT 'action:' || a.id FROM action_users x JOIN actions a ON a.group_id = x.group_id AND a.id = x.action_id
        WHERE x.group_id = doorstep_space() AND x.user_id = doorstep_user() AND doorstep_runs(a)
      UNION SELECT 'action:' || a.id FROM team_users x
        JOIN teams t ON t.group_id = x.group_id AND t.id = x.team_id AND t.deleted_at IS NULL
        JOIN action_teams n ON n.group_id = x.group_id AND n.team_id = x.team_id
        JOIN actions a ON a.group_id = n.group_id AND a.id = n.action_id
        WHERE x.group_id = doorstep_space() AND x.user_id = doorstep_user() AND doorstep_runs(a)
    ) AS mine ORDER BY bucket COLLATE "C");
END
$$;

-- The buckets of a caller who chose which actions to hold: the others of them, and instead of every contact those of the chosen
-- actions, those of their own gifts and those whom they looked up.
CREATE FUNCTION doorstep_buckets_holding(chosen bigint[]) RETURNS text[]
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT ARRAY(
    SELECT bucket FROM (
      SELECT bucket FROM unnest(doorstep_buckets()) AS bucket
      WHERE bucket <> 'contacts' AND (bucket NOT LIKE 'action:%' OR bucket = ANY (SELECT 'action:' || c FROM unnest(chosen) AS c))
      UNION SELECT 'user:' || doorstep_user()
      UNION SELECT 'looked:' || doorstep_user() WHERE doorstep_sees_all()
      UNION SELECT 'action:' || a.id FROM actions a
        WHERE a.group_id = doorstep_space() AND a.id = ANY (chosen) AND doorstep_sees_all()
    ) AS mine ORDER BY bucket COLLATE "C")
  $$;

-- How many contacts the caller sees of each action that they can hold, and in all (action 0).
CREATE FUNCTION doorstep_action_sizes() RETURNS TABLE (action_id bigint, contacts bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  mine text[] := doorstep_buckets();
BEGIN
  RETURN QUERY SELECT 0::bigint, count(DISTINCT l.id) FROM change_log l
    WHERE l.group_id = doorstep_space() AND l.kind = 'contact' AND l.bucket = ANY (mine) AND NOT l.deleted;
  RETURN QUERY SELECT a.id, count(l.id) FROM actions a
    LEFT JOIN change_log l ON l.group_id = a.group_id AND l.kind = 'contact' AND l.bucket = 'action:' || a.id AND NOT l.deleted
    WHERE a.group_id = doorstep_space() AND (doorstep_sees_all() OR 'action:' || a.id = ANY (mine))
    GROUP BY a.id;
END
$$;

-- Whether a record is in one of these buckets. The owner's rights make the index of the log usable, and the setting keeps a plan
-- that was made while the log was short from reading all of it.
CREATE FUNCTION doorstep_is_in(buckets text[], of_kind change_kind, wanted bigint) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
BEGIN
  RETURN EXISTS (SELECT FROM change_log l WHERE l.group_id = doorstep_space() AND l.kind = of_kind AND l.id = wanted
    AND l.bucket = ANY (buckets) AND NOT l.deleted);
END
$$;

-- Every record of a kind that the caller sees, where that is not all of them: lists begin with these, because a policy is asked
-- about each row. OFFSET and the setting make the planner read the caller's buckets by the index, whatever it takes for their size.
CREATE FUNCTION doorstep_mine(of_kind change_kind) RETURNS SETOF bigint
  LANGUAGE sql STABLE ROWS 2000 SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
  SELECT DISTINCT l.id FROM unnest(doorstep_buckets()) AS mine (bucket) CROSS JOIN LATERAL (
    SELECT l.kind, l.id FROM change_log l
    WHERE l.group_id = doorstep_space() AND l.bucket = mine.bucket AND NOT l.deleted OFFSET 0
  ) AS l WHERE l.kind = of_kind
  $$;

-- The caller's own rows are visible at once: the log has a row when the statement that inserts it ends.
CREATE POLICY visible ON contacts AS RESTRICTIVE FOR SELECT TO doorstep_app
  USING ((SELECT doorstep_sees_all()) OR created_by = (SELECT doorstep_user())
    OR doorstep_is_in((SELECT doorstep_buckets()), 'contact', id));
CREATE POLICY visible ON transaction_bundles AS RESTRICTIVE FOR SELECT TO doorstep_app
  USING ((SELECT doorstep_sees_all()) OR created_by = (SELECT doorstep_user())
    OR doorstep_is_in((SELECT doorstep_buckets()), 'transaction_bundle', id));
CREATE POLICY visible ON visits AS RESTRICTIVE FOR SELECT TO doorstep_app
  USING ((SELECT doorstep_sees_all()) OR user_id = (SELECT doorstep_user())
    OR doorstep_is_in((SELECT doorstep_buckets()), 'visit', id));
CREATE POLICY visible ON answers AS RESTRICTIVE FOR SELECT TO doorstep_app
  USING ((SELECT doorstep_sees_all()) OR user_id = (SELECT doorstep_user())
    OR doorstep_is_in((SELECT doorstep_buckets()), 'answers', id));
-- The policy of users reads this table: who is not visible here is not visible there.
CREATE POLICY visible ON space_users AS RESTRICTIVE FOR SELECT TO doorstep_app
  USING ((SELECT doorstep_sees_all()) OR user_id = (SELECT doorstep_user())
    OR doorstep_is_in((SELECT doorstep_buckets()), 'user', user_id));

-- The parts of a bundle are as visible as the bundle. True for a bundle that the same statement creates.
CREATE FUNCTION doorstep_sees_bundle(buckets text[], wanted bigint) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
BEGIN
  RETURN coalesce((SELECT b.created_by = doorstep_user() OR doorstep_is_in(buckets, 'transaction_bundle', b.id)
    FROM transaction_bundles b WHERE b.group_id = doorstep_space() AND b.id = wanted), true);
END
$$;
DO $$
DECLARE
  relation text;
BEGIN
  FOREACH relation IN ARRAY ARRAY['transactions', 'memberships', 'donations', 'bundle_history'] LOOP
    EXECUTE format('CREATE POLICY visible ON %I AS RESTRICTIVE FOR SELECT TO doorstep_app
      USING ((SELECT doorstep_sees_all()) OR doorstep_sees_bundle((SELECT doorstep_buckets()), bundle_id))', relation);
  END LOOP;
END
$$;

-- A search finds what the caller sees. A tsvector match is not leakproof, so under row-level security the planner may not use its
-- index. This function runs as the owner and filters by the current space itself. Without words it finds all that a caller sees
-- who does not see everything: the policy is then asked about the page alone.
CREATE FUNCTION doorstep_contacts_matching(wanted tsquery)
  RETURNS TABLE (id bigint, sort_key text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  IF doorstep_sees_all() THEN
    RETURN QUERY SELECT c.id, c.sort_key FROM contacts c WHERE c.group_id = doorstep_space() AND c.words @@ wanted;
  ELSE
    RETURN QUERY SELECT c.id, c.sort_key FROM doorstep_mine('contact') AS mine (id)
      JOIN contacts c ON c.group_id = doorstep_space() AND c.id = mine.id WHERE wanted IS NULL OR c.words @@ wanted;
  END IF;
END
$$;

-- Search beyond what the caller sees: by name and town, for a name and a town. A search by other words would tell, letter by letter,
-- the phone or the address of somebody whom nobody looked up. Looking somebody up is recorded, and the caller then sees them in the
-- bucket `looked:U` for thirty days, as long as they may search everyone.
CREATE TABLE looked_up (
  group_id bigint NOT NULL,
  user_id bigint NOT NULL,
  contact_id bigint NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (group_id, user_id, contact_id),
  FOREIGN KEY (group_id, contact_id) REFERENCES contacts (group_id, id) ON DELETE CASCADE
);
CREATE INDEX looked_up_by_contact ON looked_up (group_id, contact_id);
CREATE INDEX looked_up_by_time ON looked_up (at);
-- Requests use the functions only: no grant.
ALTER TABLE looked_up ENABLE ROW LEVEL SECURITY;

CREATE FUNCTION doorstep_may_search_everyone() RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT doorstep_sees_all() OR EXISTS (
    SELECT FROM spaces s JOIN team_users x ON x.group_id = s.group_id AND x.user_id = doorstep_user() AND x.leader
    JOIN teams t ON t.group_id = x.group_id AND t.id = x.team_id AND t.deleted_at IS NULL
    WHERE s.group_id = doorstep_space() AND s.search_everyone = 'leaders')
  $$;

CREATE FUNCTION doorstep_search_everyone(wanted tsquery, most integer)
  RETURNS TABLE (id bigint, firstname text, surname text, city text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT c.id, c.firstname, c.surname, c.address ->> 'city' FROM contacts c
  WHERE (SELECT doorstep_may_search_everyone()) AND c.group_id = doorstep_space() AND c.words @@ wanted
    AND ((SELECT doorstep_sees_all()) OR ts_filter(c.words, '{a}') @@ wanted)
  ORDER BY c.sort_key, c.id LIMIT most
  $$;

-- False: the caller may not, or nobody has this number.
CREATE FUNCTION doorstep_look_up(wanted bigint) RETURNS boolean
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  IF NOT doorstep_may_search_everyone() OR NOT EXISTS (
    SELECT FROM contacts WHERE group_id = doorstep_space() AND id = wanted) THEN RETURN false; END IF;
  PERFORM doorstep_lock_people(doorstep_space(), false);
  INSERT INTO looked_up (group_id, user_id, contact_id) VALUES (doorstep_space(), doorstep_user(), wanted)
    ON CONFLICT (group_id, user_id, contact_id) DO UPDATE SET at = now();
  PERFORM doorstep_place(doorstep_space(), 'contact', ARRAY[wanted], ARRAY['looked:' || doorstep_user()], ARRAY[true]);
  PERFORM doorstep_audit_read('looked_up', NULL, 'contact', wanted);
  RETURN true;
END
$$;

-- Whether a person sees a contact wherever it is: they added it, or one that was merged into it, or recorded a gift for it.
CREATE FUNCTION doorstep_knows(space bigint, person bigint, wanted bigint) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
  SELECT EXISTS (SELECT FROM contacts c WHERE c.group_id = space AND c.id = wanted AND c.created_by = person)
    OR EXISTS (SELECT FROM merged_contacts m WHERE m.group_id = space AND m.into_id = wanted
      AND m.contact ->> 'created_by' = person::text)
    OR doorstep_gave(space, ARRAY[person], wanted)
  $$;

-- Ends look-ups after thirty days: some of one space, because others who write there wait. Returns how many; 0 at the end.
CREATE FUNCTION doorstep_end_look_ups(most integer) RETURNS bigint
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  space bigint;
  people bigint[];
  seen bigint[];
BEGIN
  SELECT group_id INTO space FROM looked_up WHERE at < now() - interval '30 days' ORDER BY at LIMIT 1;
  IF NOT FOUND THEN RETURN 0; END IF;
  PERFORM doorstep_lock_people(space, true);
  WITH ended AS (
    DELETE FROM looked_up l USING (
      SELECT user_id, contact_id FROM looked_up WHERE group_id = space AND at < now() - interval '30 days' ORDER BY at LIMIT most
    ) AS old WHERE l.group_id = space AND l.user_id = old.user_id AND l.contact_id = old.contact_id
    RETURNING l.user_id, l.contact_id
  )
  SELECT array_agg(user_id), array_agg(contact_id) INTO people, seen FROM ended;
  PERFORM doorstep_place(space, 'contact', array_agg(contact), array_agg('looked:' || person), array_agg(false))
    FROM unnest(people, seen) AS ended (person, contact);
  RETURN coalesce(array_length(seen, 1), 0);
END
$$;
REVOKE ALL ON FUNCTION doorstep_may_search_everyone(), doorstep_search_everyone(tsquery, integer), doorstep_look_up(bigint),
  doorstep_end_look_ups(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_search_everyone(tsquery, integer), doorstep_look_up(bigint), doorstep_may_search_everyone()
  TO doorstep_app;

-- A record about somebody who left the caller's scope is accepted: whether they exist, or existed until a merge, is all that counts.
CREATE FUNCTION doorstep_contact_exists(wanted bigint) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT EXISTS (SELECT FROM contacts WHERE group_id = doorstep_space() AND id = wanted)
    OR EXISTS (SELECT FROM merged_contacts WHERE group_id = doorstep_space() AND id = wanted)
  $$;

-- The people of the space by id alone, as the feed has them inside teams and actions.
CREATE FUNCTION doorstep_references(people bigint[]) RETURNS TABLE (id bigint, active boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT u.id, u.active FROM space_users s JOIN users u ON u.id = s.user_id
  WHERE s.group_id = doorstep_space() AND s.user_id = ANY (people) AND s.removed_at IS NULL
  $$;

-- The counts of actions, without the visits that their own maker took back. They are the same for everyone.
CREATE FUNCTION doorstep_count_visits(wanted bigint[])
  RETURNS TABLE (action_id bigint, visits bigint, contacts bigint, declared bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT v.action_id, count(*), count(DISTINCT v.contact_id), count(*) FILTER (WHERE v.declared)
  FROM visits v WHERE v.group_id = doorstep_space() AND v.action_id = ANY (wanted) AND v.outcome <> 'undone' AND NOT EXISTS (
    SELECT FROM visits undone WHERE undone.group_id = v.group_id AND undone.undoes = v.uuid AND undone.undoes IS NOT NULL
      AND undone.user_id = v.user_id)
  GROUP BY v.action_id
  $$;

REVOKE ALL ON FUNCTION doorstep_buckets(), doorstep_buckets_holding(bigint[]), doorstep_action_sizes(), doorstep_sees_all(), doorstep_is_in(text[], change_kind, bigint), doorstep_mine(change_kind),
  doorstep_contacts_matching(tsquery),
  doorstep_sees_bundle(text[], bigint), doorstep_contact_exists(bigint), doorstep_references(bigint[]),
  doorstep_count_visits(bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_buckets(), doorstep_buckets_holding(bigint[]), doorstep_action_sizes(), doorstep_sees_all(), doorstep_is_in(text[], change_kind, bigint), doorstep_mine(change_kind),
  doorstep_contacts_matching(tsquery),
  doorstep_sees_bundle(text[], bigint), doorstep_contact_exists(bigint), doorstep_references(bigint[]),
  doorstep_count_visits(bigint[]) TO doorstep_app;
