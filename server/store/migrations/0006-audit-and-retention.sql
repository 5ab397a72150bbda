-- The audit log: who changed what, when, on which device. Triggers write it in the transaction of the change, so that no way
-- to change a table bypasses it. It contains ids, names of fields, roles, statuses and tokens, and values of settings: nothing in it has to be
-- erased with a person, and reading it shows the name that the person has today.

-- How long a space stores what it does not need any more.
ALTER TABLE spaces
  -- At least as long as a dispute about money takes to arise.
  ADD audit_days integer NOT NULL DEFAULT 730 CHECK (audit_days BETWEEN 90 AND 3650),
  ADD mail_days integer NOT NULL DEFAULT 30 CHECK (mail_days BETWEEN 1 AND 365),
  -- Afterwards a response is a short one; a repeated write is recognised for ever.
  ADD response_days integer NOT NULL DEFAULT 90 CHECK (response_days BETWEEN 30 AND 3650);

-- What a phone needs of the response to a write that it sends again: that it is stored, under which number, and whose it is.
CREATE FUNCTION doorstep_short_response(response text) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  AS $$
  SELECT jsonb_build_object('status', 'success', 'data', jsonb_strip_nulls(jsonb_build_object(
    'id', data -> 'id',
    'team', CASE WHEN data -> 'team' ? 'id' THEN jsonb_build_object('id', data -> 'team' -> 'id') END,
    'cash_record', CASE WHEN data -> 'cash_record' ? 'id' THEN jsonb_build_object('id', data -> 'cash_record' -> 'id') END,
    'transactions', (SELECT jsonb_agg(jsonb_build_object('delivery_token', part -> 'delivery_token'))
      FROM jsonb_path_query(data, '$.transactions[*]') AS part)
  )))::text FROM (SELECT response::jsonb -> 'data' AS data) AS sent WHERE response IS NOT NULL
  $$;

CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id bigint NOT NULL REFERENCES spaces,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL CHECK (kind IN ('sign_in', 'mail', 'member', 'team', 'contact', 'money', 'settings', 'data', 'token')),
  event text NOT NULL,
  -- Null for the command line and for the service.
  actor_id bigint DEFAULT doorstep_user(),
  device_id bigint DEFAULT nullif(current_setting('doorstep.device_id', true), '')::bigint,
  -- The name of the token, if a script sent the request.
  token text DEFAULT nullif(current_setting('doorstep.token', true), ''),
  -- The person whom the entry is about.
  subject_id bigint,
  record_kind text,
  record_id bigint,
  fields text[] NOT NULL DEFAULT '{}',
  -- The names of roles and statuses, or the values of one setting: never of a person or a gift.
  old_value text,
  new_value text
);
CREATE INDEX audit_in_order ON audit (group_id, id);
CREATE INDEX audit_by_kind ON audit (group_id, kind, id);
CREATE INDEX audit_by_actor ON audit (group_id, actor_id, id);
CREATE INDEX audit_by_subject ON audit (group_id, subject_id, id);

-- Admins read it. Nothing but triggers and doorstep_audit_read writes it: no grant.
ALTER TABLE audit ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_space ON audit TO doorstep_app USING (group_id = doorstep_space() AND doorstep_is_admin());
GRANT SELECT ON audit TO doorstep_app;

-- Append-only, for the owner of the table too. An entry can be deleted once its space stores it no longer.
CREATE FUNCTION doorstep_audit_kept() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  IF TG_OP = 'DELETE'
    AND OLD.at < now() - make_interval(days => (SELECT audit_days FROM spaces WHERE group_id = OLD.group_id))
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'insufficient_privilege', MESSAGE = 'the audit log is append-only';
END
$$;
CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION doorstep_audit_kept();
CREATE TRIGGER audit_not_truncated BEFORE TRUNCATE ON audit EXECUTE FUNCTION doorstep_audit_kept();

-- Records that the caller read what is recorded: a file with data, or one contact.
CREATE FUNCTION doorstep_audit_read(read_event text, person bigint, of_kind text, of_id bigint) RETURNS void
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  INSERT INTO audit (group_id, kind, event, subject_id, record_kind, record_id)
    VALUES (doorstep_space(), 'data', read_event, person, of_kind, of_id)
  $$;

