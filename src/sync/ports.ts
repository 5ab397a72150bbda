/**
 * What the engine needs of the world. `src/platform` fills these on a phone and in a browser, the tests with a wire,
 * a clock and a process that can be made to fail.
 */

/** Time. Waits are measured by `monotonic`, because a phone's wall clock is set forward and back. */
export interface Clock {
  /** Milliseconds since 1970, as the phone believes. */
  now(): number;
  /** Milliseconds since some moment; never jumps, never goes back. */
  monotonic(): number;
  /**
   * Resolves after that long, or at once when the signal aborts. Never rejects. To sleep for nothing is to let everybody
   * else have a turn.
   */
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

/** The part of a fetch answer that is used; `globalThis.fetch` fits. */
export type FetchAnswer = {
  status: number;
  type?: string;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
};

export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

/** What the phone says about its network. It may be wrong when it says online, never when it says offline. */
export interface Network {
  isOnline(): boolean;
  /** Answers the way to stop listening. */
  onChange(listener: (isOnline: boolean) => void): () => void;
}

/** Whether the app is in front. */
export interface Lifecycle {
  isForeground(): boolean;
  onChange(listener: (isForeground: boolean) => void): () => void;
}

/** Who is signed in, where, and with what. */
export type Session = {
  /** Address of the service that all paths are relative to, e.g. https://example.org/api. */
  baseUrl: string;
  accessToken: string;
  /** Absent for a pasted token: when that ends, the person brings another. */
  refresh: { token: string; endpoint: string; clientId: string } | null;
};

/** Where the session is kept: the phone's secure store. */
export interface SessionStore {
  load(): Promise<Session | null>;
  /**
   * Keeps what a renewal of `used` gave; resolves when it is stored for good. Nothing is kept where `used` is no longer
   * the session: somebody else may have signed in meanwhile.
   */
  save(renewed: Session, used: Session): Promise<void>;
  /**
   * Told when the service itself has said that this session is over and will never be renewed: a lost phone was signed
   * out from elsewhere. Never called for a network that failed. Resolves when that is noted for good.
   */
  markRevoked?(session: Session): Promise<void>;
  /**
   * Told when the service itself refuses a token that nothing can renew, as one that was pasted: it is wiped. Whose
   * session it was stays known, so that everything can be read and recorded until they sign in again.
   */
  forgetToken?(session: Session): Promise<void>;
}

/** One round at a time across tabs and workers: Web Locks in a browser, nothing to do where there is one process. */
export interface RoundLock {
  /** Runs the work while holding the lock; answers false, without running it, when somebody else holds it. */
  run(work: () => Promise<void>): Promise<boolean>;
  /**
   * Nobody else can have this database open: what another has claimed was left behind by a page or a process that is
   * gone. Absent where that is not certain.
   */
  isAlone?: boolean;
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
  lock: RoundLock;
  /** Told of a failure that ended a round and that no answer of the service explains: for diagnostics. */
  onFailure: (failure: unknown) => void;
}
