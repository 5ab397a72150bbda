-- A mail address is what one signs in with and what an invitation is meant for, and anybody may write one into their
-- profile. Until they have signed in with it nobody knows that it is theirs, and whoever it belongs to must not be taken
-- for them: an invitation would otherwise let a stranger into a space, in the role that was meant for somebody else.
ALTER TABLE users ADD COLUMN mail_proven boolean NOT NULL DEFAULT true;

CREATE FUNCTION doorstep_mail_written() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  NEW.mail_proven := false;
  RETURN NEW;
END
$$;
CREATE TRIGGER users_mail_written BEFORE UPDATE OF mail ON users
  FOR EACH ROW WHEN (lower(OLD.mail) <> lower(NEW.mail)) EXECUTE FUNCTION doorstep_mail_written();

-- The person who has shown that this address is theirs, in whichever space: an invitation adds them instead of inviting.
CREATE OR REPLACE FUNCTION doorstep_user_by_mail(wanted text) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
  SELECT u.id FROM users u WHERE lower(u.mail) = lower(wanted) AND u.mail_proven AND u.deleted_at IS NULL
  $$;
