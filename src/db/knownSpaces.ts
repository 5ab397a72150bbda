import { getFact } from './facts';
import { type Scope } from './scopes';
import { type Reader } from './store';

/** A space of the person, from the last response of the service; a plain service has no names. */
export type KnownSpace = { id: number; name: string | null; role: string | null };

/** The setting of the scope with the spaces: KnownSpace[]. */
export const spacesFact = 'spaces';

export async function listKnownSpaces(reader: Reader, scope: Scope): Promise<KnownSpace[]> {
  return (await getFact(reader, scope, spacesFact)) ?? [];
}

/** The space of the scope; null where the service has not described it yet. */
export async function getSpace(reader: Reader, scope: Scope): Promise<KnownSpace | null> {
  return (await listKnownSpaces(reader, scope)).find(({ id }) => id === scope.spaceId) ?? null;
}