-- The names of people who belong or belonged to the current space, for admins.
CREATE FUNCTION doorstep_names(people bigint[]) RETURNS TABLE (id bigint, name text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT u.id, trim(u.firstname || ' ' || u.surname) FROM users u
  WHERE doorstep_is_admin() AND u.id = ANY (people)
    AND EXISTS (SELECT FROM space_users m WHERE m.user_id = u.id AND m.group_id = doorstep_space() AND m.erased_at IS NULL)
  $$;

-- The names of devices of those people.
CREATE FUNCTION doorstep_device_names(wanted bigint[]) RETURNS TABLE (id bigint, name text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT d.id, d.name FROM devices d
  WHERE doorstep_is_admin() AND d.id = ANY (wanted)
    AND EXISTS (SELECT FROM space_users m WHERE m.user_id = d.user_id AND m.group_id = doorstep_space() AND m.erased_at IS NULL
      AND (m.opened_at IS NOT NULL OR m.removed_at IS NOT NULL))
  $$;
REVOKE ALL ON FUNCTION doorstep_audit_read(text, bigint, text, bigint), doorstep_names(bigint[]),
  doorstep_device_names(bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_audit_read(text, bigint, text, bigint), doorstep_names(bigint[]),
  doorstep_device_names(bigint[]) TO doorstep_app;

-- The names of the columns that differ, without those that follow from others.
CREATE FUNCTION doorstep_changed_fields(before jsonb, after jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE
  AS $$
  SELECT coalesce(array_agg(b.key ORDER BY b.key), '{}')
  FROM jsonb_each(before) b JOIN jsonb_each(after) a ON a.key = b.key AND a.value IS DISTINCT FROM b.value
  WHERE b.key NOT IN ('updated_at', 'sort_key', 'sign_in_epoch', 'managed_at', 'words', 'position', 'street', 'house', 'station',
    'match_keys')
  $$;

-- The value of a changed setting, if it alone changed: prices and choices, no text that could name a person.
CREATE FUNCTION doorstep_setting_value(relation text, record jsonb, fields text[]) RETURNS text
  LANGUAGE sql IMMUTABLE
  AS $$
  SELECT CASE
    WHEN cardinality(fields) <> 1 OR relation IN ('invitations', 'transaction_bundles') THEN NULL
    WHEN fields[1] = 'amount' THEN concat_ws(' ', record ->> 'amount', record ->> 'currency')
    WHEN fields[1] IN ('hidden', 'archived', 'state', 'private', 'hide_users', 'visibility', 'search_everyone',
      'newcomer_codes', 'second_factor_required', 'audit_days', 'mail_days', 'response_days', 'currency', 'max_batch_size')
    THEN record ->> fields[1]
  END
  $$;

-- Sign-ins. A person signs in to all their spaces, so each has the entry, once the person has opened it.
CREATE FUNCTION doorstep_audit_devices() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO audit (group_id, kind, event, actor_id, device_id, subject_id)
      SELECT m.group_id, 'sign_in', 'signed_in', d.user_id, d.id, d.user_id
      FROM changed d JOIN space_users m ON m.user_id = d.user_id AND doorstep_is_opened(m);
  ELSE
    INSERT INTO audit (group_id, kind, event, subject_id, record_kind, record_id)
      SELECT m.group_id, 'sign_in', 'signed_out', d.user_id, 'device', d.id
      FROM changed d JOIN before b ON b.id = d.id AND b.revoked_at IS NULL AND d.revoked_at IS NOT NULL
      JOIN space_users m ON m.user_id = d.user_id AND doorstep_is_opened(m);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_insert AFTER INSERT ON devices REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_devices();
CREATE TRIGGER audit_update AFTER UPDATE ON devices REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_devices();

-- The second factor protects all spaces of a person, so each that they have opened has the entry. Somebody else resets it.
CREATE FUNCTION doorstep_audit_factors() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  INSERT INTO audit (group_id, kind, event, subject_id)
    SELECT DISTINCT m.group_id, 'sign_in', CASE
        WHEN TG_TABLE_NAME = 'recovery_codes' THEN TG_ARGV[0]
        WHEN TG_OP = 'INSERT' THEN 'factor_on'
        WHEN doorstep_user() = f.user_id THEN 'factor_off'
        ELSE 'factor_reset'
      END, f.user_id
    FROM changed f JOIN space_users m ON m.user_id = f.user_id AND doorstep_is_opened(m);
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_insert AFTER INSERT ON second_factors REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_factors();
CREATE TRIGGER audit_delete AFTER DELETE ON second_factors REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_factors();
CREATE TRIGGER audit_insert AFTER INSERT ON recovery_codes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_factors('recovery_codes_made');
CREATE TRIGGER audit_update AFTER UPDATE ON recovery_codes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_factors('recovery_code_used');

-- A wrong second factor, which no table stores. Nothing tells which person entered it, so the entry has a subject and no actor.
CREATE FUNCTION doorstep_audit_wrong_factor(person bigint) RETURNS void
  LANGUAGE sql VOLATILE
  AS $$
  INSERT INTO audit (group_id, kind, event, actor_id, subject_id)
    SELECT m.group_id, 'sign_in', 'wrong_factor', NULL, m.user_id FROM space_users m WHERE m.user_id = person AND doorstep_is_opened(m)
  $$;
REVOKE ALL ON FUNCTION doorstep_audit_wrong_factor(bigint) FROM PUBLIC;

-- A wrong code, with a subject and no actor for the same reason.
CREATE FUNCTION doorstep_audit_codes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  INSERT INTO audit (group_id, kind, event, subject_id)
    SELECT m.group_id, 'sign_in', 'wrong_code', u.id
    FROM changed c JOIN before b ON b.interaction_hash = c.interaction_hash AND c.tries_left < b.tries_left
        AND c.confirmed_at IS NULL
    JOIN users u ON lower(u.mail) = lower(c.mail)
    JOIN space_users m ON m.user_id = u.id AND doorstep_is_opened(m);
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_update AFTER UPDATE ON sign_in_codes REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_codes();

-- Tokens for scripts; those of devices are part of a sign-in.
CREATE FUNCTION doorstep_audit_tokens() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO audit (group_id, kind, event, subject_id, new_value)
      SELECT m.group_id, 'token', 'created', t.user_id, t.label
      FROM changed t JOIN space_users m ON m.user_id = t.user_id AND m.group_id = coalesce(t.group_id, m.group_id)
      WHERE t.device_id IS NULL AND m.removed_at IS NULL;
  ELSE
    INSERT INTO audit (group_id, kind, event, subject_id, new_value)
      SELECT m.group_id, 'token', 'revoked', t.user_id, t.label
      FROM changed t JOIN before b ON b.token_hash = t.token_hash AND b.revoked_at IS NULL AND t.revoked_at IS NOT NULL
      JOIN space_users m ON m.user_id = t.user_id AND m.group_id = coalesce(t.group_id, m.group_id)
      WHERE t.device_id IS NULL AND m.removed_at IS NULL;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_insert AFTER INSERT ON access_tokens REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_tokens();
CREATE TRIGGER audit_update AFTER UPDATE ON access_tokens REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_tokens();

-- A proposed mail address.
CREATE FUNCTION doorstep_audit_mail_changes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  INSERT INTO audit (group_id, kind, event, actor_id, subject_id)
    SELECT m.group_id, 'mail', 'proposed', NEW.proposed_by, NEW.user_id
    FROM space_users m WHERE m.user_id = NEW.user_id AND m.removed_at IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_insert AFTER INSERT ON mail_changes FOR EACH ROW WHEN (NEW.mail IS NOT NULL)
  EXECUTE FUNCTION doorstep_audit_mail_changes();
CREATE TRIGGER audit_update AFTER UPDATE ON mail_changes
  FOR EACH ROW WHEN (NEW.mail IS NOT NULL AND NEW.mail IS DISTINCT FROM OLD.mail)
  EXECUTE FUNCTION doorstep_audit_mail_changes();

-- An account: mail address, and whether it is active, concern every space of the person. The profile concerns the space in
-- which it was changed.
CREATE FUNCTION doorstep_audit_users() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  INSERT INTO audit (group_id, kind, event, subject_id, fields)
    WITH change AS (
      SELECT u.id, u.group_id, u.active AND u.deleted_at IS NULL AS is_active,
        doorstep_changed_fields(to_jsonb(b), to_jsonb(u)) AS fields
      FROM changed u JOIN before b ON b.id = u.id
    ), account AS (
      SELECT id, 'mail' AS kind, 'changed' AS event FROM change WHERE 'mail' = ANY (fields)
      UNION ALL
      SELECT id, 'member', CASE WHEN is_active THEN 'account_opened' ELSE 'account_closed' END FROM change
      WHERE fields && '{active,deleted_at}'
    )
    SELECT m.group_id, a.kind, a.event, a.id, '{}'::text[]
    FROM account a JOIN space_users m ON m.user_id = a.id AND m.removed_at IS NULL
    UNION ALL
    SELECT coalesce(doorstep_space(), group_id), 'member', 'changed', id, profile
    FROM (
      SELECT id, group_id, ARRAY(SELECT unnest(fields) EXCEPT SELECT unnest('{mail,active,deleted_at}'::text[]) ORDER BY 1) AS profile
      FROM change
    ) AS own
    WHERE profile <> '{}';
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_update AFTER UPDATE ON users REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_users();

-- Who belongs to a space, with which role.
CREATE FUNCTION doorstep_audit_members() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO audit (group_id, kind, event, subject_id, new_value)
      SELECT m.group_id, 'member', 'joined', m.user_id, r.name
      FROM changed m JOIN roles r ON r.group_id = m.group_id AND r.id = m.role_id;
  ELSE
    INSERT INTO audit (group_id, kind, event, subject_id, old_value, new_value)
      SELECT m.group_id,
        CASE WHEN (m.removed_at, m.suspended_at, m.role_id) IS NOT DISTINCT FROM (b.removed_at, b.suspended_at, b.role_id)
          THEN 'sign_in' ELSE 'member' END,
        CASE
          WHEN m.removed_at IS NOT NULL AND b.removed_at IS NULL THEN 'removed'
          WHEN m.removed_at IS NULL AND b.removed_at IS NOT NULL THEN 'joined'
          WHEN m.suspended_at IS NOT NULL AND b.suspended_at IS NULL THEN 'suspended'
          WHEN m.suspended_at IS NULL AND b.suspended_at IS NOT NULL AND m.removed_at IS NULL THEN 'readmitted'
          WHEN m.role_id <> b.role_id THEN 'role_changed'
          ELSE 'signed_out_of_space'
        END,
        m.user_id,
        CASE WHEN b.removed_at IS NULL AND (m.removed_at IS NOT NULL OR m.role_id <> b.role_id) THEN was.name END,
        CASE WHEN m.removed_at IS NULL AND (b.removed_at IS NOT NULL OR m.role_id <> b.role_id) THEN r.name END
      FROM changed m JOIN before b ON b.group_id = m.group_id AND b.user_id = m.user_id
      JOIN roles was ON was.group_id = b.group_id AND was.id = b.role_id
      JOIN roles r ON r.group_id = m.group_id AND r.id = m.role_id
      WHERE (m.removed_at, m.suspended_at, m.role_id) IS DISTINCT FROM (b.removed_at, b.suspended_at, b.role_id)
        OR m.sign_in_after > b.sign_in_after;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_insert AFTER INSERT ON space_users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_members();
CREATE TRIGGER audit_update AFTER UPDATE ON space_users REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_members();

-- Who belongs to a team, and who leads it.
CREATE FUNCTION doorstep_audit_team_users() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  INSERT INTO audit (group_id, kind, event, subject_id, record_kind, record_id, fields)
    SELECT group_id, 'team', CASE TG_OP WHEN 'INSERT' THEN 'person_added' ELSE 'person_removed' END, user_id, 'team', team_id,
      ARRAY[CASE WHEN leader THEN 'leaders' ELSE 'users' END]
    FROM changed;
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_insert AFTER INSERT ON team_users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_team_users();
CREATE TRIGGER audit_delete AFTER DELETE ON team_users REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_team_users();
-- People who stay in a team stay as they are, so that the log has only those who come and go.
GRANT UPDATE (position) ON team_users TO doorstep_app;

-- Money. The history of a bundle has the values; the log has who, which fields, and the names of statuses.
CREATE FUNCTION doorstep_status_name(space bigint, entry jsonb) RETURNS text
  LANGUAGE sql STABLE
  AS $$ SELECT s.name FROM transaction_statuses s WHERE s.group_id = space AND s.id = (entry ->> 'status_id')::bigint $$;
CREATE FUNCTION doorstep_audit_history() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  INSERT INTO audit (group_id, kind, event, record_kind, record_id, fields, old_value, new_value)
    SELECT h.group_id, 'money', CASE WHEN h.kind = 'transaction_status' THEN 'status_changed' ELSE 'corrected' END,
      'transaction_bundle', h.bundle_id, array_agg(DISTINCT field ORDER BY field),
      min(doorstep_status_name(h.group_id, h.old)) FILTER (WHERE h.kind = 'transaction_status'),
      min(doorstep_status_name(h.group_id, h.new)) FILTER (WHERE h.kind = 'transaction_status')
    FROM changed h,
      LATERAL unnest(CASE
        WHEN h.kind = 'transaction_status' THEN ARRAY['status_id']
        WHEN coalesce(h.old, '{}') = '{}' THEN ARRAY[h.kind || 's']
        ELSE doorstep_changed_fields(h.old, h.new) END) AS field
    -- The entries of a new bundle are part of its creation.
    WHERE NOT EXISTS (SELECT FROM transaction_bundles b
      WHERE b.group_id = h.group_id AND b.id = h.bundle_id AND b.created_at = now()::timestamptz(3))
    GROUP BY 1, 3, h.bundle_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_insert AFTER INSERT ON bundle_history REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_history();

-- For every other table: created, changed, deleted. A soft deletion sets deleted_at.
DO $$
DECLARE
  source record;
BEGIN
  FOR source IN SELECT * FROM (VALUES
    ('teams', 'team', 'team', 'id', 'id'),
    ('invitations', 'member', 'invitation', 'id', 'id'),
    ('transaction_bundles', 'money', 'transaction_bundle', 'id', 'id'),
    ('spaces', 'settings', 'space', 'group_id', 'group_id'),
    ('roles', 'settings', 'role', 'id', 'id'),
    ('actions', 'settings', 'action', 'id', 'id'),
    ('forms', 'settings', 'form', 'id', 'id'),
    ('form_refvalues', 'settings', 'form', 'form_id', 'id'),
    ('membership_price_groups', 'settings', 'membership_price_group', 'id', 'id'),
    ('membership_prices', 'settings', 'membership_price', 'id', 'id'),
    ('donation_prices', 'settings', 'donation_price', 'id', 'id'),
    ('transaction_statuses', 'settings', 'transaction_status', 'id', 'id'),
    ('payment_methods', 'settings', 'transaction_settings', 'NULL::bigint', 'kind'),
    ('transaction_settings', 'settings', 'transaction_settings', 'NULL::bigint', 'group_id')
  ) AS v (relation, kind, record_kind, id_column, key_column)
  LOOP
    EXECUTE format('CREATE FUNCTION doorstep_audit_%1$s() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
      AS $body$
      BEGIN
        IF TG_OP = ''UPDATE'' THEN
          INSERT INTO audit (group_id, kind, event, record_kind, record_id, fields, old_value, new_value)
            SELECT group_id, %2$L, CASE WHEN ''deleted_at'' = ANY (fields) THEN ''deleted'' ELSE ''changed'' END, %5$L, record_id,
              fields, doorstep_setting_value(%1$L, earlier, fields), doorstep_setting_value(%1$L, later, fields)
            FROM (
              SELECT a.group_id, %3$s AS record_id, to_jsonb(o.b) AS earlier, to_jsonb(a) AS later,
                doorstep_changed_fields(to_jsonb(o.b), to_jsonb(a)) AS fields
              FROM changed AS a JOIN (SELECT %4$s AS key, group_id AS space, before AS b FROM before) AS o
                ON o.space = a.group_id AND o.key = a.%4$s
            ) AS change
            WHERE fields <> ''{}'';
        ELSE
          INSERT INTO audit (group_id, kind, event, record_kind, record_id)
            SELECT group_id, %2$L, CASE TG_OP WHEN ''INSERT'' THEN ''created'' ELSE ''deleted'' END, %5$L, %3$s FROM changed;
        END IF;
        RETURN NULL;
      END
      $body$', source.relation, source.kind, source.id_column, source.key_column,
      source.record_kind);
    EXECUTE format('CREATE TRIGGER audit_insert AFTER INSERT ON %1$I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_%1$s();
      CREATE TRIGGER audit_update AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS before NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_%1$s();
      CREATE TRIGGER audit_delete AFTER DELETE ON %1$I REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION doorstep_audit_%1$s()', source.relation);
  END LOOP;
END
$$;

-- Tokens for scripts. What a limited token may not read is hidden from it, whatever the request.
CREATE FUNCTION doorstep_limit_tokens(relation text, area text, own text DEFAULT 'false') RETURNS void
  LANGUAGE plpgsql
  AS $$
BEGIN
  EXECUTE format('CREATE POLICY rights ON %1$I AS RESTRICTIVE FOR SELECT TO doorstep_app
      USING (%3$s OR (SELECT doorstep_may(%2$L)));
    CREATE POLICY rights_insert ON %1$I AS RESTRICTIVE FOR INSERT TO doorstep_app WITH CHECK ((SELECT doorstep_may_write(%2$L)));
    CREATE POLICY rights_update ON %1$I AS RESTRICTIVE FOR UPDATE TO doorstep_app USING ((SELECT doorstep_may_write(%2$L)));
    CREATE POLICY rights_delete ON %1$I AS RESTRICTIVE FOR DELETE TO doorstep_app USING ((SELECT doorstep_may_write(%2$L)))',
    relation, area, own);
END
$$;
-- Every token sees its own person.
SELECT doorstep_limit_tokens('users', 'people', 'id = (SELECT doorstep_user())'),
  doorstep_limit_tokens('space_users', 'people', 'user_id = (SELECT doorstep_user())');
SELECT doorstep_limit_tokens(relation, 'people')
  -- Who takes part in an action too: a token without people neither sees nor changes them.
  FROM unnest(ARRAY['invitations', 'teams', 'team_users', 'action_users', 'action_teams']) AS relation;
SELECT doorstep_limit_tokens(relation, 'contacts')
  FROM unnest(ARRAY['contacts', 'forms', 'form_refvalues', 'actions', 'visits', 'answers']) AS relation;
SELECT doorstep_limit_tokens(relation, 'money')
  FROM unnest(ARRAY['transaction_bundles', 'transactions', 'memberships', 'donations', 'bundle_history']) AS relation;
CREATE POLICY rights ON audit AS RESTRICTIVE TO doorstep_app
  USING (coalesce(current_setting('doorstep.rights', true), '') IN ('', 'audit')
    OR 'audit' = ANY (string_to_array(current_setting('doorstep.rights', true), ',')));

-- The tokens for scripts of the current space, for its admins. Requests cannot read the table.
CREATE FUNCTION doorstep_tokens()
  RETURNS TABLE (id bigint, name text, rights text[], user_id bigint, created_at timestamptz, expires_at timestamptz,
    used_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT t.id, t.label, t.rights, t.user_id, t.created_at, t.expires_at, t.used_at FROM access_tokens t
  WHERE doorstep_is_admin() AND t.group_id = doorstep_space() AND t.device_id IS NULL AND t.revoked_at IS NULL
    AND t.expires_at > now()
  ORDER BY t.id
  $$;

-- Only a person creates tokens, no limited token does.
CREATE FUNCTION doorstep_create_token(hash bytea, name text, given text[], days integer) RETURNS bigint
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  INSERT INTO access_tokens (token_hash, user_id, group_id, label, rights, expires_at)
    SELECT hash, doorstep_user(), doorstep_space(), name, given, now() + make_interval(days => days)
    WHERE doorstep_is_admin() AND coalesce(current_setting('doorstep.rights', true), '') = '' AND given <> '{}'
    RETURNING id
  $$;

CREATE FUNCTION doorstep_revoke_token(wanted bigint) RETURNS boolean
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  UPDATE access_tokens SET revoked_at = now() WHERE doorstep_is_admin() AND id = wanted AND group_id = doorstep_space()
    AND device_id IS NULL AND revoked_at IS NULL;
  RETURN FOUND;
END
$$;
REVOKE ALL ON FUNCTION doorstep_tokens(), doorstep_create_token(bytea, text, text[], integer), doorstep_revoke_token(bigint)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_tokens(), doorstep_create_token(bytea, text, text[], integer), doorstep_revoke_token(bigint)
  TO doorstep_app;

-- Only a person who is an admin erases, no limited token does.
CREATE FUNCTION doorstep_is_admin_in_person() RETURNS boolean
  LANGUAGE sql STABLE
  AS $$ SELECT doorstep_is_admin() AND coalesce(current_setting('doorstep.rights', true), '') = '' $$;

-- Managers decide about codes for newcomers; everything else of a space is changed by admins.
CREATE POLICY managers_update ON spaces AS RESTRICTIVE FOR UPDATE TO doorstep_app
  USING (doorstep_is_manager() AND coalesce(current_setting('doorstep.rights', true), '') = '');
GRANT UPDATE (name, second_factor_required, newcomer_codes, map_tiles, audit_days, mail_days, response_days) ON spaces TO doorstep_app;
CREATE FUNCTION doorstep_space_changing() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF current_user = 'doorstep_app' AND NOT doorstep_is_admin() THEN
    RAISE EXCEPTION USING ERRCODE = 'DS003', MESSAGE = 'only for admins';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER space_changing BEFORE UPDATE ON spaces
  FOR EACH ROW WHEN (to_jsonb(OLD) - 'newcomer_codes' IS DISTINCT FROM to_jsonb(NEW) - 'newcomer_codes')
  EXECUTE FUNCTION doorstep_space_changing();

-- Erasing a person. Money stays, without the person; requests rewrite the stored responses (server/store/erasure.ts).

-- Deletes a contact, and removes them from money, its history and visits. The feed has the deletion and the changed bundles; a phone
-- that comes after the deletion is pruned starts over and deletes its copy too. Returns the bundles; null without the contact.
CREATE FUNCTION doorstep_erase_contact(person bigint) RETURNS bigint[]
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  space bigint := doorstep_space();
  -- With those that were merged into them.
  numbers text[];
  bundles bigint[];
BEGIN
  IF NOT doorstep_is_admin_in_person() THEN
    RAISE EXCEPTION USING ERRCODE = 'DS003', MESSAGE = 'only for admins';
  END IF;
  PERFORM FROM contacts WHERE group_id = space AND id = person FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  numbers := person::text || ARRAY(SELECT id::text FROM merged_contacts WHERE group_id = space AND into_id = person);
  SELECT coalesce(array_agg(DISTINCT found.bundle_id ORDER BY found.bundle_id), '{}') INTO bundles FROM (
    SELECT bundle_id FROM transactions WHERE group_id = space AND contact_id = person
    UNION ALL SELECT bundle_id FROM memberships WHERE group_id = space AND contact_id = person
    UNION ALL SELECT bundle_id FROM donations WHERE group_id = space AND contact_id = person
    UNION ALL SELECT bundle_id FROM bundle_history WHERE group_id = space
      AND (old ->> 'contact_id' = ANY (numbers) OR new ->> 'contact_id' = ANY (numbers))
  ) AS found;
  -- Free text and the details of a payment may name them, also in the parts of the bundle that have no contact.
  UPDATE transactions SET contact_id = NULL, comment = NULL, payment_method = NULL
    WHERE group_id = space AND bundle_id = ANY (bundles) AND coalesce(contact_id, person) = person;
  UPDATE memberships SET contact_id = NULL, comment = NULL
    WHERE group_id = space AND bundle_id = ANY (bundles) AND coalesce(contact_id, person) = person;
  UPDATE donations SET contact_id = NULL, comment = NULL
    WHERE group_id = space AND bundle_id = ANY (bundles) AND coalesce(contact_id, person) = person;
  UPDATE bundle_history SET old = old - '{contact_id,comment,payment_method}'::text[],
      new = new - '{contact_id,comment,payment_method}'::text[]
    WHERE group_id = space AND bundle_id = ANY (bundles);
  UPDATE visits SET contact_id = NULL, note = NULL WHERE group_id = space AND contact_id = person;
  DELETE FROM answers WHERE group_id = space AND contact_id = person;
  DELETE FROM merged_contacts WHERE group_id = space AND into_id = person;
  DELETE FROM contacts WHERE group_id = space AND id = person;
  UPDATE transaction_bundles SET updated_at = now() WHERE group_id = space AND id = ANY (bundles);
  INSERT INTO audit (group_id, kind, event, record_kind, record_id) VALUES (space, 'data', 'erased', 'contact', person);
  RETURN bundles;
END
$$;

-- Erases a person of the current space and returns their address; null: no such person. Their id stays in what they recorded. The
-- account is emptied, unless another space has them or their records and has not erased them: then it stays for that one, and this
-- space has only their id.
CREATE FUNCTION doorstep_erase_user(person bigint) RETURNS text
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  space bigint := doorstep_space();
  address text;
  other bigint;
BEGIN
  IF NOT doorstep_is_admin_in_person() OR person = doorstep_user() OR doorstep_is_above(person) THEN
    RAISE EXCEPTION USING ERRCODE = 'DS003', MESSAGE = 'only for admins';
  END IF;
  SELECT u.mail INTO address FROM users u
    WHERE u.id = person AND u.deleted_at IS NULL
      AND EXISTS (SELECT FROM space_users m WHERE m.group_id = space AND m.user_id = person AND m.erased_at IS NULL) FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM doorstep_remove(space, person);
  SELECT group_id INTO other FROM space_users WHERE user_id = person AND group_id <> space AND erased_at IS NULL
    ORDER BY removed_at IS NOT NULL, opened_at IS NULL, group_id LIMIT 1;
  IF other IS NOT NULL THEN
    UPDATE space_users SET erased_at = now(), sort_key = chr(1114111) WHERE group_id = space AND user_id = person;
    UPDATE users SET group_id = CASE WHEN group_id = space THEN other ELSE group_id END,
        selected_group_id = array_remove(selected_group_id, space)
      WHERE id = person;
    DELETE FROM mails WHERE group_id = space AND (lower(recipient) = lower(address) OR invitation_id IN (
      SELECT i.id FROM invitations i WHERE i.group_id = space AND (i.user_id = person OR lower(i.email) = lower(address))));
    DELETE FROM invitations WHERE group_id = space AND (user_id = person OR lower(email) = lower(address));
    DELETE FROM access_tokens WHERE user_id = person AND group_id = space;
    INSERT INTO audit (group_id, kind, event, subject_id) VALUES (space, 'data', 'erased', person);
    RETURN address;
  END IF;
  UPDATE users SET mail = 'erased-' || person || '@erased.invalid', firstname = '', surname = '', phone = NULL, address = NULL,
      city = NULL, postal = NULL, location = NULL, avatar = NULL, birthdate = NULL, locale = NULL, selected_group_id = '{}',
      sort_key = chr(1114111), active = false, deleted_at = now(), updated_at = now()
    WHERE id = person;
  DELETE FROM mails WHERE lower(recipient) IN (
      SELECT lower(address) UNION ALL SELECT lower(c.mail) FROM mail_changes c WHERE c.user_id = person)
    OR invitation_id IN (SELECT i.id FROM invitations i WHERE i.group_id = mails.group_id
      AND (i.user_id = person OR lower(i.email) = lower(address)));
  DELETE FROM invitations WHERE user_id = person OR lower(email) = lower(address);
  DELETE FROM mail_changes WHERE user_id = person;
  DELETE FROM second_factors WHERE user_id = person;
  DELETE FROM access_tokens WHERE user_id = person;
  DELETE FROM devices WHERE user_id = person;
  INSERT INTO audit (group_id, kind, event, subject_id) VALUES (space, 'data', 'erased', person);
  RETURN address;
END
$$;
REVOKE ALL ON FUNCTION doorstep_erase_contact(bigint), doorstep_erase_user(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_erase_contact(bigint), doorstep_erase_user(bigint) TO doorstep_app;

-- What the service stores about a person of the current space: for an admin, who gives it to them. The profile, the devices and
-- the sign-ins belong to the home space of the person: another space has their name and address.
CREATE FUNCTION doorstep_data_of_user(person bigint) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT jsonb_build_object(
    'user', CASE WHEN is_home THEN to_jsonb(u) - '{sort_key,sign_in_epoch}'::text[]
      ELSE jsonb_build_object('id', u.id, 'mail', u.mail, 'firstname', u.firstname, 'surname', u.surname) END,
    'membership', (SELECT to_jsonb(m) - 'sort_key' || jsonb_build_object('role', r.name) FROM space_users m
      JOIN roles r ON r.group_id = m.group_id AND r.id = m.role_id WHERE m.group_id = doorstep_space() AND m.user_id = u.id),
    'teams', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'leader', x.leader)), '[]')
      FROM team_users x JOIN teams t ON t.group_id = x.group_id AND t.id = x.team_id
      WHERE x.group_id = doorstep_space() AND x.user_id = u.id),
    'devices', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', d.name, 'created_at', d.created_at,
      'last_used_at', d.last_used_at)), '[]') FROM devices d WHERE d.user_id = u.id AND is_home),
    'invitations', (SELECT coalesce(jsonb_agg(to_jsonb(i)), '[]') FROM invitations i
      WHERE i.group_id = doorstep_space() AND (i.user_id = u.id OR lower(i.email) = lower(u.mail))),
    'mails', (SELECT coalesce(jsonb_agg(jsonb_build_object('created_at', m.created_at, 'status', m.status)), '[]')
      FROM mails m WHERE lower(m.recipient) = lower(u.mail)
        AND (m.group_id = doorstep_space() OR (m.group_id IS NULL AND is_home))),
    'visits', (SELECT coalesce(jsonb_agg(to_jsonb(v)), '[]') FROM visits v WHERE v.group_id = doorstep_space() AND v.user_id = u.id),
    'answers', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'answered_at', a.answered_at)), '[]')
      FROM answers a WHERE a.group_id = doorstep_space() AND a.user_id = u.id),
    'transaction_bundles', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'created_at', b.created_at)), '[]')
      FROM transaction_bundles b WHERE b.group_id = doorstep_space() AND b.created_by = u.id),
    'audit', (SELECT coalesce(jsonb_agg(to_jsonb(a) ORDER BY a.id), '[]') FROM audit a
      WHERE a.group_id = doorstep_space() AND u.id IN (a.actor_id, a.subject_id)))
  FROM users u CROSS JOIN LATERAL (SELECT u.group_id = doorstep_space() AND EXISTS (SELECT FROM space_users m
    WHERE m.group_id = u.group_id AND m.user_id = u.id AND m.opened_at IS NOT NULL) AS is_home) AS home
  WHERE u.id = person AND doorstep_is_admin_in_person() AND NOT doorstep_is_above(u.id)
    AND EXISTS (SELECT FROM space_users m WHERE m.group_id = doorstep_space() AND m.user_id = u.id AND m.erased_at IS NULL)
  $$;
