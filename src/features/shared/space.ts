import { getFact } from '@/db/facts';
import { type Reader } from '@/db/store';

import { spacesFact, type KnownSpace, type Runtime } from './runtime';

/** The space one is in, as the service last told it; null where it has not told yet. */
export async function getSpace(reader: Reader, scope: Runtime['scope']): Promise<KnownSpace | null> {
  const spaces = (await getFact(reader, scope, spacesFact)) ?? [];
  return spaces.find(({ id }) => id === scope.spaceId) ?? null;
}
