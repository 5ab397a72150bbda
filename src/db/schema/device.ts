/**
 * What exists on this phone alone, besides the outbox. `facts` are single values (`src/db/facts.ts`), with scope 0 for
 * those of the phone itself.
 */
export const deviceSchema = `
CREATE TABLE scopes (
  id INTEGER PRIMARY KEY,
  service TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  space_id INTEGER NOT NULL,
  UNIQUE (service, user_id, space_id)
);

CREATE TABLE facts (
  scope_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (scope_id, key)
) WITHOUT ROWID;

CREATE TABLE drafts (
  scope_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  body TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (scope_id, key)
) WITHOUT ROWID;

CREATE TABLE day_entries (
  scope_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  saved_on TEXT NOT NULL,
  shift_id TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  taken_on TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  payment_method_kind TEXT NOT NULL,
  memberships INTEGER NOT NULL,
  donations INTEGER NOT NULL,
  who TEXT,
  is_lost INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (scope_id, id)
) WITHOUT ROWID;
CREATE INDEX day_entries_by_day ON day_entries (scope_id, saved_on, saved_at);
CREATE INDEX day_entries_by_shift ON day_entries (scope_id, shift_id, saved_at);

CREATE TABLE invitation_results (
  scope_id INTEGER NOT NULL,
  row_id TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, row_id)
) WITHOUT ROWID;

CREATE TABLE roll_calls (
  scope_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  team_id INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);
`;
