import { type OnlineControls } from '@/domain/online';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { clock, fetchOverNetwork } from '@/platform/ports';
import { createOnlineRequests } from '@/sync/online';
import { type Network, type SessionStore } from '@/sync/ports';

type Parts = { store: Store; scope: Scope; sessions: SessionStore; network: Network };

/** The requests of the office, over the network of the phone. */
export function createOnlineControls({ store, scope, sessions, network }: Parts): OnlineControls {
  return createOnlineRequests({ store, scope }, { clock, fetch: fetchOverNetwork, network, sessions });
}
