import { z } from 'zod';

import type { Exchange } from '@/domain/outcome';

import type { EndedMembership, Session, SessionStore } from './ports';

/** The result of refreshing a token. */
export type RefreshResult =
  /** `isTakenOver`: another caller has stored the token, so that it may have expired as well. */
  | { kind: 'refreshed'; session: Session; isTakenOver: boolean }
  /** Refused for good: the user has to sign in. */
  | { kind: 'signed_out' }
  /** The token endpoint was not reached. That is no refusal: the session stays. */
  | { kind: 'refresh_failed' };

export interface TokenRefresher {
  current(): Promise<Session | null>;
  /**
   * Returns a newer token than the one in `used`; concurrent callers share one refresh. `isServiceRefusal`: the
   * service itself refused the token, not a proxy.
   */
  refresh(used: Session, isServiceRefusal: boolean): Promise<RefreshResult>;
  /** Records that the user cannot enter a space any more. */
  endMembership(used: Session, ended: EndedMembership): Promise<void>;
}

type PostForm = (url: string, form: string) => Promise<Exchange>;

const TokenResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
});
const TokenError = z.object({ error: z.string() });

/** OAuth errors (RFC 6749, 5.2) after which this refresh token never works again. */
const finalErrors = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
]);

/**
 * Refreshes the tokens of the session. A refresh token works once, so each caller makes one refresh at a time, and the
 * new pair is stored before it is used. Of two callers that refresh at once, both use the pair that is stored.
 */
export function createTokenRefresher(sessions: SessionStore, post: PostForm): TokenRefresher {
  let running: Promise<RefreshResult> | null = null;
  // The secure store is slow, so the session is cached; each refresh reads it again.
  let cached: Session | null = null;
  const load = async () => {
    const stored = await sessions.load();
    // An empty token was deleted: the session exists, but cannot be used.
    return (cached = stored?.accessToken === '' ? null : stored);
  };

  const refresh = async (used: Session, isServiceRefusal: boolean): Promise<RefreshResult> => {
    const stored = await load();
    if (!stored) return { kind: 'signed_out' };
    // Another call, tab or worker refreshed it first.
    if (stored.accessToken !== used.accessToken)
      return { kind: 'refreshed', session: stored, isTakenOver: true };
    if (!stored.refresh) {
      // A refused pasted token is useless: delete it.
      if (isServiceRefusal) await sessions.deleteToken?.(stored);
      cached = null;
      return { kind: 'signed_out' };
    }

    const { token, endpoint, clientId } = stored.refresh;
    const fields = { grant_type: 'refresh_token', refresh_token: token, client_id: clientId };
    const form = Object.entries(fields)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join('&');
    // Not aborted with its caller: once the service has rotated the token, its response is needed.
    const exchange = await post(endpoint, form);
    if (exchange.kind !== 'answered') return { kind: 'refresh_failed' };

    const response = TokenResponse.safeParse(exchange.body);
    if (exchange.status === 200 && response.success) {
      const { access_token: accessToken, refresh_token: next } = response.data;
      const session = { ...stored, accessToken, refresh: { ...stored.refresh, token: next ?? token } };
      await sessions.save(session, stored);
      // Where another caller has refreshed meanwhile, its pair is the stored one.
      const kept = await load();
      return kept
        ? { kind: 'refreshed', session: kept, isTakenOver: kept.accessToken !== accessToken }
        : { kind: 'signed_out' };
    }
    const error = TokenError.safeParse(exchange.body);
    const isRefusal = exchange.status >= 400 && exchange.status < 500 && error.success;
    if (!isRefusal || !finalErrors.has(error.data.error)) return { kind: 'refresh_failed' };
    // Only this error is about the session itself; others may come from a misconfigured service.
    if (exchange.status === 400 && error.data.error === 'invalid_grant') await sessions.markRevoked?.(stored);
    return { kind: 'signed_out' };
  };

  return {
    current: async () => cached ?? load(),
    refresh: (used, isServiceRefusal) => {
      running ??= refresh(used, isServiceRefusal).finally(() => {
        running = null;
      });
      return running;
    },
    endMembership: async (used, ended) => {
      await sessions.endMembership?.(used, ended);
      cached = null;
    },
  };
}
