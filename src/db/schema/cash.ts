/**
 * Shifts of the person on this phone, and cash records: the person's own, and those that the service shows them. A cash
 * record is written once; the trigger enforces that in the file.
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

CREATE TABLE cash_records (
  scope_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  id INTEGER,
  kind TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  made_at TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (scope_id, key)
);
CREATE INDEX cash_records_by_person ON cash_records (scope_id, user_id, made_at);
CREATE INDEX cash_records_by_number ON cash_records (scope_id, id) WHERE id IS NOT NULL;

CREATE TRIGGER cash_records_refuse_to_change
BEFORE UPDATE OF key, kind, user_id, content ON cash_records
WHEN NEW.content IS NOT OLD.content
BEGIN
  SELECT RAISE(ABORT, 'a cash record cannot be changed');
END;
`;
