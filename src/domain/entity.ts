/** The things that writes are about. Rows of one entity are sent in the order they were made. */
export type EntityThing = 'bundle' | 'team' | 'user' | 'invitation';

/**
 * The name of an entity in the outbox: by the service's id where it has one, otherwise by the id of the row that
 * creates it. When that row is acked, the rows that wait behind it take the service's id.
 */
export function entityOf(thing: EntityThing, id: number | string): string {
  return `${thing}:${id}`;
}

/** The service's id in an entity's name; null while the thing is only on the phone. */
export function serverIdOf(entity: string): number | null {
  const id = entity.slice(entity.indexOf(':') + 1);
  return /^\d+$/.test(id) ? Number(id) : null;
}
