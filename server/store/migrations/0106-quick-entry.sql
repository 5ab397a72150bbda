-- The check that every request begins with, in as few rows as it takes: the token, the person and their place in
-- the space. It was the dearest part of a small request. Whom it lets in is what doorstep_callers_by gives
-- (__tests__/server/entry.test.ts holds the two together). Whoever is not let in ends the transaction by an
-- error of their own, so that nothing sent behind the check is even tried.
--
-- Tables are named in full instead of by SET search_path, which would cost as much as a third of the check.
CREATE OR REPLACE FUNCTION doorstep_enter(
    hash bytea, for_user bigint, for_group bigint, for_role bigint, is_named boolean)
  RETURNS boolean
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  AS $$
DECLARE
  pinned bigint;
  chosen bigint;
  home bigint;
  is_let_in boolean;
BEGIN
  SELECT t.group_id, u.selected_group_id[1], u.group_id INTO pinned, chosen, home
    FROM public.access_tokens t, public.users u, public.space_users s
    WHERE t.token_hash = hash AND t.user_id = for_user AND t.revoked_at IS NULL AND t.expires_at > now()
      AND u.id = for_user AND u.active AND u.deleted_at IS NULL
      AND s.group_id = for_group AND s.user_id = for_user AND s.role_id = for_role;
  -- Under any other role row-level security might not hold.
  is_let_in := FOUND AND current_setting('role') = 'doorstep_app' AND coalesce(pinned, for_group) = for_group;
  IF is_let_in AND NOT is_named AND pinned IS NULL AND for_group IS DISTINCT FROM chosen THEN
    -- Without a name and a pin it is the space they chose, or their home if they are not in that one.
    is_let_in := for_group = home
      AND NOT EXISTS (SELECT FROM public.space_users s WHERE s.group_id = chosen AND s.user_id = for_user);
  END IF;
  IF NOT is_let_in THEN
    RAISE EXCEPTION USING ERRCODE = 'DS001', MESSAGE = 'the token does not stand for this caller';
  END IF;
  RETURN set_config('doorstep.group_id', for_group::text, true) IS NOT NULL;
END
$$;
