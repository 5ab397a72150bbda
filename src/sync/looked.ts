import type { Candidate } from '@/domain/outcome';

import type { Stop } from './ask';

/** What looking for a record in the service gave. */
export type Looked =
  | { kind: 'found'; serverId: number | null }
  /** Not there, as of this reading. One reading proves nothing: it may still be on its way. */
  | { kind: 'absent' }
  /** Something like it is there, and nothing says whether it is it. */
  | { kind: 'candidates'; candidates: Candidate[] }
  /** The list moved while it was read, or is not one we can read. */
  | { kind: 'unclear' }
  | { kind: 'stopped'; stop: Stop };
