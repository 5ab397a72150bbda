/**
 * The queue of writes. The triggers enforce the promise in the file, independent of the code: a captured body never
 * changes, and a row that may not have arrived is never deleted.
 */
export const outboxSchema = `
CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  scope_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('bundle_create', 'bundle_update', 'team_create', 'team_edit', 'team_delete',
    'user_update', 'role_change', 'invitation')),
  entity TEXT NOT NULL,
  body TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  body_version INTEGER NOT NULL,
  base TEXT,
  state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'acked', 'unknown', 'parked', 'blocked', 'needs_person',
    'replaced')),
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
  OR OLD.exported_at IS NOT NULL
)
BEGIN
  SELECT RAISE(ABORT, 'an unsent record cannot be deleted');
END;
`;
