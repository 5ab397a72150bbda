import { z } from 'zod';
import { listScopesOf, type ScopeIdentity } from '@/db/scopes';
import { type Reader } from '@/db/store';
import { type Secrets } from '@/platform/secrets';
import { type EndedMembership, type Session, type SessionStore } from '@/sync/ports';

const StoredSessionSchema = z.object({
  baseUrl: z.string(),
  accessToken: z.string(),
  refresh: z.object({ token: z.string(), endpoint: z.string(), clientId: z.string() }).nullable(),
  userId: z.number(),
  spaceId: z.number(),
  /** The service has revoked this device: its cache is deleted, unsent records stay. */
  revoked: z.boolean().optional(),
  /** The user cannot enter this space any more. */
  ended: z.object({ spaceId: z.number(), why: z.enum(['removed', 'suspended', 'signed_out']) }).optional(),
});

/** A session with the user and the space it belongs to. */
export type StoredSession = z.output<typeof StoredSessionSchema>;

const secretName = 'doorstep.session';

export interface SessionStorage extends SessionStore {
  load(): Promise<StoredSession | null>;
  set(session: StoredSession): Promise<void>;
  clear(): Promise<void>;
}

/** Stores the session among the phone's secrets; an unreadable one counts as signed out. */
export function createSessionStorage(secrets: Secrets): SessionStorage {
  const load = async () => {
    const text = await secrets.get(secretName);
    if (text === null) return null;
    try {
      return StoredSessionSchema.parse(JSON.parse(text));
    } catch {
      return null;
    }
  };
  const set = (session: StoredSession) => secrets.set(secretName, JSON.stringify(session));
  /** Changes the stored session only if it is the one that was used: a late response must not touch a newer sign-in. */
  const change = async ({ accessToken }: Session, changes: Partial<StoredSession>) => {
    const stored = await load();
    if (stored?.accessToken === accessToken) await set({ ...stored, ...changes });
  };
  return {
    load,
    set,
    clear: () => secrets.remove(secretName),
    // A session that can be refreshed is not revoked.
    save: ({ accessToken, refresh }, used) => change(used, { accessToken, refresh, revoked: false }),
    markRevoked: (refused) => change(refused, { revoked: true }),
    endMembership: (used, ended) => change(used, { ended }),
    deleteToken: (refused) => change(refused, { accessToken: '' }),
  };
}

/** The scope of a session: the same person in the same space, with any token and however the address was typed. */
export function identityOf({ baseUrl, userId, spaceId }: StoredSession): ScopeIdentity {
  return { service: new URL(baseUrl).href.replace(/\/+$/, ''), userId, spaceId };
}

/** Why the user cannot enter the space of the session any more; null if they can. */
export function membershipEndOf({ spaceId, ended }: StoredSession): EndedMembership['why'] | null {
  return ended?.spaceId === spaceId ? ended.why : null;
}

/** Whether the database has any trace of the person of a session; a scope is never deleted. */
export async function hasRecordsOf(reader: Reader, session: StoredSession): Promise<boolean> {
  return (await listScopesOf(reader, identityOf(session))).length > 0;
}
