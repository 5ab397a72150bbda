import type { Candidate } from '@/domain/outcome';

import type { StopReason } from './readResource';

/** The result of searching the service for a record. */
export type FindResult =
  | { kind: 'found'; serverId: number | null }
  /** Not in this reading. One reading proves nothing: the request may still be in flight. */
  | { kind: 'absent' }
  /** Similar records exist, and no marker identifies one of them. */
  | { kind: 'candidates'; candidates: Candidate[] }
  /** The list changed while it was read, or cannot be parsed. */
  | { kind: 'unclear' }
  | { kind: 'stopped'; stop: StopReason };
