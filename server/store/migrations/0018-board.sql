-- What each phone counted last, for the board of the leaders. Not a record: no history, no feed, deleted after a week.

CREATE TABLE board_reports (
  group_id bigint NOT NULL REFERENCES spaces,
  -- Requests cannot write this column: it is always the person of the request.
  user_id bigint NOT NULL DEFAULT doorstep_user(),
  -- 0 for a token without a device. Not a reference: a phone that was signed out may still have unsent records.
  device_id bigint NOT NULL,
  report jsonb NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (group_id, user_id, device_id),
  FOREIGN KEY (group_id, user_id) REFERENCES space_users (group_id, user_id)
);

-- Whose counts the caller sees: their own, those of the teams that they lead, and as a manager everyone's.
CREATE FUNCTION doorstep_sees_board(person bigint) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT doorstep_is_manager() OR person = doorstep_user()
    OR EXISTS (
      SELECT FROM team_users own
      JOIN team_users theirs USING (group_id, team_id)
      JOIN teams t ON t.group_id = own.group_id AND t.id = own.team_id AND t.deleted_at IS NULL
      WHERE own.group_id = doorstep_space() AND own.user_id = doorstep_user() AND own.leader
        AND theirs.user_id = person
    )
  $$;
REVOKE ALL ON FUNCTION doorstep_sees_board(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION doorstep_sees_board(bigint) TO doorstep_app;

ALTER TABLE board_reports ENABLE ROW LEVEL SECURITY;
CREATE POLICY visible ON board_reports FOR SELECT TO doorstep_app
  USING (group_id = doorstep_space() AND doorstep_sees_board(user_id));
CREATE POLICY own_insert ON board_reports FOR INSERT TO doorstep_app
  WITH CHECK (group_id = doorstep_space() AND user_id = doorstep_user());
CREATE POLICY own_update ON board_reports FOR UPDATE TO doorstep_app
  USING (group_id = doorstep_space() AND user_id = doorstep_user());
-- Sums of money: hidden from tokens without that right.
CREATE POLICY rights ON board_reports AS RESTRICTIVE TO doorstep_app USING ((SELECT doorstep_may('money')));
GRANT SELECT, INSERT (group_id, device_id, report), UPDATE (report, received_at) ON board_reports TO doorstep_app;
