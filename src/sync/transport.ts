import { z } from 'zod';

import { endpoints, type EndpointName, type ParamsOf, type QueryOf } from '@/contract/endpoints';
import { EXTENSION_HEADERS } from '@/contract/extensions';
import { isOurProblem, readProblem, type ProblemCode } from '@/contract/problem';
import type { HttpResponse, Exchange } from '@/domain/outcome';
import { lastBefore, laterPosition } from '@/domain/position';

import type { EndedMembership, FetchResponse, Ports, Session } from './ports';
import { parseRetryAfter } from './retryAfter';
import { createTokenRefresher } from './tokenRefresh';

/** One call of an endpoint of the contract. */
export type Call<Name extends EndpointName = EndpointName> = {
  endpoint: Name;
  params?: ParamsOf<Name>;
  query?: QueryOf<Name>;
  /** The frozen body. */
  body?: string;
  idempotencyKey?: string;
  /** The ids of the rows that this one replaces, newest first. */
  replaces?: readonly string[];
  ifMatch?: string;
  /** Whether the service refuses the change of a payment that was received before. */
  ifUnpaid?: boolean;
  ifNoneMatch?: string;
  signal?: AbortSignal;
};

/** The only way out of the phone. Never throws for a network failure. */
export interface Transport {
  send<Name extends EndpointName>(call: Call<Name>): Promise<Exchange>;
}

export type TransportOptions = {
  /** A call without a response by then has failed: nothing hangs forever. */
  writeLimitMs: number;
  readLimitMs: number;
  /**
   * The space to name in every call, where the service supports it; a token alone means the space that its user
   * chose last. Null for requests about the user, which every space of theirs responds to.
   */
  space: (() => Promise<number | null>) | null;
  /** Whether the service announced our extensions: its failures have our problem types then. */
  isOurService?: () => Promise<boolean>;
  /**
   * Called after every response of the service itself: when it arrived, and how far the clock of the phone is
   * ahead.
   */
  onContact?: (at: number, aheadMs: number | null) => void;
};

export const defaultLimits = { writeLimitMs: 20_000, readLimitMs: 60_000 };

export function createTransport(
  ports: Pick<Ports, 'clock' | 'fetch' | 'network' | 'sessions'>,
  options: TransportOptions
): Transport {
  const limitOf = (name: EndpointName) =>
    endpoints[name].writes ? options.writeLimitMs : options.readLimitMs;
  const formHeaders = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  const tokens = createTokenRefresher(ports.sessions, (url, form) =>
    fetchOnce(ports, url, { method: 'POST', headers: formHeaders, body: form }, options.writeLimitMs)
  );

  /** The last position that the service returned. A read says it, so that no copy of the database that is behind it answers. */
  let seen: string | null = null;

  const attempt = async (call: Call, session: Session, space: number | null): Promise<Exchange> => {
    const { method, writes } = endpoints[call.endpoint];
    const headers = headersOf(call, session, space);
    if (seen !== null && !writes) headers[EXTENSION_HEADERS.position] = seen;
    const exchange = await fetchOnce(
      ports,
      urlOf(session.baseUrl, call),
      { method, headers, ...(call.body ? { body: call.body } : {}) },
      limitOf(call.endpoint),
      call.signal
    );
    if (exchange.kind === 'answered' && exchange.body !== undefined) {
      const now = ports.clock.now();
      options.onContact?.(now, exchange.sentAt === null ? null : now - exchange.sentAt);
      const position = exchange.position ?? (call.endpoint === 'listChanges' ? endOf(exchange.body) : null);
      if (position !== null) seen = laterPosition(seen, position);
    }
    return exchange;
  };

  /** Whether the service itself refused the token: with its problem type, or in JSON where it is not our service. */
  const isOfService = async (exchange: Unauthorized): Promise<boolean> =>
    isOurProblem(exchange.body) || (exchange.body !== undefined && !(await options.isOurService?.()));

  /** Whether the user cannot enter the space any more. The session stays: its unsent records can still be shared. */
  const isMembershipEnd = async (
    exchange: Unauthorized,
    session: Session,
    space: number | null,
    isRefreshed = false
  ): Promise<boolean> => {
    const why = isOurProblem(exchange.body)
      ? membershipEnds.get(readProblem(exchange.body).code ?? '')
      : undefined;
    // A refresh first says whether the device is signed out of every space.
    if (why === 'signed_out' && !isRefreshed) return false;
    if (why !== undefined && space !== null) await tokens.endMembership(session, { spaceId: space, why });
    return why !== undefined;
  };

  return {
    async send(call) {
      if (!ports.network.isOnline()) return { kind: 'offline' };
      const session = await tokens.current();
      if (!session) return { kind: 'signed_out' };
      const space = endpoints[call.endpoint].auth ? ((await options.space?.()) ?? null) : null;
      if (space !== null && session.ended?.spaceId === space) return { kind: 'signed_out' };
      let used = session;
      let response = await attempt(call, used, space);
      let isNew = false;
      while (isUnauthorized(response, call)) {
        if (await isMembershipEnd(response, used, space, isNew)) return { kind: 'signed_out' };
        const isOwn = await isOfService(response);
        if (isNew) return isOwn ? { kind: 'signed_out' } : response;
        if (!isOwn && !used.refresh) return response;

        const refreshed = await tokens.refresh(used, isTokenRefused(response));
        // Something in between refused a write that may have arrived before: no second one without a check.
        if (!isOwn && endpoints[call.endpoint].writes) return response;
        if (refreshed.kind !== 'refreshed') return refreshed;
        used = refreshed.session;
        isNew = !refreshed.isTakenOver;
        response = await attempt(call, used, space);
      }
      return response;
    },
  };
}

