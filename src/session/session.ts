import { z } from 'zod';
import { type ScopeIdentity } from '@/db/scopes';
import { type Secrets } from '@/platform/secrets';
import { type Session, type SessionStore } from '@/sync/ports';

const StoredSessionSchema = z.object({
  baseUrl: z.string(),
  accessToken: z.string(),
  refresh: z.object({ token: z.string(), endpoint: z.string(), clientId: z.string() }).nullable(),
  userId: z.number(),
  spaceId: z.number(),
  /** The service has said that it is over: what was cached goes, whatever is unsent stays. */
  revoked: z.boolean().optional(),
});

/** A session, and who it turned out to belong to when it was joined. */
export type StoredSession = z.output<typeof StoredSessionSchema>;

const secretName = 'doorstep.session';

export interface SessionStorage extends SessionStore {
  load(): Promise<StoredSession | null>;
  set(session: StoredSession): Promise<void>;
  clear(): Promise<void>;
}

/** Keeps the session among the phone's secrets; what can no longer be read counts as signed out. */
export function createSessionStorage(secrets: Secrets): SessionStorage {
  const load = async () => {
    const text = await secrets.get(secretName);
    if (text === null) return null;
    try {
      return StoredSessionSchema.parse(JSON.parse(text));
    } catch {
      return null; // Written by another version, or cut off: the person signs in again, records are untouched.
    }
  };
  const set = (session: StoredSession) => secrets.set(secretName, JSON.stringify(session));
  /** What an answer says of a session. Somebody may have signed in anew while it was on its way: then it says nothing. */
  const change = async ({ accessToken }: Session, heard: Partial<StoredSession>) => {
    const kept = await load();
    if (kept?.accessToken === accessToken) await set({ ...kept, ...heard });
  };
  return {
    load,
    set,
    clear: () => secrets.remove(secretName),
    // The engine renews tokens; it does not change who they belong to, nor the space.
    save: ({ accessToken, refresh }, used) => change(used, { accessToken, refresh }),
    markRevoked: (refused) => change(refused, { revoked: true }),
    forgetToken: (refused) => change(refused, { accessToken: '' }),
  };
}

/** Data of the same person at the same service and space lives together, whatever token fetched it. */
export function identityOf({ baseUrl, userId, spaceId }: StoredSession): ScopeIdentity {
  return { service: baseUrl.replace(/\/+$/, ''), userId, spaceId };
}
