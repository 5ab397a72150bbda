import { z } from 'zod';

import type { Exchange } from '@/domain/outcome';

import type { Session, SessionStore } from './ports';

/** What came of asking for a new token. */
export type Renewal =
  | { kind: 'renewed'; session: Session }
  /** Refused for good: the person has to sign in. */
  | { kind: 'signed_out' }
  /** Nobody was reached. That is no refusal: everything stays as it is. */
  | { kind: 'refresh_failed' };

export interface TokenKeeper {
  current(): Promise<Session | null>;
  /**
   * Gets a token newer than the one in `used`, by one caller at a time. `isOwnWord`: the service itself has refused
   * it, and not something in between.
   */
  renew(used: Session, isOwnWord: boolean): Promise<Renewal>;
}

type PostForm = (url: string, form: string) => Promise<Exchange>;

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
});
const TokenRefusal = z.object({ error: z.string() });

/** OAuth errors (RFC 6749, 5.2) after which the same refresh token will never work again. */
const finalErrors = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
]);

/**
 * Keeps the session's tokens. A refresh token is good for one use, so there is one refresh at a time and everyone
 * who needs it waits for the same one; the new pair is stored before anyone uses it.
 */
export function createTokenKeeper(sessions: SessionStore, post: PostForm): TokenKeeper {
  let running: Promise<Renewal> | null = null;
  // The secure store is slow on a phone; it is asked once, and again before each refresh.
  let known: Session | null = null;
  const load = async () => {
    const stored = await sessions.load();
    // Wiped: there is a session, and nothing to show for it.
    return (known = stored?.accessToken === '' ? null : stored);
  };

  const renew = async (used: Session, isOwnWord: boolean): Promise<Renewal> => {
    const stored = await load();
    if (!stored) return { kind: 'signed_out' };
    // Another call, tab or worker was quicker.
    if (stored.accessToken !== used.accessToken) return { kind: 'renewed', session: stored };
    if (!stored.refresh) {
      // It was pasted and is worth nothing any more: there is no reason to leave it lying about.
      if (isOwnWord) await sessions.forgetToken?.(stored);
      known = null;
      return { kind: 'signed_out' };
    }

    const { token, endpoint, clientId } = stored.refresh;
    const fields = { grant_type: 'refresh_token', refresh_token: token, client_id: clientId };
    const form = Object.entries(fields)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join('&');
    // Not aborted with the call that began it: once the service has turned the token over, its answer is needed.
    const exchange = await post(endpoint, form);
    if (exchange.kind !== 'answered') return { kind: 'refresh_failed' };

    const answer = TokenAnswer.safeParse(exchange.body);
    if (exchange.status === 200 && answer.success) {
      const { access_token: accessToken, refresh_token: next } = answer.data;
      const session = { ...stored, accessToken, refresh: { ...stored.refresh, token: next ?? token } };
      await sessions.save(session, stored);
      known = session;
      return { kind: 'renewed', session };
    }
    const refusal = TokenRefusal.safeParse(exchange.body);
    const isRefusal = exchange.status >= 400 && exchange.status < 500 && refusal.success;
    if (!isRefusal || !finalErrors.has(refusal.data.error)) return { kind: 'refresh_failed' };
    // Only this word is about the session itself; the others may come from a service that is set up wrongly.
    if (exchange.status === 400 && refusal.data.error === 'invalid_grant')
      await sessions.markRevoked?.(stored);
    return { kind: 'signed_out' };
  };

  return {
    current: async () => known ?? load(),
    renew: (used, isOwnWord) => {
      running ??= renew(used, isOwnWord).finally(() => {
        running = null;
      });
      return running;
    },
  };
}
