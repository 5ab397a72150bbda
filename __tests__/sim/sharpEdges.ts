/**
 * What nobody can avoid: each with the reason, and the condition under which the oracle accepts it. Everything else
 * is a failure. A run prints how often each happened.
 */
export const sharpEdges = {
  resent_by_the_network: {
    why: 'The network stack sent one POST twice, and a service without keys stored both.',
    accepts: 'as many extra copies as the service without keys stored from repeats of the network alone',
  },
  later_than_settle_time: {
    why: 'Without keys a request that is in flight for longer than the settle time cannot be told from a lost one.',
    accepts:
      'extra copies of a row of which one request arrived later than the settle time after it was sent',
  },
  lag_beyond_settle_time: {
    why: 'Without keys a list that lags by more than the settle time shows a stored bundle as absent.',
    accepts: 'extra copies and wrong refusals where the list lags by more than the settle time',
  },
  hidden_from_the_phone: {
    why: 'Without keys a bundle that the service hides from the list cannot be told from one that never arrived.',
    accepts: 'extra copies, missing bundles and wrong refusals where the list hides records',
  },
  restored_after_confirmation: {
    why: 'The service returned the record, the phone deleted its copy, and then the service restored an older backup.',
    accepts: 'a lost record that was confirmed on the phone when the backup was restored',
  },
  restored_without_a_readable_list: {
    why: 'A list that is forbidden cannot show that a restored service lost a record.',
    accepts: 'a lost record that is still on the phone as sent, where the list is forbidden',
  },
  listed_without_markers: {
    why: 'Without markers a downloaded bundle cannot be told from another gift of the same amount until it is resolved.',
    accepts: 'a row without a number next to its own bundle in the ledger',
  },
  unreadable_number: {
    why: 'A number above 2^53 cannot be read, so the bundle is in the quarantine and not in the ledger.',
    accepts: 'a confirmed bundle that the ledger does not show, and an addition to it that cannot be sent',
  },
  two_numbers_for_one_gift: {
    why: 'The service stored a gift twice (one of the edges above); both are shown, marked as arrived twice.',
    accepts:
      'two entries of a gift of which the service has two bundles, and an addition that is missing until its bundle is listed',
  },
} as const satisfies Record<string, { why: string; accepts: string }>;

export type SharpEdge = keyof typeof sharpEdges;
export type EdgeCounts = Partial<Record<SharpEdge, number>>;

/** Counts each edge once per record. */
export class EdgeLog {
  readonly #seen = new Set<string>();
  readonly counts: EdgeCounts = {};

  count(edge: SharpEdge, record: string): void {
    const key = `${edge} ${record}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.counts[edge] = (this.counts[edge] ?? 0) + 1;
  }
}
