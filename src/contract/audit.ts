import { z } from 'zod';

import { type Reading, envelope, envelopedList, envelopedOne } from './envelope';
import type { Page } from './page';
import { Id, Name, PAGE_DEFAULT, PAGE_MAXIMUM, ShortText, Timestamp, integerText, text } from './primitives';
import { tolerant } from './tolerant';

/** The kinds of entries, each with its events. */
export const AUDIT_EVENTS = {
  sign_in: [
    'signed_in',
    'wrong_code',
    'wrong_factor',
    'signed_out',
    'signed_out_of_space',
    'factor_on',
    'factor_off',
    'factor_reset',
    'recovery_codes_made',
    'recovery_code_used',
  ],
  mail: ['proposed', 'changed'],
  member: [
    'created',
    'changed',
    'deleted',
    'joined',
    'removed',
    'suspended',
    'readmitted',
    'role_changed',
    'account_opened',
    'account_closed',
  ],
  team: ['created', 'changed', 'deleted', 'person_added', 'person_removed', 'code_shown'],
  contact: ['created', 'changed', 'imported', 'import_undone', 'merged', 'marked_as_different'],
  money: ['created', 'changed', 'deleted', 'corrected', 'status_changed', 'month_closed', 'month_reopened'],
  settings: ['created', 'changed', 'deleted'],
  data: ['audit_exported', 'exported', 'erased', 'looked_up'],
  token: ['created', 'revoked'],
} as const;
export type AuditKind = keyof typeof AUDIT_EVENTS;
export const AUDIT_KINDS = Object.keys(AUDIT_EVENTS) as [AuditKind, ...AuditKind[]];

/** A person; without a name if it is erased or the person never belonged to this space. */
const AuditPersonSchema = z.object({ id: Id, name: Name.optional() });

/** An entry of the audit log. It contains no values but names of roles, statuses and tokens, and settings. */
export const AuditEntrySchema = z.object({
  id: Id,
  at: Timestamp,
  kind: Name,
  event: Name,
  /** Absent for the service and its command line. */
  actor: AuditPersonSchema.optional(),
  device: Name.optional(),
  /** The name of the token, if a script sent the request. */
  token: Name.optional(),
  /** The person whom the entry is about. */
  subject: AuditPersonSchema.optional(),
  /** The record that changed: its kind as in the feed of changes. */
  record_kind: Name.optional(),
  record_id: Id.optional(),
  /** The fields that changed. */
  fields: z.array(Name),
  /** The role, the status, or the one setting that changed: `1200 eur` for an amount. */
  old: ShortText.optional(),
  new: ShortText.optional(),
});
export const AuditEntryRead = tolerant(AuditEntrySchema, ['id', 'at', 'kind', 'event']);
export type AuditEntry = z.output<typeof AuditEntryRead>;

/** The filters of the log. A person is the one who acted or the one whom an entry is about. */
export const AuditFilter = z.object({
  kind: z.enum(AUDIT_KINDS).optional(),
  person: integerText(0).optional(),
  from: Timestamp.optional(),
  to: Timestamp.optional(),
});

const Cursor = text(100).min(1);
export const AuditQuery = AuditFilter.extend({
  cursor: Cursor.optional(),
  limit: integerText(1, PAGE_MAXIMUM).default(PAGE_DEFAULT),
});

/** Newest first. The cursor of the next page is absent on the last one. */
export const AuditResponse = envelope(
  z.object({ entries: z.array(AuditEntrySchema), cursor: Cursor.optional() })
);

export interface AuditPage extends Page<AuditEntry> {
  cursor?: string | undefined;
}

const readEntries = envelopedList(AuditEntryRead, 'entries');
const readCursor = envelopedOne(z.object({ cursor: Cursor.optional().catch(undefined) }));

export function readAudit(body: unknown): Reading<AuditPage> {
  const list = readEntries(body);
  if (!list.ok) return list;
  const rest = readCursor(body);
  if (!rest.ok) return rest;
  const { good, bad } = list.value;
  return { ok: true, value: { good, bad, ...rest.value } };
}

/** A file that the service made. */
export const FileSchema = z.object({ name: Name, type: Name, text: z.string() });
export const FileResponse = envelope(FileSchema);
