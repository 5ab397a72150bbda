-- What an imported record is called in the table it came from, so that importing the same file again changes
-- the same records instead of adding them once more.
CREATE TABLE import_keys (
  group_id bigint NOT NULL REFERENCES spaces,
  kind text NOT NULL CHECK (kind IN ('contact', 'membership_price', 'donation_price')),
  external_id text NOT NULL,
  id bigint NOT NULL,
  PRIMARY KEY (group_id, kind, external_id)
);
-- Requests have no business here: no policy, no grant.
ALTER TABLE import_keys ENABLE ROW LEVEL SECURITY;
