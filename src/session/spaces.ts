import { type User } from '@/contract/user';
import { setFact } from '@/db/facts';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { spacesFact, type KnownSpace, type SwitchAnswer, type SyncControls } from '@/features/shared/runtime';
import { clock, fetchOverNetwork } from '@/platform/ports';
import { readResource, type ReadResult } from '@/sync/readResource';
import { type Network, type SessionStore } from '@/sync/ports';
import { createTransport } from '@/sync/transport';
import { knownSpaces } from './join';

type Parts = { store: Store; scope: Scope; sessions: SessionStore; network: Network };

/** Asks which spaces the person belongs to; they arrive through the store. Without an answer the known ones stay. */
export async function refreshSpaces(parts: Parts): Promise<void> {
  const me = await askWho(parts);
  if (me === null) return;
  await parts.store.write((tx) => setFact(tx, parts.scope, spacesFact, me.spaces));
}

/** A space is seldom renamed, and a phone pulls every minute. */
const shortestPauseMs = 10 * 60_000;

/** Asks again after a pull, so that a space is called by its new name wherever it is shown. Answers the way to stop. */
export function refreshSpacesAfterPulls(
  parts: Parts,
  sync: Pick<SyncControls, 'getStatus' | 'subscribe'>
): () => void {
  let pulledAt = sync.getStatus().lastPulledAt;
  let askedAt: number | null = null;
  return sync.subscribe(() => {
    const { lastPulledAt } = sync.getStatus();
    if (lastPulledAt === pulledAt) return;
    pulledAt = lastPulledAt;
    const now = clock.now();
    // A clock that was set back must not silence it.
    if (askedAt !== null && Math.abs(now - askedAt) < shortestPauseMs) return;
    askedAt = now;
    // What was known stays, and a later pull asks again.
    refreshSpaces(parts).catch(() => undefined);
  });
}

/**
 * Tells the service which space the person works in from now on. Which space a token means is kept there, so that
 * this cannot be done without a signal; nothing on the phone changes before the service has agreed.
 */
export async function switchSpace(parts: Parts, spaceId: number): Promise<SwitchAnswer> {
  if (!parts.network.isOnline()) return 'offline';
  const me = await askWho(parts);
  if (me === null || me.user.mail === undefined) return 'not_now';
  const body = { data: { mail: me.user.mail, selected_group_id: [spaceId], UpdateToken: true } };
  const asked = await readResource(transportOf(parts), {
    endpoint: 'updateUser',
    params: { id: parts.scope.userId },
    query: { UpdateToken: true },
    body: JSON.stringify(body),
  });
  return answerOf(asked);
}

function answerOf(asked: ReadResult<unknown>): SwitchAnswer {
  switch (asked.kind) {
    case 'read':
      return 'switched';
    case 'stopped':
      return asked.stop.kind === 'offline' ? 'offline' : 'not_now';
    case 'missing':
    case 'refused':
    case 'unreadable':
    case 'unchanged':
      return 'refused';
  }
}

const transportOf = ({ sessions, network }: Parts) =>
  createTransport({ clock, fetch: fetchOverNetwork, network, sessions });

/** Who the token belongs to. A service without GET /me tells at least the numbers of one's spaces. */
async function askWho(parts: Parts): Promise<{ user: User; spaces: KnownSpace[] } | null> {
  const transport = transportOf(parts);
  const me = await readResource(transport, { endpoint: 'getMe' });
  if (me.kind === 'read') return { user: me.value.User, spaces: knownSpaces(me.value) };
  if (me.kind !== 'missing') return null;
  const own = await readResource(transport, { endpoint: 'getUser', params: { id: parts.scope.userId } });
  if (own.kind !== 'read') return null;
  const ids = new Set([parts.scope.spaceId, ...(own.value.selected_group_id ?? [])]);
  return { user: own.value, spaces: [...ids].map((id) => ({ id, name: null, role: null })) };
}
