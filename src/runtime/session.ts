import { z } from 'zod';
import { type ScopeIdentity } from '@/db/scopes';
import { type Secrets } from '@/platform/secrets';
import { type Session, type SessionStore } from '@/sync/ports';

const KeptSessionSchema = z.object({
  baseUrl: z.string(),
  accessToken: z.string(),
  refresh: z.object({ token: z.string(), endpoint: z.string(), clientId: z.string() }).nullable(),
  userId: z.number(),
  spaceId: z.number(),
  /** The service has said that it is over: what was cached goes, whatever is unsent stays. */
  revoked: z.boolean().optional(),
});

/** A session, and who it turned out to belong to when it was joined. */
export type KeptSession = z.output<typeof KeptSessionSchema>;

const secretName = 'doorstep.session';

export interface SessionKeeper extends SessionStore {
  load(): Promise<KeptSession | null>;
  keep(session: KeptSession): Promise<void>;
  forget(): Promise<void>;
}

/** Keeps the session among the phone's secrets; what can no longer be read counts as signed out. */
export function createSessionKeeper(secrets: Secrets): SessionKeeper {
  const load = async () => {
    const text = await secrets.get(secretName);
    if (text === null) return null;
    try {
      return KeptSessionSchema.parse(JSON.parse(text));
    } catch {
      return null; // Written by another version, or cut off: the person signs in again, records are untouched.
    }
  };
  const keep = (session: KeptSession) => secrets.set(secretName, JSON.stringify(session));
  return {
    load,
    keep,
    forget: () => secrets.remove(secretName),
    // The engine renews tokens; it does not change who they belong to.
    save: async (session: Session) => {
      const kept = await load();
      if (kept) await keep({ ...kept, ...session });
    },
    markRevoked: async (refused: Session) => {
      const kept = await load();
      // Somebody may have signed in anew while the answer was on its way.
      if (kept && kept.accessToken === refused.accessToken) await keep({ ...kept, revoked: true });
    },
    forgetToken: async (refused: Session) => {
      const kept = await load();
      if (kept && kept.accessToken === refused.accessToken) await keep({ ...kept, accessToken: '' });
    },
  };
}

/** Data of the same person at the same service and space lives together, whatever token fetched it. */
export function identityOf({ baseUrl, userId, spaceId }: KeptSession): ScopeIdentity {
  return { service: baseUrl.replace(/\/+$/, ''), userId, spaceId };
}
