import type { User } from '@/contract/user';

import { readResource, type StopReason } from './readResource';
import type { SyncContext } from './context';

/**
 * The space for which a service returned this record of the signed-in user. `group_id` may be where the user is at home;
 * the selection wins where it does not contain that space.
 */
export function spaceOf({ group_id: home, selected_group_id: selected = [] }: User): number {
  const isHome = home !== undefined && (selected.length === 0 || selected.includes(home));
  return isHome ? home : (selected[0] ?? 0);
}

export type SpaceCheck = { kind: 'known'; isOther: boolean } | { kind: 'stopped'; stop: StopReason };

/**
 * Whether the token is for another space, because the user switched on another device. Checked before
 * anything is sent or pulled where requests cannot name the space (extension `space`): a record of one space
 * must not arrive in another. A service that does not report the space counts as unchanged.
 */
export async function checkSpace(context: SyncContext, signal: AbortSignal): Promise<SpaceCheck> {
  const { transport, scope } = context;
  const result = await readResource(transport, { endpoint: 'getUser', params: { id: scope.userId }, signal });
  // Without a valid token no request is accepted; the first row sent is marked as blocked.
  if (result.kind === 'stopped' && result.stop.kind !== 'signed_out') return result;
  return { kind: 'known', isOther: result.kind === 'read' && spaceOf(result.value) !== scope.spaceId };
}
