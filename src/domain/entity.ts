import type { OutboxKind } from './outbox';

/** What writes are about. Rows of one entity are sent in the order in which they were saved. */
export type EntityType = 'bundle' | 'team' | 'user' | 'invitation' | 'visit' | 'cash' | 'contact' | 'answers';

/**
 * The name of an entity in the outbox: with its server id, or with the id of the row that creates it while it has none.
 */
export function entityOf(type: EntityType, id: number | string): string {
  return `${type}:${id}`;
}

/** The id in the name of an entity. */
export const idIn = (entity: string): string => entity.slice(entity.indexOf(':') + 1);

/** The server id in the name of an entity; null while the entity exists only on the phone. */
export function serverIdOf(entity: string): number | null {
  const id = idIn(entity);
  return /^\d+$/.test(id) ? Number(id) : null;
}

/** The kinds of row that create an entity, and its type. */
const creates: Partial<Record<OutboxKind, EntityType>> = {
  bundle_create: 'bundle',
  team_create: 'team',
  contact_create: 'contact',
};

/**
 * The name that an entity gets when the row that creates it is acked; its waiting rows get it too. Null if
 * the name does not change.
 */
export function entityAfterAck(kind: OutboxKind, serverId: number | null): string | null {
  const type = creates[kind];
  return type === undefined || serverId === null ? null : entityOf(type, serverId);
}

/** Whether answers belong to a gift: those of a new supporter, who is no contact yet. */
export function isOfGift({ kind, entity }: { kind: OutboxKind; entity: string }): boolean {
  return kind === 'answers_create' && entity.startsWith('bundle:');
}
