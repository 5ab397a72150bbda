import type { Chance } from './random';

/** What the wire can do to one request. */
export const wireFaults = [
  'request_lost',
  'answer_lost',
  'request_late',
  'answer_late',
  'delivered_twice',
  'status_401',
  'status_403',
  'status_409',
  'status_413',
  'status_422',
  'status_429',
  'status_500_before',
  'status_500_after',
  'status_503',
  'login_page',
  'truncated_answer',
] as const;

export type WireFault = (typeof wireFaults)[number];

/** What can happen to the phone and around it. */
export const worldFaults = [
  'process_killed',
  'power_lost',
  'two_drains',
  'clock_forward',
  'clock_back',
  'team_edited_elsewhere',
  'other_user_signed_in',
  'token_expired',
  'refresh_answer_lost',
  'network_gone',
  'sent_to_background',
] as const;

export type WorldFault = (typeof worldFaults)[number];
export type Fault = WireFault | WorldFault;
export type FaultCounts = Partial<Record<Fault, number>>;

/** Counts what was done, and says when to stop doing it. */
export class FaultLog {
  readonly counts: FaultCounts = {};

  note(fault: Fault): void {
    this.counts[fault] = (this.counts[fault] ?? 0) + 1;
  }
}

/**
 * Draws a fault for one request, or none. A service that does not know keys cannot be kept from storing what arrives
 * twice, so that is only done to one that does.
 */
export function drawWireFault(chance: Chance, intensity: number, hasKeys: boolean): WireFault | null {
  if (!chance.is(intensity)) return null;
  const fault = chance.pick(wireFaults);
  return fault === 'delivered_twice' && !hasKeys ? null : fault;
}

export function addCounts(sum: FaultCounts, more: FaultCounts): void {
  for (const fault of [...wireFaults, ...worldFaults]) {
    const count = (sum[fault] ?? 0) + (more[fault] ?? 0);
    if (count > 0) sum[fault] = count;
  }
}
