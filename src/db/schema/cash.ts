/**
 * Shifts of the person on this phone, and the cash records that the service has. One that is not sent yet is in the outbox.
 */
export const cashSchema = `
CREATE TABLE shifts (
  scope_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  PRIMARY KEY (scope_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX shifts_one_open ON shifts (scope_id) WHERE ended_at IS NULL;

-- The days to call back of the promises of this phone, for a service that does not return them.
CREATE TABLE call_backs (
  scope_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  day TEXT,
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (scope_id, id)
) WITHOUT ROWID;

-- Records that were fixed, with the id of the row that replaced each: a count, or one in progress, has the key before.
CREATE TABLE fixed_records (
  scope_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  replaced_by TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
) WITHOUT ROWID;
CREATE INDEX fixed_records_by_replacement ON fixed_records (scope_id, replaced_by);

CREATE TABLE cash_records (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  key TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  content TEXT NOT NULL,
  -- What the service found about the signed code in the record.
  signature TEXT,
  PRIMARY KEY (scope_id, id)
);
CREATE INDEX cash_records_by_key ON cash_records (scope_id, key);
`;
