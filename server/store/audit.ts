import type { z } from 'zod';

import type { AuditEntrySchema, AuditFilter } from '@/contract/audit';

import { type Tx, query } from './database';
import { optional } from './shape';

/** The audit log. The triggers of migration 0009 write it. */

type Filter = z.output<typeof AuditFilter>;
type AuditEntry = z.input<typeof AuditEntrySchema>;

type AuditRow = {
  id: number;
  at: Date;
  kind: string;
  event: string;
  actor_id: number | null;
  device_id: number | null;
  token: string | null;
  subject_id: number | null;
  record_kind: string | null;
  record_id: number | null;
  fields: string[];
  old_value: string | null;
  new_value: string | null;
};

/** A person's entries come from two indexes. */
const SELECT_ENTRIES = `SELECT id, at, kind, event, actor_id, device_id, token, subject_id, record_kind, record_id, fields,
    old_value, new_value
  FROM audit
  WHERE ($1::text IS NULL OR kind = $1) AND ($2::bigint IS NULL OR actor_id = $2 OR subject_id = $2)
    AND ($3::timestamptz IS NULL OR at >= $3) AND ($4::timestamptz IS NULL OR at < $4)
    AND ($5::bigint IS NULL OR id < $5)
  ORDER BY id DESC LIMIT $6`;

/** Entries before an id, newest first. */
export async function listAudit(
  tx: Tx,
  { kind, person, from, to }: Filter,
  { before, limit }: { before: number | null; limit: number }
): Promise<AuditEntry[]> {
  const values = [kind ?? null, person ?? null, from ?? null, to ?? null, before, limit];
  const rows = await query<AuditRow>(tx, SELECT_ENTRIES, values);
  const [people, devices] = await Promise.all([
    namesOf(
      tx,
      'doorstep_names',
      rows.flatMap((row) => [row.actor_id, row.subject_id])
    ),
    namesOf(
      tx,
      'doorstep_device_names',
      rows.map((row) => row.device_id)
    ),
  ]);
  const personOf = (id: number | null) => (id === null ? undefined : { id, name: people.get(id) });
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    event: row.event,
    actor: personOf(row.actor_id),
    device: row.device_id === null ? undefined : devices.get(row.device_id),
    token: optional(row.token),
    subject: personOf(row.subject_id),
    record_kind: optional(row.record_kind),
    record_id: optional(row.record_id),
    fields: row.fields,
    old: optional(row.old_value),
    new: optional(row.new_value),
  }));
}

export async function namesOf(
  tx: Tx,
  lookup: 'doorstep_names' | 'doorstep_device_names',
  ids: readonly (number | null)[]
): Promise<Map<number, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await query<{ id: number; name: string }>(tx, `SELECT id, name FROM ${lookup}($1)`, [wanted]);
  return new Map(rows.flatMap(({ id, name }) => (name === '' ? [] : [[id, name]])));
}

/** Names as the caller sees them: the policies of each table decide. */
const RECORD_NAMES = {
  team: 'SELECT id, name FROM teams WHERE id = ANY($1)',
  action: 'SELECT id, name FROM actions WHERE id = ANY($1)',
  contact: `SELECT id, concat_ws(' ', nullif(firstname, ''), nullif(surname, '')) AS name FROM contacts WHERE id = ANY($1)`,
  form: 'SELECT id, label AS name FROM forms WHERE id = ANY($1)',
  membership_price_group: 'SELECT id, name FROM membership_price_groups WHERE id = ANY($1)',
  membership_price: 'SELECT id, name FROM membership_prices WHERE id = ANY($1)',
  donation_price: 'SELECT id, name FROM donation_prices WHERE id = ANY($1)',
  transaction_status: 'SELECT id, name FROM transaction_statuses WHERE id = ANY($1)',
} as const;
type NamedKind = keyof typeof RECORD_NAMES;

/** The names of the records of entries, by kind and id. What is deleted or erased has none. */
export async function recordNamesOf(
  tx: Tx,
  entries: readonly AuditEntry[]
): Promise<ReadonlyMap<NamedKind, ReadonlyMap<number, string>>> {
  const names = new Map<NamedKind, ReadonlyMap<number, string>>();
  for (const kind of Object.keys(RECORD_NAMES) as NamedKind[]) {
    const ids = entries.flatMap((entry) => (entry.record_kind === kind && entry.record_id) || []);
    if (ids.length === 0) continue;
    const rows = await query<{ id: number; name: string }>(tx, RECORD_NAMES[kind], [[...new Set(ids)]]);
    names.set(kind, new Map(rows.map(({ id, name }) => [id, name])));
  }
  return names;
}

/** What a caller reads and the log records. */
export type RecordedRead = {
  readonly event: string;
  readonly person?: number;
  readonly recordKind?: string;
  readonly recordId?: number;
};

/** Records that the caller reads data out of the app: a file, or one contact. Needs a transaction that writes. */
export async function recordRead(tx: Tx, read: RecordedRead): Promise<void> {
  await query(tx, 'SELECT doorstep_audit_read($1, $2, $3, $4)', [
    read.event,
    read.person ?? null,
    read.recordKind ?? null,
    read.recordId ?? null,
  ]);
}

const SET_ACTOR = `SELECT set_config('doorstep.user_id', $1, true),
  set_config('doorstep.device_id', coalesce((SELECT device_id::text FROM access_tokens WHERE token_hash = $2), ''), true),
  set_config('doorstep.token',
    coalesce((SELECT label FROM access_tokens WHERE token_hash = $2 AND device_id IS NULL), ''), true)`;

/** The person who acts in a transaction outside every space. */
export async function setActor(tx: Tx, userId: number, tokenHash: Buffer | null = null): Promise<void> {
  await query(tx, SET_ACTOR, [String(userId), tokenHash]);
}

/** Words first, as the screen shows them; then what a program needs. */
const COLUMNS = [
  'time',
  'kind',
  'event',
  'actor',
  'device',
  'token',
  'person',
  'record',
  'record_name',
  'fields',
  'old',
  'new',
  'id',
  'actor_id',
  'person_id',
  'record_id',
] as const;

/** A cell of RFC 4180. A text that a spreadsheet would run as a formula is marked as text. */
function cell(value: string | number | undefined): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The entries as CSV, in UTF-8 with a byte order mark, which spreadsheets need. */
export function auditCsv(
  entries: readonly AuditEntry[],
  names: Awaited<ReturnType<typeof recordNamesOf>>
): string {
  const lines = entries.map((entry) => [
    entry.at,
    entry.kind,
    entry.event,
    entry.actor?.name,
    entry.device,
    entry.token,
    entry.subject?.name,
    entry.record_kind,
    names.get(entry.record_kind as NamedKind)?.get(entry.record_id ?? 0),
    entry.fields.join(' '),
    entry.old,
    entry.new,
    entry.id,
    entry.actor?.id,
    entry.subject?.id,
    entry.record_id,
  ]);
  return `\uFEFF${[COLUMNS, ...lines].map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
}
