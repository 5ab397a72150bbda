import { z } from 'zod';

import { ContactCreateSchema } from './contact';
import { envelope } from './envelope';
import { Count, Id, Name, Timestamp } from './primitives';
import { tolerant } from './tolerant';

/** The most bad lines that are stored of one import; `bad` counts all. */
export const MOST_BAD_LINES = 200;

/** A line of the file that was not imported: its number, its column, and why. What it contains is not stored. */
const badLine = { line: Count, column: Name.optional(), error: Name };

/** What was read of the file. */
const readOfFile = { lines: Count.optional(), bad: Count.optional() };

/** Contacts that were added from one file. */
export const ContactImportSchema = z.object({
  id: Id,
  /** Given by the app: the same import a second time is one import. */
  uuid: z.uuid(),
  /** Of the file. */
  name: Name,
  created_at: Timestamp,
  /** Absent for an import by command. */
  created_by: Id.optional(),
  undone_at: Timestamp.optional(),
  /** How many of its contacts there are. */
  contacts: Count,
  ...readOfFile,
  bad_lines: z.array(z.object(badLine)).optional(),
});
export const ContactImportRead = tolerant(ContactImportSchema);
export type ContactImport = z.output<typeof ContactImportRead>;

export const ContactImportRequest = z.strictObject({
  data: z.strictObject({
    uuid: z.uuid(),
    name: Name.min(1),
    ...readOfFile,
    bad_lines: z.array(z.strictObject(badLine)).max(MOST_BAD_LINES).optional(),
  }),
});
export const ContactImportResponse = envelope(ContactImportSchema);
export const ContactImportListResponse = envelope(z.object({ imports: z.array(ContactImportSchema) }));

/** As many as one short transaction writes. */
export const MOST_IMPORTED = 500;
export const ImportedContactsRequest = z.strictObject({
  data: z.strictObject({ contacts: z.array(ContactCreateSchema).min(1).max(MOST_IMPORTED) }),
});
/** `known`: contacts that were imported before, by their uuid. Nothing of them changes. */
export const ImportedContactsSchema = z.object({ created: Count, known: Count });
export const ImportedContactsResponse = envelope(ImportedContactsSchema);

/** `more`: some are left, and the same request removes the next ones. What money or a visit refers to stays. */
export const UndoneImportSchema = z.object({
  removed: Count,
  more: z.boolean(),
  stayed: Count,
  /** The first of those who stay. */
  people: z.array(z.object({ id: Id, name: z.string() })),
});
export const UndoneImportResponse = envelope(UndoneImportSchema);
