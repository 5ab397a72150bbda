import type { Scope } from '@/db/scopes';
import type { Store } from '@/db/store';
import type { SyncPhase } from '@/domain/syncStatus';

import type { Policy } from './policy';
import type { Ports } from './ports';
import type { Transport } from './transport';

/** What every part of the engine works with. One per signed-in user and space. */
export type SyncContext = {
  store: Store;
  scope: Scope;
  ports: Ports;
  transport: Transport;
  policy: Policy;
  /** Made anew at each start: the name under which this engine claims rows. */
  owner: string;
  /** Tells the screens what is going on. */
  report: (phase: SyncPhase) => void;
};
