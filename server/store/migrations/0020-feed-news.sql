-- What a process of the service has to know to answer a poll with nothing new from memory: which buckets have changes since a
-- number, and whose access has changed. One short statement serves all polls that wait for it.

-- The last change of who may enter: of one person everywhere (group_id 0), or of everyone in a space (user_id 0). Changes of
-- people, memberships and roles are in the log itself; an expiry is known beforehand.
CREATE TABLE access_changes (
  group_id bigint NOT NULL,
  user_id bigint NOT NULL,
  number bigint NOT NULL,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX access_changes_by_number ON access_changes (number);
-- Only functions use it: no policy, no grant.
ALTER TABLE access_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE change_timelines ENABLE ROW LEVEL SECURITY;

CREATE FUNCTION doorstep_tokens_ended() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  INSERT INTO access_changes SELECT DISTINCT 0, user_id, doorstep_number(0) FROM changed
    WHERE expires_at > now() AND (TG_OP = 'DELETE' OR revoked_at IS NOT NULL) ORDER BY 2
    ON CONFLICT (group_id, user_id) DO UPDATE SET number = excluded.number;
  RETURN NULL;
END
$$;
CREATE TRIGGER access_update AFTER UPDATE ON access_tokens REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_tokens_ended();
CREATE TRIGGER access_delete AFTER DELETE ON access_tokens REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_tokens_ended();

CREATE FUNCTION doorstep_space_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  INSERT INTO access_changes SELECT group_id, 0, doorstep_number(0) FROM changed ORDER BY 1
    ON CONFLICT (group_id, user_id) DO UPDATE SET number = excluded.number;
  RETURN NULL;
END
$$;
CREATE TRIGGER access_update AFTER UPDATE ON spaces REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION doorstep_space_changed();

-- The news since a number; none if it is null. `server` differs after a restart, a promotion and a restore. What is not before
-- `horizon` may come later, with a number from there on.
CREATE FUNCTION doorstep_news(since bigint)
  RETURNS TABLE (server text, horizon bigint, buckets jsonb, access jsonb)
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  horizon := doorstep_horizon(NULL);
  SELECT concat_ws(' ', epoch, pg_postmaster_start_time(), doorstep_timeline()) INTO server FROM change_epoch;
  SELECT jsonb_agg(jsonb_build_array(c.group_id, c.bucket, c.last)) INTO buckets
    FROM (SELECT group_id, bucket, max(number) AS last FROM change_log WHERE number >= since GROUP BY 1, 2) AS c;
  SELECT jsonb_agg(jsonb_build_array(a.group_id, a.user_id, a.number)) INTO access
    FROM access_changes a WHERE a.number >= since;
  RETURN NEXT;
END
$$;
-- How far a standby is: all changes before `horizon` had ended when the primary wrote this row, so that a standby that has it
-- has them too.
CREATE TABLE standby_mark (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  horizon bigint NOT NULL DEFAULT 0,
  at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO standby_mark DEFAULT VALUES;
ALTER TABLE standby_mark ENABLE ROW LEVEL SECURITY;
CREATE POLICY everyone ON standby_mark FOR SELECT TO doorstep_app USING (true);
GRANT SELECT ON standby_mark TO doorstep_app;

REVOKE ALL ON FUNCTION doorstep_news(bigint), doorstep_tokens_ended(), doorstep_space_changed() FROM PUBLIC;
