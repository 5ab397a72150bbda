import { countForBoard } from '@/db/board';

import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { readResource, type StopReason } from './readResource';

/** The counts that the service has of this phone, and the monotonic time of that report. */
export type BoardMemory = { reported: string | null; at: number };

/**
 * Reports the counts of this phone for the board of the leaders: if they have changed, or after a while to show that the phone
 * is connected. Not through the outbox: a report is no record, and the next one replaces it. A failed report is sent by the next
 * round and does not change how this one ends, unless the service requires a pause.
 */
export async function reportToBoard(
  { store, scope, ports, config, transport }: SyncContext,
  memory: BoardMemory,
  capabilities: Capabilities,
  signal: AbortSignal
): Promise<StopReason | null> {
  if (!capabilities.has('board')) return null;
  const now = ports.clock.now();
  const counts = await store.read((reader) => countForBoard(reader, scope, now));
  const text = JSON.stringify(counts);
  const at = ports.clock.monotonic();
  if (text === memory.reported && at - memory.at < config.boardIntervalMs) return null;
  const body = { data: { report: { ...counts, counted_at: new Date(now).toISOString() } } };
  const result = await readResource(transport, {
    endpoint: 'reportToBoard',
    body: JSON.stringify(body),
    signal,
  });
  if (result.kind === 'stopped') return result.stop.kind === 'wait' ? result.stop : null;
  // A refused report would be refused again.
  memory.reported = text;
  memory.at = at;
  return null;
}
