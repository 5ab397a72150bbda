/** The columns of a row as it is saved; everything else about it comes later. */
export const savedColumns = `id, scope_id, kind, entity, body, body_hash, body_version, base, who, amount, currency,
  payment_method_kind, contact_id, external_transaction_id, created_at, updated_at, sealed_with`;

/**
 * A capture costs as few pages and as few calls as it can.
 *
 * `saves` is written to and never read: one INSERT puts the row into the queue, keeps the facts that come with it, as a
 * JSON list of keys and texts, and ends its draft. SQLite makes one statement whole or not at all, so that it needs no
 * transaction around it.
 *
 * Nearly every row creates a bundle and is the only one of its entity, which is named after it: such a row is found by
 * its id, and `outbox_by_entity` holds the others alone.
 */
export const version6 = `
DROP INDEX outbox_by_entity;
CREATE INDEX outbox_by_entity ON outbox (scope_id, entity, seq) WHERE entity <> 'bundle:' || id;

CREATE VIEW saves AS SELECT ${savedColumns}, NULL AS draft_key, NULL AS facts FROM outbox WHERE false;

CREATE TRIGGER saves_are_whole
INSTEAD OF INSERT ON saves
BEGIN
  INSERT INTO outbox (${savedColumns}, state)
  VALUES (NEW.id, NEW.scope_id, NEW.kind, NEW.entity, NEW.body, NEW.body_hash, NEW.body_version, NEW.base, NEW.who,
    NEW.amount, NEW.currency, NEW.payment_method_kind, NEW.contact_id, NEW.external_transaction_id, NEW.created_at,
    NEW.updated_at, NEW.sealed_with, 'queued');
  INSERT INTO facts (scope_id, key, value)
    SELECT NEW.scope_id, value ->> 0, value ->> 1 FROM json_each(NEW.facts) WHERE true
    ON CONFLICT (scope_id, key) DO UPDATE SET value = excluded.value WHERE value IS NOT excluded.value;
  DELETE FROM drafts WHERE scope_id = NEW.scope_id AND key = NEW.draft_key;
END;
`;
