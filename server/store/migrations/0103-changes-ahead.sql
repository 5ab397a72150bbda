-- How much a reader who begins has before them, so that a phone can show how far its first fetch is.
CREATE FUNCTION doorstep_changes_ahead() RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
  SELECT count(*) FROM change_log c
  WHERE c.group_id = doorstep_space() AND c.xid < pg_snapshot_xmin(pg_current_snapshot())
  $$;
REVOKE ALL ON FUNCTION doorstep_changes_ahead() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_changes_ahead() TO doorstep_app;
