import type { OutboxRow } from '@/db/outbox/outbox';

import type { SyncConfig } from './config';
import type { Clock } from './ports';

/**
 * From when on a sent request cannot be in flight any more, by the monotonic clock: one settle time after this process
 * first handled the row as unknown. A row of an earlier process is settled immediately if it was sent long ago by the wall
 * clock, so that short openings of the app settle too. Otherwise a changed wall clock shortens nothing.
 */
export type SettleTimes = {
  /** Until the first round has sent: everything that was sent before is of an earlier process. */
  isFirstRound: boolean;
  readonly settledAt: Map<string, { attempts: number; at: number }>;
};

export const createSettleTimes = (): SettleTimes => ({ isFirstRound: true, settledAt: new Map() });

/** The part of the context that is used. */
type Settling = { ports: { clock: Clock }; config: SyncConfig; settleTimes: SettleTimes };

const longAgoMs = 5 * 60_000;

/** How long to wait until a row is settled; 0 if it is. */
export function settleWait(
  { ports: { clock }, config, settleTimes: times }: Settling,
  row: Pick<OutboxRow, 'id' | 'attempts' | 'sentAt'>
): number {
  const now = clock.monotonic();
  let known = times.settledAt.get(row.id);
  if (known?.attempts !== row.attempts) {
    const wasSentLongAgo = row.sentAt !== null && clock.now() - row.sentAt >= longAgoMs;
    const isSettled = times.isFirstRound && wasSentLongAgo;
    known = { attempts: row.attempts, at: isSettled ? now : now + config.settleMs };
    times.settledAt.set(row.id, known);
  }
  return Math.max(0, known.at - now);
}
