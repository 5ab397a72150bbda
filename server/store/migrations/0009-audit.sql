-- The audit log: who changed what, when, on which device. Triggers write it in the transaction of the change, so that no way
-- to change a table bypasses it. It contains ids, names of fields, roles, statuses and tokens, and values of settings: nothing in it has to be
-- erased with a person, and reading it shows the name that the person has today.

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
