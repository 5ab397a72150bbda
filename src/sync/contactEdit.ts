import type { ContactUpdate } from '@/contract/contact';
import type { OutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { mergeContact } from '@/domain/contacts/contactEdit';
import { serverIdOf } from '@/domain/entity';
import { outcomeOfWrite, type Outcome } from '@/domain/outcome';

import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { outcomeOfFailedRead } from './failedRead';
import { readResource } from './readResource';
import { ackReaderOf } from './requests';

/** How often a change is merged within one try when the contact changes between read and write. */
const maxMerges = 3;

/**
 * Sends a change of a contact: reads the contact, merges the change into it and sends the fields that differ. A repeat changes
 * nothing, because the merge finds its own change.
 */
export async function deliverContactEdit(
  { transport }: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<Outcome> {
  const id = serverIdOf(row.entity);
  if (id === null) return { kind: 'parked', refusal: { status: 0, code: 'target_missing' }, pause: null };
  const change = sentData<ContactUpdate>(row);
  for (let merges = 0; merges < maxMerges; merges += 1) {
    const result = await readResource(transport, { endpoint: 'getContact', params: { id }, signal });
    if (result.kind !== 'read') return outcomeOfFailedRead(result, capabilities);

    const merge = mergeContact(Object(row.base), change, result.value);
    if (merge.kind === 'conflict') {
      const question = { kind: 'field_conflict', conflicts: merge.conflicts } as const;
      return { kind: 'needs_person', question, wasSent: false, pause: null };
    }
    // Sent also when nothing differs: only a write returns a position, and the feed may not contain the change yet.
    // The body depends on the changes of others, so each request has a key of its own. It proves who responds.
    const key = capabilities.has('idempotency_key') ? `${row.id}.${row.attempts}.${merges}` : null;
    const exchange = await transport.send({
      endpoint: 'updateContact',
      params: { id },
      body: JSON.stringify({ data: merge.changes }),
      ...(capabilities.has('if_match') && result.etag ? { ifMatch: result.etag } : {}),
      ...(key === null ? {} : { idempotencyKey: key }),
      signal,
    });
    const isStale = exchange.kind === 'answered' && exchange.status === 412;
    if (!isStale) return outcomeOfWrite(exchange, { key, readAck: ackReaderOf('contact_update', row) });
  }
  return { kind: 'queued', why: 'changing', countsAsAttempt: true, pause: null };
}
