/** A record that something refers to and that the phone still has to fetch. */
const fetchQueueTable = (name: string) => `
CREATE TABLE ${name} (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  missing_at INTEGER,
  PRIMARY KEY (scope_id, id)
) WITHOUT ROWID;`;

/**
 * What a pull stores between two pages and two starts: its cursors, the ids a full read of a list has listed so far, the
 * records of each bucket of the feed, the records it could not read, and those to fetch one by one.
 */
export const syncStateSchema = `
CREATE TABLE sync_cursors (
  scope_id INTEGER NOT NULL,
  list TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (scope_id, list)
) WITHOUT ROWID;

CREATE TABLE listed_ids (
  scope_id INTEGER NOT NULL,
  list TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (scope_id, list, id)
) WITHOUT ROWID;

CREATE TABLE bucket_records (
  scope_id INTEGER NOT NULL,
  bucket TEXT NOT NULL,
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (scope_id, bucket, kind, id)
) WITHOUT ROWID;

CREATE TABLE quarantine (
  scope_id INTEGER NOT NULL,
  list TEXT NOT NULL,
  record TEXT NOT NULL,
  reason TEXT NOT NULL,
  raw TEXT NOT NULL,
  quarantined_at INTEGER NOT NULL,
  PRIMARY KEY (scope_id, list, record)
);
${fetchQueueTable('contacts_to_fetch')}
${fetchQueueTable('forms_to_fetch')}
`;
