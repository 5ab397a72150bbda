/**
 * The queue of writes. The triggers enforce the promise in the file, independent of the code: a captured body never
 * changes, and a row is deleted only when the service has it, when a person cancelled or replaced it, or when it is in an
 * exported file. `deliveries` has the number that the service gave to each record of this phone, also after its row is
 * deleted. `receipts` has the receipt numbers that this phone gave; a trigger records which of them belong to no record
 * that is ever sent.
 */
export const outboxSchema = `
CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  scope_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('bundle_create', 'bundle_update', 'team_create', 'team_edit', 'team_delete',
    'user_update', 'role_change', 'invitation', 'visit_create', 'cash_record',
    'contact_create', 'contact_update', 'answers_create')),
  entity TEXT NOT NULL,
  body TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  body_version INTEGER NOT NULL,
  base TEXT,
  state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'acked', 'unknown', 'parked', 'blocked', 'needs_person',
    'replaced', 'local', 'cancelled')),
  attempts INTEGER NOT NULL DEFAULT 0,
  attempts_without_key INTEGER NOT NULL DEFAULT 0,
  failed_lookups INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL DEFAULT 0,
  lease_until INTEGER,
  lease_owner TEXT,
  server_id INTEGER,
  position TEXT,
  problem TEXT,
  notes TEXT,
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
  confirmed_at INTEGER,
  exported_at INTEGER
);
CREATE INDEX outbox_by_state ON outbox (scope_id, state, seq, next_attempt_at);
CREATE INDEX outbox_by_entity ON outbox (scope_id, entity, seq);
CREATE INDEX outbox_by_replacement ON outbox (replaced_by) WHERE replaced_by IS NOT NULL;

CREATE TRIGGER outbox_refuses_to_change_a_capture
BEFORE UPDATE OF id, scope_id, kind, body, body_hash, body_version, base, created_at ON outbox
BEGIN
  SELECT RAISE(ABORT, 'a captured record cannot be changed');
END;

CREATE TRIGGER outbox_refuses_to_delete_unsent
BEFORE DELETE ON outbox
WHEN NOT (
  (OLD.state = 'acked' AND OLD.confirmed_at IS NOT NULL)
  OR (OLD.state = 'replaced' AND NOT EXISTS (SELECT 1 FROM outbox AS replacement WHERE replacement.id = OLD.replaced_by))
  OR OLD.state = 'cancelled'
  OR OLD.exported_at IS NOT NULL
)
BEGIN
  SELECT RAISE(ABORT, 'an unsent record cannot be deleted');
END;

CREATE TABLE deliveries (
  scope_id INTEGER NOT NULL,
  row_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  server_id INTEGER NOT NULL,
  delivered_at INTEGER NOT NULL,
  PRIMARY KEY (scope_id, row_id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX deliveries_by_number ON deliveries (scope_id, server_id, kind);

CREATE TRIGGER outbox_records_the_number_of_an_acked_row
AFTER UPDATE OF state, server_id ON outbox
WHEN NEW.state = 'acked' AND NEW.server_id IS NOT NULL AND NEW.kind IN ('bundle_create', 'team_create')
BEGIN
  INSERT OR REPLACE INTO deliveries VALUES (NEW.scope_id, NEW.id, NEW.kind, NEW.server_id, NEW.updated_at);
END;

CREATE TRIGGER outbox_deletes_the_number_of_a_row_to_send_again
AFTER UPDATE OF state ON outbox
WHEN OLD.state = 'acked' AND NEW.state <> 'acked'
BEGIN
  DELETE FROM deliveries WHERE scope_id = OLD.scope_id AND row_id = OLD.id;
END;

CREATE TABLE receipts (
  scope_id INTEGER NOT NULL,
  book INTEGER NOT NULL,
  number INTEGER NOT NULL,
  row_id TEXT NOT NULL,
  capture_id TEXT NOT NULL,
  code TEXT NOT NULL,
  is_void INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (scope_id, book, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX receipts_by_row ON receipts (scope_id, row_id);
CREATE INDEX receipts_by_capture ON receipts (scope_id, capture_id);

CREATE TRIGGER outbox_voids_the_receipt_of_a_cancelled_row
AFTER UPDATE OF state ON outbox
WHEN (OLD.state IN ('cancelled', 'replaced')) <> (NEW.state IN ('cancelled', 'replaced'))
BEGIN
  UPDATE receipts SET is_void = NEW.state IN ('cancelled', 'replaced') WHERE scope_id = NEW.scope_id AND row_id = NEW.id;
END;
`;
