/**
 * What the engine needs from its environment. `src/platform` implements these on a phone and in a browser, the tests
 * with a network, a clock and a process that can fail.
 */

/** Time. Waits are measured by `monotonic`, because users change the wall clock. */
export interface Clock {
  /** Milliseconds since 1970 by the clock of the phone. */
  now(): number;
  /** Milliseconds since an arbitrary start; never jumps, never decreases. */
  monotonic(): number;
  /** Resolves after that time, or when the signal aborts. Never rejects. Sleeping 0 yields to other tasks. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export type FetchInit = {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  redirect: 'manual';
  credentials: 'omit';
  cache: 'no-store';
};

/** The part of a fetch response that is used; `globalThis.fetch` fits. */
export type FetchResponse = {
  status: number;
  type?: string;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
};

export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** The network state as the phone reports it. "Online" may be wrong, "offline" never is. */
export interface Network {
  isOnline(): boolean;
  /** Returns an unsubscribe function. */
  onChange(listener: (isOnline: boolean) => void): () => void;
}

/** Whether the app is in the foreground. */
export interface Lifecycle {
  isForeground(): boolean;
  onChange(listener: (isForeground: boolean) => void): () => void;
}

/** The signed-in session. */
export type Session = {
  /** Base address of the service, e.g. https://example.org/api. */
  baseUrl: string;
  accessToken: string;
  /** Null for a pasted token: when it expires, the user pastes another. */
  refresh: { token: string; endpoint: string; clientId: string } | null;
  /** The space whose membership has ended, as the service reported; the tokens may be valid in others. */
  ended?: EndedMembership | undefined;
};

/** `signed_out`: this device has to sign in again for the space, and deletes what it downloaded there. */
export type EndedMembership = { spaceId: number; why: 'removed' | 'suspended' | 'signed_out' };

/** Storage of the session: the secure store of the phone. */
export interface SessionStore {
  load(): Promise<Session | null>;
  /**
   * Stores a refreshed session; resolves when it is on disk. Stores nothing where `used` is not the current
   * session: another user may have signed in meanwhile.
   */
  save(renewed: Session, used: Session): Promise<void>;
  /**
   * Called when the service reports that the session has ended and cannot be refreshed: the device was
   * signed out from elsewhere. Never called for a network failure. Resolves when that is on disk.
   */
  markRevoked?(session: Session): Promise<void>;
  /**
   * Called when the service itself refuses a token that cannot be refreshed, e.g. a pasted one: deletes the
   * token. The user stays known, so that reading and capturing work until they sign in again.
   */
  deleteToken?(session: Session): Promise<void>;
  /** Called when the service reports that the user cannot enter a space any more. */
  endMembership?(session: Session, ended: EndedMembership): Promise<void>;
}

/** Random numbers in [0, 1). */
export type Random = () => number;

export interface Ports {
  clock: Clock;
  random: Random;
  fetch: Fetch;
  network: Network;
  lifecycle: Lifecycle;
  sessions: SessionStore;
  /**
   * No other process can have this database open, so claims of others are from a dead one. False where that is not
   * certain.
   */
  isAlone: boolean;
  /** Called with an unexpected failure that ended a round: for diagnostics. */
  onFailure: (failure: unknown) => void;
}
