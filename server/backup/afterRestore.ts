import type pg from 'pg';

/** Changes that a restored backup undoes, and that somebody has to make again: who may do what, and who was erased. */
const UNDONE = `SELECT a.at, s.name AS space, a.event, a.new_value, a.subject_id AS id,
    trim(concat_ws(' ', u.firstname, u.surname)) AS person, a.record_kind, a.record_id
  FROM audit a JOIN spaces s ON s.group_id = a.group_id LEFT JOIN users u ON u.id = a.subject_id
  WHERE a.at > $1 AND CASE a.kind
    WHEN 'member' THEN a.event IN ('removed', 'suspended', 'role_changed', 'account_closed')
      OR (a.record_kind = 'invitation' AND 'withdrawn_at' = ANY (a.fields))
    WHEN 'sign_in' THEN a.event IN ('signed_out', 'signed_out_of_space', 'factor_on')
    WHEN 'mail' THEN a.event = 'changed'
    WHEN 'data' THEN a.event = 'erased'
    ELSE false END
  ORDER BY a.id`;

type UndoneRow = {
  at: Date;
  space: string;
  event: string;
  new_value: string | null;
  id: string | null;
  person: string;
  record_kind: string | null;
  record_id: string | null;
};

const EVENT_TEXTS: Readonly<Record<string, string>> = {
  removed: 'removed',
  suspended: 'suspended',
  role_changed: 'role changed to',
  account_closed: 'account closed',
  signed_out: 'device signed out',
  signed_out_of_space: 'signed out of the space',
  factor_on: 'second factor set up',
  erased: 'erased',
};

function describeRow(row: UndoneRow): string {
  const event = EVENT_TEXTS[row.event] ?? (row.record_kind === null ? 'mail address changed' : 'withdrawn');
  const what = row.new_value === null ? event : `${event} ${row.new_value}`;
  const whom = row.id === null ? `${row.record_kind} ${row.record_id}` : `${row.person} (${row.id})`.trim();
  return `${row.at.toISOString().slice(0, 16).replace('T', ' ')}  ${row.space}: ${whom}: ${what}`;
}

/**
 * The changes to accounts since a moment, one per line, from the audit log of a database that a backup is about to replace. Null if
 * it cannot be read: a damaged database must not keep anybody from restoring.
 */
export async function listUndone(client: pg.Client, since: string): Promise<string[] | null> {
  try {
    return (await client.query<UndoneRow>(UNDONE, [since])).rows.map(describeRow);
  } catch {
    return null;
  }
}

/**
 * Marks the database as an earlier state of the service. A phone that renewed its token since then has one that the database does
 * not know: with the mark it is asked to sign in, and keeps what it has to send again. Tokens for scripts are revoked: the
 * database does not know which of them were revoked since.
 */
export async function markRestored(client: { query(text: string): Promise<unknown> }): Promise<void> {
  await client.query(`INSERT INTO service_keys (name, value) VALUES ('restored', 'true')
    ON CONFLICT (name) DO UPDATE SET created_at = now()`);
  await client.query(
    'UPDATE access_tokens SET revoked_at = now() WHERE device_id IS NULL AND revoked_at IS NULL'
  );
}