CREATE FUNCTION doorstep_data_of_contact(person bigint) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT jsonb_build_object(
    'contact', to_jsonb(c) - '{sort_key,words,match_keys}'::text[],
    'merged', (SELECT coalesce(jsonb_agg(m.contact), '[]') FROM merged_contacts m WHERE m.group_id = c.group_id AND m.into_id = c.id),
    'transactions', (SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') FROM transactions t WHERE t.group_id = c.group_id AND t.contact_id = c.id),
    'memberships', (SELECT coalesce(jsonb_agg(to_jsonb(m)), '[]') FROM memberships m WHERE m.group_id = c.group_id AND m.contact_id = c.id),
    'donations', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM donations d WHERE d.group_id = c.group_id AND d.contact_id = c.id),
    'bundle_history', (SELECT coalesce(jsonb_agg(to_jsonb(h)), '[]') FROM bundle_history h
      WHERE h.group_id = c.group_id AND c.id::text IN (h.old ->> 'contact_id', h.new ->> 'contact_id')),
    'visits', (SELECT coalesce(jsonb_agg(to_jsonb(v)), '[]') FROM visits v WHERE v.group_id = c.group_id AND v.contact_id = c.id),
    'answers', (SELECT coalesce(jsonb_agg(to_jsonb(a) - 'request_hash'), '[]') FROM answers a
      WHERE a.group_id = c.group_id AND a.contact_id = c.id),
    'audit', (SELECT coalesce(jsonb_agg(to_jsonb(a) ORDER BY a.id), '[]') FROM audit a
      WHERE a.group_id = c.group_id AND a.record_kind = 'contact' AND a.record_id = c.id))
  FROM contacts c WHERE c.group_id = doorstep_space() AND c.id = person AND doorstep_is_admin_in_person()
  $$;
REVOKE ALL ON FUNCTION doorstep_data_of_user(bigint), doorstep_data_of_contact(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_data_of_user(bigint), doorstep_data_of_contact(bigint) TO doorstep_app;
