-- The second factor, limits, mail to send, and how the token of a request enters a space.

-- The second factor of a person: a TOTP secret, encrypted with a key of the service, and codes for the day it is lost.
CREATE TABLE second_factors (
  user_id bigint PRIMARY KEY REFERENCES users,
  secret bytea NOT NULL,
  -- The time step of the last accepted code: each code is valid once.
  last_step bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TABLE recovery_codes (
  user_id bigint NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (user_id, code_hash)
);

-- two_factor_enable of a person is derived, and no request can change it.
CREATE FUNCTION doorstep_second_factor_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  UPDATE users SET two_factor_enable = (TG_OP = 'INSERT'), updated_at = now()
    WHERE id = CASE TG_OP WHEN 'INSERT' THEN NEW.user_id ELSE OLD.user_id END;
  RETURN NULL;
END
$$;
CREATE TRIGGER second_factor_changed AFTER INSERT OR DELETE ON second_factors
  FOR EACH ROW EXECUTE FUNCTION doorstep_second_factor_changed();
CREATE FUNCTION doorstep_second_factor_derived() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  NEW.two_factor_enable := EXISTS (SELECT FROM second_factors f WHERE f.user_id = NEW.id);
  RETURN NEW;
END
$$;
CREATE TRIGGER users_second_factor BEFORE INSERT OR UPDATE OF two_factor_enable ON users
  FOR EACH ROW EXECUTE FUNCTION doorstep_second_factor_derived();

-- Whether a space of this person requires a second factor of them.
CREATE FUNCTION doorstep_second_factor_required(person bigint) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT EXISTS (
    SELECT FROM space_users m JOIN roles r ON r.group_id = m.group_id AND r.id = m.role_id
      JOIN spaces s ON s.group_id = m.group_id
    WHERE m.user_id = person AND m.removed_at IS NULL AND s.second_factor_required
      AND r.type IN ('superadmin', 'admin', 'manager'))
  $$;

-- The second factor of the caller.
CREATE FUNCTION doorstep_my_factor() RETURNS TABLE (is_on boolean, is_required boolean, codes_left bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT u.two_factor_enable, doorstep_second_factor_required(u.id),
    (SELECT count(*) FROM recovery_codes c WHERE c.user_id = u.id AND c.used_at IS NULL)
  FROM users u WHERE u.id = doorstep_user()
  $$;

-- Whether the person behind a token has to enter their second factor before a change that could take an account over.
CREATE FUNCTION doorstep_second_factor_needed(hash bytea, valid interval) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT coalesce((
    SELECT CASE
      WHEN u.two_factor_enable THEN d.second_factor_at IS NULL OR d.second_factor_at < now() - valid
      ELSE doorstep_second_factor_required(u.id)
    END
    FROM access_tokens t JOIN users u ON u.id = t.user_id LEFT JOIN devices d ON d.id = t.device_id
    WHERE t.token_hash = hash), true)
  $$;
-- Resets the factor of a person whose home is the current space: admins, for nobody above them, and for nobody whom the factor
-- protects as a manager of another space. The service tells them.
CREATE FUNCTION doorstep_reset_second_factor(person bigint) RETURNS boolean
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  IF NOT doorstep_is_admin() OR person = doorstep_user() OR doorstep_is_above(person) THEN
    RAISE EXCEPTION USING ERRCODE = 'DS003', MESSAGE = 'only for admins';
  END IF;
  DELETE FROM second_factors f USING users u
    WHERE f.user_id = person AND u.id = person AND u.group_id = doorstep_space()
      AND EXISTS (SELECT FROM space_users m WHERE m.user_id = person AND m.group_id = u.group_id AND m.opened_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM space_users m JOIN roles r ON r.group_id = m.group_id AND r.id = m.role_id
        WHERE m.user_id = person AND m.group_id <> u.group_id AND m.removed_at IS NULL AND r.type <> 'user');
  RETURN FOUND;
END
$$;
REVOKE ALL ON FUNCTION doorstep_second_factor_required(bigint), doorstep_second_factor_needed(bytea, interval),
  doorstep_my_factor(), doorstep_reset_second_factor(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_second_factor_needed(bytea, interval), doorstep_my_factor(),
  doorstep_reset_second_factor(bigint) TO doorstep_app;

-- Token buckets for rate limits. The key is a hash of a mail address or a network address.
CREATE TABLE sign_in_limits (
  key bytea PRIMARY KEY,
  level double precision NOT NULL,
  measured_at timestamptz NOT NULL
);

-- Token buckets that every request takes from: when each is full again. A crash of the database empties the table, and so fills
-- the buckets.
CREATE UNLOGGED TABLE request_limits (
  key bytea PRIMARY KEY,
  full_at timestamptz NOT NULL
);

-- Mail to send, written in the transaction of its cause. A process claims a mail by moving next_attempt_at ahead, sends it and
-- records the result. If the process dies in between, the mail is sent again after that time: twice at most, never lost.
CREATE TABLE mails (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  -- The space that caused the mail; null for a sign-in.
  group_id bigint REFERENCES spaces,
  invitation_id bigint,
  recipient text NOT NULL,
  -- Contain codes and links: deleted when the mail is sent or given up.
  subject text,
  text text,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed')),
  CHECK ((status = 'queued') = (text IS NOT NULL) AND (status = 'queued') = (subject IS NOT NULL)),
  attempts integer NOT NULL DEFAULT 0,
  -- The code of the last error, without the text of the mail server, which repeats the address.
  failure text,
  -- The same for every attempt, so that the receiving server can recognise a repeat.
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  next_attempt_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  FOREIGN KEY (group_id, invitation_id) REFERENCES invitations (group_id, id)
);
CREATE INDEX mails_queued ON mails (expires_at, id) WHERE status = 'queued';
CREATE INDEX mails_by_invitation ON mails (group_id, invitation_id) WHERE invitation_id IS NOT NULL;

-- Withdraws an open invitation of the current space, for its managers. Its mail is not sent if it still waits.
CREATE FUNCTION doorstep_withdraw_invitation(wanted bigint) RETURNS boolean
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  UPDATE invitations SET withdrawn_at = now()
    WHERE group_id = doorstep_space() AND id = wanted AND user_id IS NULL AND withdrawn_at IS NULL AND doorstep_is_manager();
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE mails SET status = 'failed', ended_at = now(), subject = NULL, text = NULL, failure = 'WITHDRAWN'
    WHERE group_id = doorstep_space() AND invitation_id = wanted AND status = 'queued';
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION doorstep_withdraw_invitation(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_withdraw_invitation(bigint) TO doorstep_app;

-- Requests write mail and read its status, never its text.
ALTER TABLE mails ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_space ON mails TO doorstep_app
  USING (group_id = doorstep_space()) WITH CHECK (group_id = doorstep_space());
GRANT SELECT (id, group_id, invitation_id, recipient, status, attempts, failure, created_at, ended_at) ON mails
  TO doorstep_app;
GRANT INSERT (group_id, invitation_id, recipient, subject, text, expires_at) ON mails TO doorstep_app;

-- What all processes of a service share: signing keys, created at the first start, the code of the first setup, and when the
-- database was restored from a backup.
CREATE TABLE service_keys (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- The person behind a token, and the space: the named one if the person belongs to it and the token is not pinned
-- elsewhere; without a name the pinned one, else the first selected one they belong to, else their home. A
-- device that can enter neither any more enters another of its person's spaces, so that they can still sign in. No row for a
-- token that is unknown, expired or revoked. Without SECURITY DEFINER and SET, PostgreSQL inlines it into the calling query.
CREATE FUNCTION doorstep_caller(hash bytea, named bigint DEFAULT NULL)
  RETURNS TABLE (user_id bigint, group_id bigint, role_id bigint, role_type text, device_id bigint)
  LANGUAGE sql STABLE
  AS $$
  SELECT u.id, m.group_id, m.role_id, r.type, t.device_id
  FROM access_tokens t
  JOIN users u ON u.id = t.user_id AND u.active AND u.deleted_at IS NULL
  LEFT JOIN devices d ON d.id = t.device_id
  JOIN LATERAL (
    SELECT s.group_id, s.role_id
    FROM space_users s JOIN spaces p ON p.group_id = s.group_id AND p.archived_at IS NULL
    WHERE s.user_id = u.id AND s.removed_at IS NULL AND s.suspended_at IS NULL
      AND CASE WHEN t.device_id IS NULL THEN t.created_at > s.token_after ELSE d.begun_at > s.sign_in_after END
      AND CASE
            WHEN named IS NOT NULL THEN s.group_id = named AND coalesce(t.group_id, named) = named
            WHEN t.group_id IS NOT NULL THEN s.group_id = t.group_id
            ELSE s.group_id IN (u.selected_group_id[1], u.group_id) OR (t.device_id IS NOT NULL AND NOT EXISTS (
              SELECT FROM space_users k WHERE k.user_id = u.id AND k.group_id IN (u.selected_group_id[1], u.group_id)
                AND k.removed_at IS NULL AND k.suspended_at IS NULL AND d.begun_at > k.sign_in_after))
          END
    ORDER BY s.group_id IS DISTINCT FROM u.selected_group_id[1], s.group_id
    LIMIT 1
  ) m ON true
  LEFT JOIN roles r ON r.group_id = m.group_id AND r.id = m.role_id
  WHERE t.token_hash = hash AND t.revoked_at IS NULL AND t.expires_at > now()
  $$;

-- Enters a space for the current transaction. An error ends the transaction if the token is not valid for this caller, so
-- that a revoked token or a changed role takes effect immediately and nothing behind the entry runs.
CREATE FUNCTION doorstep_enter(hash bytea, for_user bigint, for_group bigint, for_role bigint, is_named boolean)
  RETURNS boolean
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  caller record;
BEGIN
  SELECT c.role_type, c.device_id, t.rights, CASE WHEN c.device_id IS NULL THEN t.label END AS token INTO caller
  FROM doorstep_caller(hash, CASE WHEN is_named THEN for_group END) c JOIN access_tokens t ON t.token_hash = hash
  WHERE c.user_id = for_user AND c.group_id = for_group AND c.role_id = for_role;
  -- Row-level security might not apply to another role.
  IF NOT FOUND OR current_setting('role') <> 'doorstep_app' THEN
    RAISE EXCEPTION USING ERRCODE = 'DS001', MESSAGE = 'the token is not valid for this caller';
  END IF;
  PERFORM set_config('doorstep.user_id', for_user::text, true),
    set_config('doorstep.role_type', coalesce(caller.role_type, ''), true),
    set_config('doorstep.device_id', coalesce(caller.device_id::text, ''), true),
    set_config('doorstep.token', coalesce(caller.token, ''), true),
    set_config('doorstep.rights', coalesce(array_to_string(caller.rights, ','), ''), true);
  -- A token that only reads.
  IF caller.rights <@ ARRAY['read'] THEN
    PERFORM set_config('transaction_read_only', 'on', true);
  END IF;
  RETURN set_config('doorstep.group_id', for_group::text, true) IS NOT NULL;
END
$$;

-- Why a token does not enter a space that its person belongs or belonged to, for their phone: 'removed', 'suspended', or 'signed_out'
-- for a device that was signed out of this space and perhaps not of others. An expired token tells too, because a phone may have
-- been switched off meanwhile.
CREATE FUNCTION doorstep_why_not(hash bytea, named bigint) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT CASE WHEN m.removed_at IS NOT NULL THEN 'removed' WHEN m.suspended_at IS NOT NULL THEN 'suspended' ELSE 'signed_out' END
  FROM access_tokens t
  JOIN users u ON u.id = t.user_id AND u.active AND u.deleted_at IS NULL
  LEFT JOIN devices d ON d.id = t.device_id
  JOIN space_users m ON m.user_id = u.id AND m.group_id = coalesce(named, t.group_id, u.selected_group_id[1], u.group_id)
    AND (m.removed_at IS NOT NULL OR m.suspended_at IS NOT NULL OR d.begun_at <= m.sign_in_after)
  WHERE t.token_hash = hash AND t.revoked_at IS NULL
  $$;
REVOKE ALL ON FUNCTION doorstep_why_not(bytea, bigint) FROM PUBLIC;

-- All spaces of the person behind a token, with their role in each. A pinned token gives its own space only.
CREATE FUNCTION doorstep_my_spaces(hash bytea)
  RETURNS TABLE (id bigint, name text, role_id bigint, role_name text, role_order integer, role_type text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT s.group_id, s.name, r.id, r.name, r."order", r.type
  FROM doorstep_caller(hash) c
  JOIN access_tokens t ON t.token_hash = hash
  LEFT JOIN devices d ON d.id = t.device_id
  JOIN space_users m ON m.user_id = c.user_id AND m.group_id = coalesce(t.group_id, m.group_id) AND m.removed_at IS NULL
    AND m.suspended_at IS NULL AND CASE WHEN t.device_id IS NULL THEN t.created_at > m.token_after ELSE d.begun_at > m.sign_in_after END
  JOIN spaces s ON s.group_id = m.group_id AND s.archived_at IS NULL
  JOIN roles r ON r.group_id = m.group_id AND r.id = m.role_id
  ORDER BY s.group_id
  $$;

-- Signs a person of the current space out of it, and of no other: devices and tokens for scripts have to be renewed to enter it.
-- Returns how many could enter it before.
CREATE FUNCTION doorstep_sign_out(person bigint) RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  ended integer;
BEGIN
  IF NOT doorstep_is_manager() OR doorstep_is_above(person) THEN
    RAISE EXCEPTION USING ERRCODE = 'DS003', MESSAGE = 'only for managers';
  END IF;
  SELECT (SELECT count(*) FROM devices d
      WHERE d.user_id = person AND d.revoked_at IS NULL AND d.begun_at > m.sign_in_after AND EXISTS (
        SELECT FROM refresh_tokens r WHERE r.device_id = d.id AND r.expires_at > now()))
    + (SELECT count(*) FROM access_tokens t
      WHERE t.user_id = person AND t.device_id IS NULL AND t.revoked_at IS NULL AND t.expires_at > now()
        AND coalesce(t.group_id, m.group_id) = m.group_id AND t.created_at > m.token_after)
    INTO ended
    FROM space_users m WHERE m.group_id = doorstep_space() AND m.user_id = person AND m.removed_at IS NULL FOR UPDATE;
  UPDATE space_users SET sign_in_after = clock_timestamp(), token_after = clock_timestamp()
    WHERE group_id = doorstep_space() AND user_id = person AND removed_at IS NULL;
  RETURN coalesce(ended, 0);
END
$$;
REVOKE ALL ON FUNCTION doorstep_sign_out(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_sign_out(bigint) TO doorstep_app;
