import { savedColumns } from './version6';

/** The columns of the queue that came after the first version stand at the end, as they did. */
const columns = `seq, id, scope_id, kind, entity, body, body_hash, body_version, base, state, attempts, next_attempt_at,
  lease_until, lease_owner, server_id, problem, replaced_by, who, amount, currency, payment_method_kind, contact_id,
  external_transaction_id, created_at, updated_at, sent_at, acked_at, seen_at, notes, exported_at, sealed_with`;

/**
 * The queue as it was, row by row and column by column, with its two checks written another way. For each row that is
 * written SQLite makes a table of the words of an `IN (…)` and looks the one at hand up in it; of words joined by OR it
 * compares the first. In Node, where a commit is quick, a capture takes a tenth less for it.
 *
 * A check cannot be changed in its place. It goes through a copy that no other table or view has heard of, because to
 * rename a table would rename it in the view `saves` as well. All of it is one transaction: the old queue or the new one.
 *
 * A draft says which record it becomes and is over when that is in the queue, so that saving it need not write the page
 * of the drafts besides. It stays until the record goes, or the next draft of its form takes its place.
 */
export const version8 = `
CREATE TABLE outbox_before AS SELECT ${columns} FROM outbox;
DROP TABLE outbox;

CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  scope_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind = 'bundle_create' OR kind = 'bundle_update' OR kind = 'team_create'
    OR kind = 'team_edit' OR kind = 'team_delete' OR kind = 'user_update' OR kind = 'role_change'
    OR kind = 'invitation'),
  entity TEXT NOT NULL,
  body TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  body_version INTEGER NOT NULL,
  base TEXT,
  state TEXT NOT NULL CHECK (state = 'queued' OR state = 'sending' OR state = 'acked' OR state = 'unknown'
    OR state = 'parked' OR state = 'blocked' OR state = 'needs_person' OR state = 'replaced'),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL DEFAULT 0,
  lease_until INTEGER,
  lease_owner TEXT,
  server_id INTEGER,
  problem TEXT,
  replaced_by TEXT,
  who TEXT,
  amount INTEGER,
  currency TEXT,
  payment_method_kind TEXT,
  contact_id INTEGER,
  external_transaction_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  sent_at INTEGER,
  acked_at INTEGER,
  seen_at INTEGER,
  notes TEXT,
  exported_at INTEGER,
  sealed_with TEXT
);
INSERT INTO outbox (${columns}) SELECT ${columns} FROM outbox_before ORDER BY seq;
DROP TABLE outbox_before;

CREATE INDEX outbox_by_state ON outbox (scope_id, state, seq, next_attempt_at);
CREATE INDEX outbox_by_entity ON outbox (scope_id, entity, seq) WHERE entity <> 'bundle:' || id;

CREATE TRIGGER outbox_is_frozen
BEFORE UPDATE OF id, scope_id, kind, body, body_hash, body_version, base, created_at, sealed_with ON outbox
BEGIN
  SELECT RAISE(ABORT, 'what was captured is frozen');
END;

CREATE TRIGGER outbox_keeps_unsent
BEFORE DELETE ON outbox
WHEN NOT (
  (OLD.state = 'acked' AND OLD.seen_at IS NOT NULL)
  OR (OLD.state = 'replaced' AND NOT EXISTS (SELECT 1 FROM outbox AS mended WHERE mended.id = OLD.replaced_by))
  OR OLD.exported_at IS NOT NULL
)
BEGIN
  SELECT RAISE(ABORT, 'an unsent record is never removed');
END;

CREATE TRIGGER outbox_seals_with_a_copy
BEFORE INSERT ON outbox
WHEN NEW.sealed_with IS NOT NULL AND NOT EXISTS (SELECT 1 FROM row_keys WHERE id = NEW.sealed_with)
BEGIN
  SELECT RAISE(ABORT, 'nobody could open this record without this device');
END;

ALTER TABLE drafts ADD COLUMN becomes TEXT;

CREATE TRIGGER drafts_go_with_their_record
AFTER DELETE ON outbox
BEGIN
  DELETE FROM drafts WHERE becomes = OLD.id;
END;

DROP TRIGGER saves_are_whole;
CREATE TRIGGER saves_are_whole
INSTEAD OF INSERT ON saves
BEGIN
  INSERT INTO outbox (${savedColumns}, state)
  VALUES (NEW.id, NEW.scope_id, NEW.kind, NEW.entity, NEW.body, NEW.body_hash, NEW.body_version, NEW.base, NEW.who,
    NEW.amount, NEW.currency, NEW.payment_method_kind, NEW.contact_id, NEW.external_transaction_id, NEW.created_at,
    NEW.updated_at, NEW.sealed_with, 'queued');
  INSERT INTO facts (scope_id, key, value)
    SELECT NEW.scope_id, value ->> 0, value ->> 1 FROM json_each(NEW.facts) WHERE true
    ON CONFLICT (scope_id, key) DO UPDATE SET value = excluded.value WHERE value IS NOT excluded.value;
  DELETE FROM drafts WHERE scope_id = NEW.scope_id AND key = NEW.draft_key AND becomes IS NOT NEW.id;
END;
`;
