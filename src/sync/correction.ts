import type { OutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { changesItems, hasPlaces, withNumbers, withWholeItems } from '@/domain/additions';
import type { BundleChange } from '@/domain/bundleChange';
import { serverIdOf } from '@/domain/entity';
import type { Outcome } from '@/domain/outcome';

import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { outcomeOfFailedRead } from './failedRead';
import { readResource } from './readResource';
import type { Call } from './transport';

/**
 * The request that sends a correction; null while its bundle has no number. A row has the wanted change alone. A service
 * with keys is ours and changes field by field, so that the same bytes can be sent again under the key. Any other may
 * reset what is left out: it gets whole items, as it has them now. Places are always read from the service.
 */
export async function requestOfCorrection(
  { transport }: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<{ request: Call | null } | { outcome: Outcome }> {
  const id = serverIdOf(row.entity);
  if (id === null) return { request: null };
  // A bundle that the service lost and stored again has another number than when its correction was saved.
  const change = { ...sentData<BundleChange>(row), id };
  const requestOf = (data: BundleChange) => ({
    request: {
      endpoint: 'updateBundle',
      params: { id },
      body: JSON.stringify({ data }),
      idempotencyKey: row.id,
    } as const,
  });
  const needsWhole = !capabilities.has('idempotency_key') && changesItems(change);
  if (!needsWhole && !hasPlaces(change)) return requestOf(change);

  const read = await readResource(transport, { endpoint: 'getBundle', params: { id }, signal });
  if (read.kind !== 'read') {
    // What has its numbers can be sent as it is where the service does not show the bundle.
    if (read.kind !== 'stopped' && !hasPlaces(change)) return requestOf(change);
    return { outcome: outcomeOfFailedRead(read, capabilities) };
  }
  const numbered = withNumbers(change, read.value);
  if (numbered === null)
    return { outcome: { kind: 'parked', refusal: { status: 0, code: 'target_missing' }, pause: null } };
  return requestOf(needsWhole ? withWholeItems(numbered, read.value) : numbered);
}
