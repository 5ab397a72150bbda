import { getFact } from './facts';
import { type Scope } from './scopes';
import { type Reader } from './store';

/** A space that the person belongs to, as the service last said; a plain service gives no names. */
export type KnownSpace = { id: number; name: string | null; role: string | null };

/** The fact of the scope that holds the spaces: KnownSpace[]. */
export const spacesFact = 'spaces';

export async function listKnownSpaces(reader: Reader, scope: Scope): Promise<KnownSpace[]> {
  return (await getFact<KnownSpace[]>(reader, scope, spacesFact)) ?? [];
}

/** The space of the scope; null where the service has not described it yet. */
export async function getSpace(reader: Reader, scope: Scope): Promise<KnownSpace | null> {
  return (await listKnownSpaces(reader, scope)).find(({ id }) => id === scope.spaceId) ?? null;
}
