-- A request may name the space it is meant for. Without that, a phone whose owner chooses another space on
-- another device would go on sending what it holds, into the wrong space.

DROP FUNCTION doorstep_enter(bytea, bigint, bigint, bigint);
DROP FUNCTION doorstep_caller(bytea);

-- Who stands behind a token, and in which space: the named one if they belong to it and the token is not pinned
-- elsewhere; without a name the pinned one, else the first chosen one they belong to, else their home. No row for
-- a token that is unknown, expired or revoked. Without SECURITY DEFINER and SET it becomes part of the statement that
-- asks: inside doorstep_enter, which every request runs, calling it cost more than the answer. Requests may not call it.
CREATE FUNCTION doorstep_callers_by(hash bytea, named bigint)
  RETURNS TABLE (user_id bigint, group_id bigint, role_id bigint, role_type text)
  LANGUAGE sql STABLE
  AS $$
  SELECT u.id, m.group_id, m.role_id, r.type
  FROM access_tokens t
  JOIN users u ON u.id = t.user_id AND u.active AND u.deleted_at IS NULL
  JOIN LATERAL (
    SELECT s.group_id, s.role_id
    FROM space_users s
    WHERE s.user_id = u.id
      AND CASE
            WHEN named IS NOT NULL THEN s.group_id = named AND coalesce(t.group_id, named) = named
            WHEN t.group_id IS NOT NULL THEN s.group_id = t.group_id
            ELSE s.group_id IN (u.selected_group_id[1], u.group_id)
          END
    ORDER BY s.group_id IS DISTINCT FROM u.selected_group_id[1]
    LIMIT 1
  ) m ON true
  JOIN roles r ON r.group_id = m.group_id AND r.id = m.role_id
  WHERE t.token_hash = hash AND t.revoked_at IS NULL AND t.expires_at > now()
  $$;
REVOKE ALL ON FUNCTION doorstep_callers_by(bytea, bigint) FROM PUBLIC;

CREATE FUNCTION doorstep_caller(hash bytea, named bigint DEFAULT NULL)
  RETURNS TABLE (user_id bigint, group_id bigint, role_id bigint, role_type text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
  SELECT c.user_id, c.group_id, c.role_id, c.role_type FROM doorstep_callers_by(hash, named) c
  $$;

-- Enters a space for this transaction, provided the token still stands for who the service thinks it does.
-- Checked inside the transaction itself, so that a revoked token or a changed role has no grace at all.
CREATE FUNCTION doorstep_enter(
    hash bytea, for_user bigint, for_group bigint, for_role bigint, is_named boolean)
  RETURNS boolean
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  -- Under any other role row-level security might not hold.
  IF current_setting('role') <> 'doorstep_app' THEN
    RETURN false;
  END IF;
  PERFORM 1 FROM doorstep_callers_by(hash, CASE WHEN is_named THEN for_group END) c
    WHERE c.user_id = for_user AND c.group_id = for_group AND c.role_id = for_role;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM set_config('doorstep.group_id', for_group::text, true);
  RETURN true;
END
$$;

REVOKE ALL ON FUNCTION doorstep_caller(bytea, bigint), doorstep_enter(bytea, bigint, bigint, bigint, boolean)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_caller(bytea, bigint), doorstep_enter(bytea, bigint, bigint, bigint, boolean)
  TO doorstep_app;
