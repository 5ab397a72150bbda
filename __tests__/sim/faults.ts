import type { Random } from './random';

/** What the network can do to one request. */
export const networkFaults = [
  'request_lost',
  'answer_lost',
  'request_late',
  'answer_late',
  'resent_silently',
  'status_302',
  'status_401',
  'status_403',
  'status_404',
  'status_409',
  'status_412',
  'status_413',
  'status_422',
  'status_425',
  'status_429',
  'status_500_before',
  'status_500_after',
  'status_502',
  'status_503',
  'status_504',
  'firewall_page',
  'firewall_json',
  'login_page',
  'empty_204',
  'other_json',
  'truncated_answer',
] as const;

export type NetworkFault = (typeof networkFaults)[number];

/** What can happen to the phone, and elsewhere. */
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
  'opened_for_seconds',
  'disk_full',
  'long_queue',
  'refused_row_fixed',
  'gift_changed',
  'gift_cancelled',
  'gift_promised',
  'promise_paid',
  'promise_paid_in_part',
  'question_answered',
  'same_gift_elsewhere',
  'deleted_elsewhere',
  'service_restored',
  'scope_changed',
  'changes_pruned',
  'people_chosen',
  'contacts_merged',
  'batch_made',
  'batch_step',
  'counted_again',
  'code_read',
  'cash_received',
  'month_step',
  'checked_in',
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
 * Picks a fault for one request, or none. Writes are few among the requests and all of the promise, so they have
 * more faults, and more of those that leave a record at the service without the phone knowing.
 */
export function pickNetworkFault(random: Random, intensity: number, isWrite: boolean): NetworkFault | null {
  if (!random.is(isWrite ? Math.min(0.7, intensity * 2.5) : intensity)) return null;
  return isWrite && random.is(0.35) ? random.pick(storingFaults) : random.pick(networkFaults);
}

const storingFaults = ['answer_lost', 'request_late', 'resent_silently', 'resent_silently'] as const;

export function addCounts(sum: FaultCounts, more: FaultCounts): void {
  for (const fault of [...networkFaults, ...deviceFaults]) {
    const count = (sum[fault] ?? 0) + (more[fault] ?? 0);
    if (count > 0) sum[fault] = count;
  }
}
