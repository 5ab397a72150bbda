/**
 * Contacts of a first load wait for their place in the list, as their words do for theirs in the search. Their names lie
 * all over the index: written page by page, a first load would write most of it again with each page.
 */
export const version7 = `
ALTER TABLE contacts ADD COLUMN waits INTEGER NOT NULL DEFAULT 0;
DROP INDEX contacts_by_name;
CREATE INDEX contacts_by_name ON contacts (scope_id, sort_key, id, name, town, opted_out) WHERE waits = 0;
`;
