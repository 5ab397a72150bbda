/** A list that is short enough to be read completely. `body` is the record's JSON as the service sent it. */
const recordTable = (name: string) => `
CREATE TABLE ${name} (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  sort_key TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);`;

const recordTables = [
  'actions',
  'teams',
  'public_teams',
  'roles',
  'forms',
  'membership_price_groups',
  'donation_prices',
  'transaction_statuses',
];

/**
 * Copies of the service's records; a visit is never sent back, so it has columns only. Next to the body are the columns that lists sort and filter by. Contact bodies have
 * a separate table, and `contacts_by_name` covers all columns of a line, so that a list reads few pages of the file.
 * A contact that is not indexed yet (`src/db/search/deferredIndex.ts`) is in neither index.
 */
export const cacheSchema = `${recordTables.map(recordTable).join('\n')}

CREATE TABLE transaction_settings (
  scope_id INTEGER PRIMARY KEY,
  body TEXT NOT NULL
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

CREATE TABLE contacts (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  sort_key TEXT NOT NULL,
  name TEXT NOT NULL,
  town TEXT NOT NULL,
  opted_out INTEGER NOT NULL,
  words TEXT NOT NULL,
  is_indexed INTEGER NOT NULL,
  PRIMARY KEY (scope_id, id)
) WITHOUT ROWID;
CREATE INDEX contacts_by_name ON contacts (scope_id, sort_key, id, name, town, opted_out) WHERE is_indexed = 1;
CREATE INDEX contacts_not_indexed ON contacts (scope_id, id) WHERE is_indexed = 0;

CREATE TABLE visits (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  uuid TEXT NOT NULL,
  action_id INTEGER NOT NULL,
  door TEXT NOT NULL,
  contact_id INTEGER,
  outcome TEXT NOT NULL,
  undoes TEXT,
  note TEXT,
  visited_at INTEGER NOT NULL,
  come_back_at INTEGER,
  user_id INTEGER NOT NULL,
  declared INTEGER NOT NULL,
  PRIMARY KEY (scope_id, id)
);
CREATE INDEX visits_by_action ON visits (scope_id, action_id);
CREATE INDEX visits_by_uuid ON visits (scope_id, uuid);
CREATE INDEX visits_by_user ON visits (scope_id, user_id, visited_at);

CREATE TABLE answers (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  uuid TEXT NOT NULL,
  contact_id INTEGER,
  bundle_id INTEGER,
  answered_at TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  answers TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);
CREATE INDEX answers_by_contact ON answers (scope_id, contact_id);
CREATE INDEX answers_by_bundle ON answers (scope_id, bundle_id);
CREATE INDEX answers_by_uuid ON answers (scope_id, uuid);

CREATE TABLE contact_bodies (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  house TEXT NOT NULL,
  uuid TEXT,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);
CREATE INDEX contact_bodies_by_house ON contact_bodies (scope_id, house) WHERE house <> '';
CREATE INDEX contact_bodies_by_uuid ON contact_bodies (scope_id, uuid) WHERE uuid IS NOT NULL;
`;
