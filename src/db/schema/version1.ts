/**
 * The first layout. A version that has been released is never edited: what changes is a new version.
 *
 * Cached tables carry `scope_id` first, keep the record as it came in `body`, and hold beside it the few columns that
 * lists sort and filter by. Bodies of lists that grow to tens of thousands stand in a table of their own, so that a
 * list reads pages full of lines instead of pages full of JSON.
 */
export const version1 = `
CREATE TABLE scopes (
  id INTEGER PRIMARY KEY,
  service TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  space_id INTEGER NOT NULL,
  UNIQUE (service, user_id, space_id)
);

CREATE TABLE actions (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  sort_key TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);

CREATE TABLE teams (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  sort_key TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);

CREATE TABLE public_teams (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  sort_key TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);

CREATE TABLE users (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  sort_key TEXT NOT NULL,
  name TEXT NOT NULL,
  mail TEXT NOT NULL,
  phone TEXT NOT NULL,
  town TEXT NOT NULL,
  role_id INTEGER,
  role_name TEXT,
  role_type TEXT,
  words TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);
CREATE INDEX users_by_name ON users (scope_id, sort_key, id);

CREATE TABLE roles (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  sort_key TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);

CREATE TABLE contacts (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  sort_key TEXT NOT NULL,
  name TEXT NOT NULL,
  town TEXT NOT NULL,
  opted_out INTEGER NOT NULL,
  words TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
) WITHOUT ROWID;
CREATE INDEX contacts_by_name ON contacts (scope_id, sort_key, id);

CREATE TABLE contact_bodies (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);

CREATE TABLE contact_words (
  scope_id INTEGER NOT NULL,
  word TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  PRIMARY KEY (scope_id, word, record_id)
) WITHOUT ROWID;

CREATE TABLE user_words (
  scope_id INTEGER NOT NULL,
  word TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  PRIMARY KEY (scope_id, word, record_id)
) WITHOUT ROWID;

CREATE TABLE forms (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  sort_key TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);

CREATE TABLE membership_price_groups (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  sort_key TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);

CREATE TABLE donation_prices (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  sort_key TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);

CREATE TABLE transaction_statuses (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  sort_key TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);

CREATE TABLE transaction_settings (
  scope_id INTEGER PRIMARY KEY,
  body TEXT NOT NULL
);

CREATE TABLE transaction_bundles (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  delivery_token TEXT,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);
CREATE INDEX transaction_bundles_by_token ON transaction_bundles (scope_id, delivery_token)
  WHERE delivery_token IS NOT NULL;

CREATE TABLE bundle_transactions (
  scope_id INTEGER NOT NULL,
  bundle_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  day TEXT NOT NULL,
  date TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  payment_method_kind TEXT NOT NULL,
  status_id INTEGER,
  contact_id INTEGER,
  code_campaign TEXT,
  with_donation INTEGER NOT NULL,
  with_membership INTEGER NOT NULL,
  PRIMARY KEY (scope_id, bundle_id, position)
) WITHOUT ROWID;
CREATE INDEX bundle_transactions_by_date ON bundle_transactions (scope_id, date);
CREATE INDEX bundle_transactions_by_method ON bundle_transactions (scope_id, payment_method_kind, date);
CREATE INDEX bundle_transactions_by_status ON bundle_transactions (scope_id, status_id, date);
CREATE INDEX bundle_transactions_by_campaign ON bundle_transactions (scope_id, code_campaign, date)
  WHERE code_campaign IS NOT NULL;
CREATE INDEX bundle_transactions_with_donation ON bundle_transactions (scope_id, date)
  WHERE with_donation = 1;
CREATE INDEX bundle_transactions_with_membership ON bundle_transactions (scope_id, date)
  WHERE with_membership = 1;

CREATE TABLE ledger_days (
  scope_id INTEGER NOT NULL,
  day TEXT NOT NULL,
  payment_method_kind TEXT NOT NULL,
  currency TEXT NOT NULL,
  status_id INTEGER NOT NULL,
  with_donation INTEGER NOT NULL,
  with_membership INTEGER NOT NULL,
  count INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (scope_id, day, payment_method_kind, currency, status_id, with_donation, with_membership)
) WITHOUT ROWID;

CREATE TRIGGER ledger_days_grow AFTER INSERT ON bundle_transactions
BEGIN
  INSERT INTO ledger_days VALUES (NEW.scope_id, NEW.day, NEW.payment_method_kind, NEW.currency,
    coalesce(NEW.status_id, -1), NEW.with_donation, NEW.with_membership, 1, NEW.amount)
  ON CONFLICT DO UPDATE SET count = count + 1, amount = amount + excluded.amount;
END;

CREATE TRIGGER ledger_days_shrink AFTER DELETE ON bundle_transactions
BEGIN
  UPDATE ledger_days SET count = count - 1, amount = amount - OLD.amount
  WHERE scope_id = OLD.scope_id AND day = OLD.day AND payment_method_kind = OLD.payment_method_kind
    AND currency = OLD.currency AND status_id = coalesce(OLD.status_id, -1)
    AND with_donation = OLD.with_donation AND with_membership = OLD.with_membership;
  DELETE FROM ledger_days
  WHERE scope_id = OLD.scope_id AND day = OLD.day AND payment_method_kind = OLD.payment_method_kind
    AND currency = OLD.currency AND status_id = coalesce(OLD.status_id, -1)
    AND with_donation = OLD.with_donation AND with_membership = OLD.with_membership AND count = 0;
END;

CREATE TABLE bundle_contacts (
  scope_id INTEGER NOT NULL,
  contact_id INTEGER NOT NULL,
  bundle_id INTEGER NOT NULL,
  PRIMARY KEY (scope_id, contact_id, bundle_id)
) WITHOUT ROWID;
CREATE INDEX bundle_contacts_by_bundle ON bundle_contacts (scope_id, bundle_id);

CREATE TABLE bundle_history (
  scope_id INTEGER NOT NULL,
  bundle_id INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, bundle_id)
);

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
  seen_at INTEGER
);
CREATE INDEX outbox_by_state ON outbox (scope_id, state, seq, next_attempt_at);
CREATE INDEX outbox_by_entity ON outbox (scope_id, entity, seq);

CREATE TRIGGER outbox_is_frozen
BEFORE UPDATE OF id, scope_id, kind, body, body_hash, body_version, base, created_at ON outbox
BEGIN
  SELECT RAISE(ABORT, 'what was captured is frozen');
END;

CREATE TABLE sync_cursors (
  scope_id INTEGER NOT NULL,
  list TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (scope_id, list)
) WITHOUT ROWID;

CREATE TABLE sync_listed (
  scope_id INTEGER NOT NULL,
  list TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (scope_id, list, id)
) WITHOUT ROWID;

CREATE TABLE facts (
  scope_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (scope_id, key)
) WITHOUT ROWID;

CREATE TABLE set_aside (
  scope_id INTEGER NOT NULL,
  list TEXT NOT NULL,
  record TEXT NOT NULL,
  reason TEXT NOT NULL,
  raw TEXT NOT NULL,
  set_aside_at INTEGER NOT NULL,
  PRIMARY KEY (scope_id, list, record)
);

CREATE TABLE drafts (
  scope_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  body TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (scope_id, key)
) WITHOUT ROWID;

CREATE TABLE roll_calls (
  scope_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  team_id INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);

CREATE TABLE wanted_contacts (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  missing_at INTEGER,
  PRIMARY KEY (scope_id, id)
) WITHOUT ROWID;

CREATE TABLE wanted_forms (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  missing_at INTEGER,
  PRIMARY KEY (scope_id, id)
) WITHOUT ROWID;
`;