const FeedEnd = z.object({
  data: z.object({ position: z.string().regex(/\.[1-9]\d*$/), more: z.literal(false) }),
});

/** What a phone has seen after the last page of the feed. */
function endOf(body: unknown): string | null {
  const page = FeedEnd.safeParse(body);
  return page.success ? lastBefore(page.data.data.position) : null;
}

type Unauthorized = HttpResponse & { status: 401 };

const isUnauthorized = (exchange: Exchange, call: Call): exchange is Unauthorized =>
  exchange.kind === 'answered' && exchange.status === 401 && endpoints[call.endpoint].auth;

const membershipEnds: ReadonlyMap<string, EndedMembership['why']> = new Map([
  ['membership_removed' satisfies ProblemCode, 'removed'],
  ['membership_suspended' satisfies ProblemCode, 'suspended'],
  ['membership_signed_out' satisfies ProblemCode, 'signed_out'],
]);

/** Only our service says with its problem code that the token will never work again. */
const isTokenRefused = ({ body }: Unauthorized) =>
  readProblem(body).code === ('unauthenticated' satisfies ProblemCode);

function headersOf(call: Call, session: Session, space: number | null): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (endpoints[call.endpoint].auth) headers.authorization = `Bearer ${session.accessToken}`;
  if (space !== null) headers[EXTENSION_HEADERS.space] = String(space);
  if (call.body) headers['content-type'] = 'application/json';
  if (call.idempotencyKey) headers[EXTENSION_HEADERS.idempotencyKey] = call.idempotencyKey;
  if (call.replaces?.length) headers[EXTENSION_HEADERS.replaces] = call.replaces.join(',');
  if (call.ifUnpaid) headers[EXTENSION_HEADERS.ifUnpaid] = '1';
  if (call.ifMatch) headers[EXTENSION_HEADERS.ifMatch] = call.ifMatch;
  if (call.ifNoneMatch) headers[EXTENSION_HEADERS.ifNoneMatch] = call.ifNoneMatch;
  return headers;
}

function urlOf(baseUrl: string, call: Call): string {
  const params = new Map(Object.entries(call.params ?? {}));
  const path = endpoints[call.endpoint].path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name)))
  );
  const query = Object.entries(call.query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
    .join('&');
  return `${baseUrl.replace(/\/+$/, '')}${path}${query === '' ? '' : `?${query}`}`;
}

/** One request with its timeout, which works even where the fetch of the platform ignores the signal. */
export async function fetchOnce(
  { clock, fetch }: Pick<Ports, 'clock' | 'fetch'>,
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string },
  limitMs: number,
  outer?: AbortSignal
): Promise<Exchange> {
  if (outer?.aborted) return { kind: 'offline' };
  const inner = new AbortController();
  const done = new AbortController();
  const abort = () => inner.abort();
  outer?.addEventListener('abort', abort);

  const response = (async (): Promise<Exchange> => {
    try {
      const fetched = await fetch(url, {
        ...request,
        signal: inner.signal,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
      });
      return toHttpResponse(fetched, await fetched.text(), clock.now());
    } catch {
      // fetch rejects for every network failure without a usable reason.
      return { kind: 'failed', cause: outer?.aborted ? 'aborted' : 'network' };
    }
  })();
  const limit = clock
    .sleep(limitMs, done.signal)
    .then((): Exchange => ({ kind: 'failed', cause: 'timeout' }));
  const stopped = whenAborted(outer, done.signal).then((): Exchange => ({
    kind: 'failed',
    cause: 'aborted',
  }));
  try {
    return await Promise.race([response, limit, stopped]);
  } finally {
    outer?.removeEventListener('abort', abort);
    done.abort();
    inner.abort();
  }
}

/** Resolves when the signal aborts. Removes its listener when `done` aborts. */
function whenAborted(signal: AbortSignal | undefined, done: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listener = () => resolve();
    signal?.addEventListener('abort', listener);
    done.addEventListener('abort', () => signal?.removeEventListener('abort', listener));
  });
}

function toHttpResponse(response: FetchResponse, text: string, now: number): HttpResponse {
  // A browser hides the status of a redirect that it does not follow.
  const date = response.headers.get('date');
  const sentAt = Date.parse(date ?? '');
  const status = response.type === 'opaqueredirect' ? 302 : response.status;
  return {
    kind: 'answered',
    status,
    body: readJson(text),
    retryAfterMs: parseRetryAfter(response.headers.get('retry-after'), date, now),
    etag: response.headers.get(EXTENSION_HEADERS.etag),
    sentAt: Number.isNaN(sentAt) ? null : sentAt,
    key: response.headers.get(EXTENSION_HEADERS.idempotencyKey),
    position: response.headers.get(EXTENSION_HEADERS.position) || null,
  };
}

/** Undefined for anything that is not complete JSON: a captive portal, a truncated body, an empty one. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
