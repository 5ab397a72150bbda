import type { User } from '@/contract/user';

import { ask, type Stop } from './ask';
import type { SyncContext } from './context';

/** The space in which a service answered with this record of the person who asks. */
export function spaceOf(user: User): number {
  return user.group_id ?? user.selected_group_id?.[0] ?? 0;
}

export type OtherSpace = { kind: 'known'; isOther: boolean } | { kind: 'stopped'; stop: Stop };

/**
 * Whether the token has come to stand for another space, because its owner chose one on another device. Asked
 * before anything is sent or fetched where the service cannot be told the space (the extension `space`): what was
 * taken for one space must not arrive in another. A service that does not say is taken at its old word.
 */
export async function isOtherSpace(context: SyncContext, signal: AbortSignal): Promise<OtherSpace> {
  const { transport, scope } = context;
  const asked = await ask(transport, { endpoint: 'getUser', params: { id: scope.userId }, signal });
  // Without a good token nothing arrives anywhere; the first row that tries it learns so, and is marked.
  if (asked.kind === 'stopped' && asked.stop.kind !== 'signed_out') return asked;
  return { kind: 'known', isOther: asked.kind === 'read' && spaceOf(asked.value) !== scope.spaceId };
}
