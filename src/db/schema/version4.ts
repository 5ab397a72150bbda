/**
 * Rows that a browser seals. What is personal of such a row stands in its body as ciphertext, under a key that the
 * device does not hand out; a copy of the key that only the treasurer can open stands in `row_keys`. From here on the
 * file itself refuses a sealed row without that copy, and to let a copy go or change while a row needs it.
 */
export const version4 = `
CREATE TABLE row_keys (
  id TEXT PRIMARY KEY,
  scope_id INTEGER NOT NULL,
  recipient TEXT NOT NULL,
  copy TEXT NOT NULL,
  made_at INTEGER NOT NULL
);
CREATE INDEX row_keys_by_recipient ON row_keys (scope_id, recipient, made_at);

ALTER TABLE outbox ADD COLUMN sealed_with TEXT;
ALTER TABLE drafts ADD COLUMN sealed_with TEXT;

CREATE TRIGGER outbox_seal_is_frozen
BEFORE UPDATE OF sealed_with ON outbox
BEGIN
  SELECT RAISE(ABORT, 'what was captured is frozen');
END;

CREATE TRIGGER outbox_seals_with_a_copy
BEFORE INSERT ON outbox
WHEN NEW.sealed_with IS NOT NULL AND NOT EXISTS (SELECT 1 FROM row_keys WHERE id = NEW.sealed_with)
BEGIN
  SELECT RAISE(ABORT, 'nobody could open this record without this device');
END;

CREATE TRIGGER row_keys_are_frozen
BEFORE UPDATE ON row_keys
BEGIN
  SELECT RAISE(ABORT, 'a copy of a key is frozen');
END;

CREATE TRIGGER row_keys_stay
BEFORE DELETE ON row_keys
WHEN EXISTS (SELECT 1 FROM outbox WHERE sealed_with = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'a record still needs this key');
END;
`;
