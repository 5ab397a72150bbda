/**
 * Notes that the reconciliation keeps between two looks, and the moment a row was exported. From here on the file
 * itself refuses to let an unsent row go: a row leaves when it was acknowledged and seen in a pull, when the row that
 * took its place was, or when a person has it in an export.
 */
export const version2 = `
ALTER TABLE outbox ADD COLUMN notes TEXT;
ALTER TABLE outbox ADD COLUMN exported_at INTEGER;

CREATE TRIGGER outbox_keeps_unsent
BEFORE DELETE ON outbox
WHEN NOT (
  (OLD.state = 'acked' AND OLD.seen_at IS NOT NULL)
  OR (OLD.state = 'replaced' AND NOT EXISTS (SELECT 1 FROM outbox AS mended WHERE mended.id = OLD.replaced_by))
  OR OLD.exported_at IS NOT NULL
)
BEGIN
  SELECT RAISE(ABORT, 'an unsent record is never removed');
END;
`;
