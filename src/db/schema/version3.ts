/** The letter of a word at a place, as the number that `beginningsOf` counts with. */
const letter = (place: number) => `unicode(substr(word, ${place}, 1))`;

/** What `beginningsOf` says of one word. */
const beginningsOfWord = `1 << ${letter(1)} % 47
    | iif(length(word) > 1, 1 << (${letter(1)} * 31 + ${letter(2)}) % 47, 0)
    | iif(length(word) > 2, 1 << (${letter(1)} * 961 + ${letter(2)} * 31 + ${letter(3)}) % 47, 0)`;

/** The words once more, each with the beginnings of all words of its record. */
function wordsWithBeginnings(table: string): string {
  return `
CREATE TEMP TABLE found (
  scope_id INTEGER NOT NULL,
  record_id INTEGER NOT NULL,
  beginnings INTEGER NOT NULL,
  PRIMARY KEY (scope_id, record_id)
) WITHOUT ROWID;
INSERT INTO found SELECT scope_id, record_id, ${beginningsOfWord} FROM ${table} WHERE true
  ON CONFLICT DO UPDATE SET beginnings = beginnings | excluded.beginnings;
ALTER TABLE ${table} RENAME TO ${table}_before;
CREATE TABLE ${table} (
  scope_id INTEGER NOT NULL,
  word TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  beginnings INTEGER NOT NULL,
  PRIMARY KEY (scope_id, word, record_id)
) WITHOUT ROWID;
INSERT INTO ${table}
  SELECT scope_id, word, record_id, beginnings FROM ${table}_before CROSS JOIN found USING (scope_id, record_id);
DROP TABLE ${table}_before;
DROP TABLE found;`;
}

const sumOfOldLine = `scope_id = OLD.scope_id AND month = substr(OLD.day, 1, 7)
    AND payment_method_kind = OLD.payment_method_kind AND currency = OLD.currency
    AND status_id = coalesce(OLD.status_id, -1)
    AND with_donation = OLD.with_donation AND with_membership = OLD.with_membership`;

/**
 * Three answers that cost too much on a phone with tens of thousands of records. A search for several words read every
 * record of the rarest one: its entry in the index now says which beginnings the record has. A list by name read every
 * line from a page of its own: the index now holds the line. The sums of years were added up from days: they are kept
 * by month too.
 */
export const version3 = `${wordsWithBeginnings('contact_words')}
${wordsWithBeginnings('user_words')}

DROP INDEX contacts_by_name;
CREATE INDEX contacts_by_name ON contacts (scope_id, sort_key, id, name, town, opted_out);

CREATE TABLE ledger_months (
  scope_id INTEGER NOT NULL,
  month TEXT NOT NULL,
  payment_method_kind TEXT NOT NULL,
  currency TEXT NOT NULL,
  status_id INTEGER NOT NULL,
  with_donation INTEGER NOT NULL,
  with_membership INTEGER NOT NULL,
  count INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (scope_id, month, payment_method_kind, currency, status_id, with_donation, with_membership)
) WITHOUT ROWID;
INSERT INTO ledger_months
  SELECT scope_id, substr(day, 1, 7) AS month, payment_method_kind, currency, status_id, with_donation,
    with_membership, sum(count), sum(amount)
  FROM ledger_days
  GROUP BY scope_id, month, payment_method_kind, currency, status_id, with_donation, with_membership;

CREATE TRIGGER ledger_months_grow AFTER INSERT ON bundle_transactions
BEGIN
  INSERT INTO ledger_months VALUES (NEW.scope_id, substr(NEW.day, 1, 7), NEW.payment_method_kind, NEW.currency,
    coalesce(NEW.status_id, -1), NEW.with_donation, NEW.with_membership, 1, NEW.amount)
  ON CONFLICT DO UPDATE SET count = count + 1, amount = amount + excluded.amount;
END;

CREATE TRIGGER ledger_months_shrink AFTER DELETE ON bundle_transactions
BEGIN
  UPDATE ledger_months SET count = count - 1, amount = amount - OLD.amount
  WHERE ${sumOfOldLine};
  DELETE FROM ledger_months
  WHERE ${sumOfOldLine} AND count = 0;
END;
`;
