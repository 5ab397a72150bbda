import type { Candidate } from '@/domain/outcome';

/** The result of searching a downloaded list for a record. */
export type FindResult =
  | { kind: 'found'; serverId: number | null }
  | { kind: 'absent' }
  /** Similar records exist, and no marker identifies one of them. */
  | { kind: 'candidates'; candidates: Candidate[] }
  /** The list does not show it: for example, the bundle of an update is not in it. */
  | { kind: 'unclear' };
