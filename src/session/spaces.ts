import { type User } from '@/contract/user';
import { setFact } from '@/db/facts';
import { spacesFact, type KnownSpace } from '@/db/knownSpaces';
import { listScopesOf, type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { type SwitchResult, type SyncControls } from '@/features/shared/runtime';
import { type OnlinePorts } from '@/sync/online';
import { readResource, type ReadResult } from '@/sync/readResource';
import { createTransport, defaultLimits } from '@/sync/transport';
import { knownSpaces } from './join';
import { clearEndedMembership } from './revoked';

type Parts = { store: Store; scope: Scope; ports: OnlinePorts };

/**
 * Fetches the user's spaces and stores them; after a failure the stored ones stay. Deletes what was downloaded of a space that the
 * user cannot enter any more; the engine does that for the open one.
 */
export async function refreshSpaces({ store, scope, ports }: Parts): Promise<void> {
  const me = await fetchMe({ store, scope, ports });
  if (me === null) return;
  await store.write((tx) => setFact(tx, scope, spacesFact, me.spaces));
  for (const own of await listScopesOf(store, scope))
    if (own.spaceId !== scope.spaceId && hasLeft(me, own.spaceId)) await clearEndedMembership(store, own);
}

/** A phone pulls every minute; spaces change rarely. */
const minRefreshIntervalMs = 10 * 60_000;

/** Refreshes the spaces after a pull, so that a renamed space shows its new name. Returns an unsubscribe function. */
export function refreshSpacesAfterPulls(
  parts: Parts,
  sync: Pick<SyncControls, 'getStatus' | 'subscribe'>
): () => void {
  let pulledAt = sync.getStatus().lastPulledAt;
  let refreshedAt: number | null = null;
  return sync.subscribe(() => {
    const { lastPulledAt } = sync.getStatus();
    if (lastPulledAt === pulledAt) return;
    pulledAt = lastPulledAt;
    const now = parts.ports.clock.now();
    // The absolute difference: the system clock may have been set back.
    if (refreshedAt !== null && Math.abs(now - refreshedAt) < minRefreshIntervalMs) return;
    refreshedAt = now;
    refreshSpaces(parts).catch(() => undefined);
  });
}

/**
 * Switches the user's space on the service, which stores the space of a token; this needs a signal. Nothing on the phone
 * changes before the service has accepted. The service refuses a space that the user has left; the phone opens it anyway if it
 * has records of it, which can only be shared there.
 */
export async function switchSpace(parts: Parts, spaceId: number): Promise<SwitchResult> {
  if (!parts.ports.network.isOnline()) return 'offline';
  const me = await fetchMe(parts);
  if (me === null || me.user.mail === undefined) return 'not_now';
  const body = { data: { mail: me.user.mail, selected_group_id: [spaceId], UpdateToken: true } };
  const result = await readResource(transportOf(parts), {
    endpoint: 'updateUser',
    params: { id: parts.scope.userId },
    query: { UpdateToken: true },
    body: JSON.stringify(body),
  });
  const switched = resultOf(result);
  if (switched !== 'refused' || !hasLeft(me, spaceId)) return switched;
  const own = await listScopesOf(parts.store, parts.scope);
  return own.some((scope) => scope.spaceId === spaceId) ? 'switched' : 'refused';
}

function resultOf(result: ReadResult<unknown>): SwitchResult {
  switch (result.kind) {
    case 'read':
      return 'switched';
    case 'stopped':
      return result.stop.kind === 'offline' ? 'offline' : 'not_now';
    case 'missing':
    case 'refused':
    case 'unreadable':
    case 'unchanged':
      return 'refused';
  }
}

// Names no space: a person who was removed from the open one can still choose another.
const transportOf = ({ ports }: Parts) => createTransport(ports, { ...defaultLimits, space: null });

/** `isComplete`: there is no other space that the user could enter. */
type Me = { user: User; spaces: KnownSpace[]; isComplete: boolean };

const hasLeft = ({ spaces, isComplete }: Me, spaceId: number) =>
  isComplete && !spaces.some(({ id }) => id === spaceId);

/** The user of the token. A service without GET /me gives at least the ids of the user's spaces. */
async function fetchMe(parts: Parts): Promise<Me | null> {
  const transport = transportOf(parts);
  const me = await readResource(transport, { endpoint: 'getMe' });
  if (me.kind === 'read') {
    // A pasted token may be valid in one space of several.
    const isComplete = me.value.spaces !== undefined && (await parts.ports.sessions.load())?.refresh !== null;
    return { user: me.value.User, spaces: knownSpaces(me.value), isComplete };
  }
  if (me.kind !== 'missing') return null;
  const own = await readResource(transport, { endpoint: 'getUser', params: { id: parts.scope.userId } });
  if (own.kind !== 'read') return null;
  const ids = new Set([parts.scope.spaceId, ...(own.value.selected_group_id ?? [])]);
  const spaces = [...ids].map((id) => ({ id, name: null, role: null }));
  return { user: own.value, spaces, isComplete: false };
}
