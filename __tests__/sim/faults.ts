import type { Random } from './random';

/** What the network can do to one request. */
export const networkFaults = [
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

export type NetworkFault = (typeof networkFaults)[number];

/** What can happen to the phone. */
export const deviceFaults = [
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

export type DeviceFault = (typeof deviceFaults)[number];
export type Fault = NetworkFault | DeviceFault;
export type FaultCounts = Partial<Record<Fault, number>>;

/** Counts the injected faults. */
export class FaultLog {
  readonly counts: FaultCounts = {};

  count(fault: Fault): void {
    this.counts[fault] = (this.counts[fault] ?? 0) + 1;
  }
}

/**
 * Picks a fault for one request, or none. Without keys nothing can prevent a doubled delivery, so it is only
 * injected with keys.
 */
export function pickNetworkFault(random: Random, intensity: number, hasKeys: boolean): NetworkFault | null {
  if (!random.is(intensity)) return null;
  const fault = random.pick(networkFaults);
  return fault === 'delivered_twice' && !hasKeys ? null : fault;
}

export function addCounts(sum: FaultCounts, more: FaultCounts): void {
  for (const fault of [...networkFaults, ...deviceFaults]) {
    const count = (sum[fault] ?? 0) + (more[fault] ?? 0);
    if (count > 0) sum[fault] = count;
  }
}
