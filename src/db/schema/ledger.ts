/** Whether something of a bundle was refunded or stayed unpaid, read from the JSON that this app writes. */
export const hasRefund = (body: string) =>
  `(${body} GLOB '*"reimbursed_amount":[1-9]*' OR ${body} GLOB '*"unpaid_amount":[1-9]*')`;

/** Whether something of a bundle counts in another month than that of its date. */
export const hasCounted = (body: string) => `(${body} GLOB '*"counted":[[]{*')`;

/** Whether the comment of an item begins with the block of a new supporter (`domain/contacts/supporter.ts`). */
export const hasSupporter = (body: string) => `(${body} GLOB '*"comment":"New supporter\\n*')`;

/** Whether a payment of a bundle is a promise (`domain/promise.ts`). */
export const hasPromise = (body: string) => `(${body} GLOB '*"promised":true*')`;

/** Whether a bundle has a receipt (`domain/receipt.ts`). */
export const hasReceipt = (body: string) => `(${body} GLOB '*"receipt":"[1-9]*')`;

/** The periods of a line: the day of this phone's calendar, and the month of UTC, as months of money are (`domain/months.ts`). */
const periods = {
  day: (row: 'NEW' | 'OLD') => `${row}.day`,
  month: (row: 'NEW' | 'OLD') => `substr(${row}.date, 1, 7)`,
};

/** Sums of the ledger by day or by month, with the triggers that keep them equal to `bundle_transactions`. */
function sumTable(name: string, columns: readonly (keyof typeof periods)[]): string {
  const ofOldRow = `scope_id = OLD.scope_id AND ${columns.map((each) => `${each} = ${periods[each]('OLD')}`).join(' AND ')}
    AND payment_method_kind = OLD.payment_method_kind AND currency = OLD.currency
    AND status_id = coalesce(OLD.status_id, -1)
    AND with_donation = OLD.with_donation AND with_membership = OLD.with_membership`;
  return `
CREATE TABLE ${name} (
  scope_id INTEGER NOT NULL,
  ${columns.map((each) => `${each} TEXT NOT NULL,`).join(' ')}
  payment_method_kind TEXT NOT NULL,
  currency TEXT NOT NULL,
  status_id INTEGER NOT NULL,
  with_donation INTEGER NOT NULL,
  with_membership INTEGER NOT NULL,
  count INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (scope_id, ${columns.join(', ')}, payment_method_kind, currency, status_id, with_donation, with_membership)
) WITHOUT ROWID;

CREATE TRIGGER ${name}_add AFTER INSERT ON bundle_transactions
BEGIN
  INSERT INTO ${name} VALUES (NEW.scope_id, ${columns.map((each) => periods[each]('NEW')).join(', ')}, NEW.payment_method_kind, NEW.currency,
    coalesce(NEW.status_id, -1), NEW.with_donation, NEW.with_membership, 1, NEW.amount)
  ON CONFLICT DO UPDATE SET count = count + 1, amount = amount + excluded.amount;
END;

CREATE TRIGGER ${name}_subtract AFTER DELETE ON bundle_transactions
BEGIN
  UPDATE ${name} SET count = count - 1, amount = amount - OLD.amount WHERE ${ofOldRow};
  DELETE FROM ${name} WHERE ${ofOldRow} AND count = 0;
END;
`;
}

/**
 * Bundles, and one row per transaction with the columns that the ledger filters by. The sums have separate tables:
 * added up from 50,000 rows a filter took 300 ms (SQLite as WebAssembly), from these it takes 3 ms.
 */
export const ledgerSchema = `
CREATE TABLE transaction_bundles (
  scope_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  delivery_token TEXT,
  external_transaction_id INTEGER,
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, id)
);
CREATE INDEX transaction_bundles_by_token ON transaction_bundles (scope_id, delivery_token, id)
  WHERE delivery_token IS NOT NULL;
CREATE INDEX transaction_bundles_by_external_id ON transaction_bundles (scope_id, external_transaction_id)
  WHERE external_transaction_id IS NOT NULL;
CREATE INDEX transaction_bundles_with_refund ON transaction_bundles (scope_id, id)
  WHERE ${hasRefund('body')};
CREATE INDEX transaction_bundles_with_counted ON transaction_bundles (scope_id, id)
  WHERE ${hasCounted('body')};
CREATE INDEX transaction_bundles_with_supporter ON transaction_bundles (scope_id, id)
  WHERE ${hasSupporter('body')};
CREATE INDEX transaction_bundles_with_promise ON transaction_bundles (scope_id, id)
  WHERE ${hasPromise('body')};
CREATE INDEX transaction_bundles_by_receipt ON transaction_bundles (scope_id, body ->> '$.receipt')
  WHERE ${hasReceipt('body')};

CREATE TABLE bundle_transactions (
  scope_id INTEGER NOT NULL,
  bundle_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  day TEXT NOT NULL,
  date TEXT NOT NULL,
  amount INTEGER NOT NULL,
  reimbursed INTEGER NOT NULL,
  unpaid INTEGER NOT NULL,
  currency TEXT NOT NULL,
  payment_method_kind TEXT NOT NULL,
  status_id INTEGER,
  contact_id INTEGER,
  code_campaign TEXT,
  with_donation INTEGER NOT NULL,
  with_membership INTEGER NOT NULL,
  recorded_by INTEGER,
  -- Whose cash it is.
  received_by INTEGER,
  -- The number of a cheque or the reference of a terminal, in lower case, which a search finds.
  reference TEXT,
  -- The words of a new supporter's name, each after a space.
  supporter TEXT,
  -- What a batch took of it to the bank, and when; null for none, and for who does not see batches.
  banked INTEGER,
  banked_at TEXT,
  PRIMARY KEY (scope_id, bundle_id, position)
) WITHOUT ROWID;
CREATE INDEX bundle_transactions_by_date ON bundle_transactions (scope_id, date);
CREATE INDEX bundle_transactions_by_method ON bundle_transactions (scope_id, payment_method_kind, date);
CREATE INDEX bundle_transactions_by_status ON bundle_transactions (scope_id, status_id, date);
CREATE INDEX bundle_transactions_by_campaign ON bundle_transactions (scope_id, code_campaign, date)
  WHERE code_campaign IS NOT NULL;
CREATE INDEX bundle_transactions_by_recorder ON bundle_transactions (scope_id, recorded_by, date)
  WHERE recorded_by IS NOT NULL;
CREATE INDEX bundle_transactions_by_reference ON bundle_transactions (scope_id, reference)
  WHERE reference IS NOT NULL;
CREATE INDEX bundle_transactions_by_supporter ON bundle_transactions (scope_id, supporter)
  WHERE supporter IS NOT NULL;
CREATE INDEX bundle_transactions_with_donation ON bundle_transactions (scope_id, date)
  WHERE with_donation = 1;
CREATE INDEX bundle_transactions_with_membership ON bundle_transactions (scope_id, date)
  WHERE with_membership = 1;
${sumTable('ledger_days', ['day', 'month'])}
${sumTable('ledger_months', ['month'])}
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
`;
