import type { UserUpdate } from '@/contract/user';
import type { OutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { serverIdOf } from '@/domain/entity';
import { uuidFrom } from '@/domain/uuidFrom';
import type { Outcome } from '@/domain/outcome';

import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { outcomeOfFailedRead } from './failedRead';
import { readResource } from './readResource';
import { requestOf } from './requests';
import type { Call } from './transport';

/**
 * The request that sends a change of a profile. The interface requires the mail with every change: one that the person did
 * not edit is sent as it is now, because the one of then would change it back. Another body needs another key: one per mail, so
 * that a repeat is one.
 */
export async function requestOfProfile(
  { transport }: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<{ request: Call | null } | { outcome: Outcome }> {
  const request = requestOf('user_update', row);
  const id = serverIdOf(row.entity);
  const data = sentData<UserUpdate>(row);
  const { mail: seenMail }: { mail?: string } = Object(row.base);
  if (id === null || data.mail !== seenMail) return { request };
  const read = await readResource(transport, { endpoint: 'getUser', params: { id }, signal });
  if (read.kind === 'stopped') return { outcome: outcomeOfFailedRead(read, capabilities) };
  const mail = read.kind === 'read' ? read.value.mail : undefined;
  if (!request || mail === undefined || mail === seenMail) return { request };
  const body = JSON.stringify({ data: { ...data, mail } });
  return { request: { ...request, body, idempotencyKey: uuidFrom(`${row.id} ${mail}`) } };
}
