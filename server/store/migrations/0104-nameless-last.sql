-- Whoever has no name stands after everyone who has one, and whoever has a first name alone stands by it: the order
-- of the phone. The key of nobody's name is the last character there is (server/store/fold.ts).
ALTER TABLE users ALTER COLUMN sort_key SET DEFAULT chr(1114111);
ALTER TABLE space_users ALTER COLUMN sort_key SET DEFAULT chr(1114111);
ALTER TABLE contacts ALTER COLUMN sort_key SET DEFAULT chr(1114111);

-- A person's key follows into their spaces by the trigger on users.
UPDATE users SET sort_key = coalesce(nullif(ltrim(sort_key, chr(1) || ' '), ''), chr(1114111))
  WHERE left(sort_key, 1) IN ('', chr(1), ' ');
UPDATE contacts SET sort_key = coalesce(nullif(ltrim(sort_key, chr(1) || ' '), ''), chr(1114111))
  WHERE left(sort_key, 1) IN ('', chr(1), ' ');
