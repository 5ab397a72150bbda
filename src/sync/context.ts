import type { Scope } from '@/db/scopes';
import type { Store } from '@/db/store';
import type { SyncPhase } from '@/domain/syncStatus';

import type { SyncConfig } from './config';
import type { Ports } from './ports';
import type { SettleTimes } from './settleTimes';
import type { Transport } from './transport';

/** The dependencies of every part of the engine. One per signed-in user and space. */
export type SyncContext = {
  store: Store;
  scope: Scope;
  ports: Ports;
  transport: Transport;
  config: SyncConfig;
  /** The name under which this engine claims rows; random, new at each start. */
  owner: string;
  settleTimes: SettleTimes;
  /** Publishes the current phase. */
  report: (phase: SyncPhase) => void;
};
