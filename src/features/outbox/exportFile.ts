import type { OutboxRow } from '@/db/outbox/outbox';
import type { Scope } from '@/db/scopes';
import { dayOf } from '@/domain/day';
import type { SharedFile } from '@/features/shared/runtime';

/** Records as a readable file: the stored request of each, and its state. */
export function toExportFile(rows: readonly OutboxRow[], scope: Scope, now: number): SharedFile {
  const records = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    state: row.state,
    who: row.who,
    amount: row.amount,
    currency: row.currency,
    payment_method_kind: row.paymentMethodKind,
    contact_id: row.contactId,
    saved_at: new Date(row.createdAt).toISOString(),
    attempts: row.attempts,
    problem: row.problem,
    body_hash: row.bodyHash,
    body: readJson(row.body),
  }));
  const file = {
    format: 'doorstep-unsent',
    version: 1,
    exported_at: new Date(now).toISOString(),
    service: scope.service,
    space_id: scope.spaceId,
    user_id: scope.userId,
    count: records.length,
    records,
  };
  return {
    name: `doorstep-unsent-${dayOf(now)}.json`,
    type: 'application/json',
    text: JSON.stringify(file, null, 2),
  };
}

/** The same file encrypted for the treasurer. Its name contains the day alone. */
export async function sealFile(
  file: SharedFile,
  seal: (text: string) => Promise<string>
): Promise<SharedFile> {
  return { name: `${file.name}.age`, type: 'application/octet-stream', text: await seal(file.text) };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // Text that is not JSON is exported unchanged: an export contains everything.
  }
}
