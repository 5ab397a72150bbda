import { type StoreProblem } from '@/db/errors';
import { type KnownSpace } from '@/db/knownSpaces';
import { type UnsentHere } from '@/db/outbox/outbox';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import {
  type PreferenceControls,
  type ReminderControls,
  type Runtime,
  type SwitchResult,
} from '@/features/shared/runtime';
import { type Persistence } from '@/platform/persistence';
import { type Secrets } from '@/platform/secrets';
import { type JoinResult } from '@/session/join';
import { type Lock } from '@/session/lock';
import { type SessionStorage, type StoredSession } from '@/session/session';
import { type SignInRequest, type SignInResult } from '@/session/signIn';
import { type Network } from '@/sync/ports';
import { type RunningSync } from './sync';

/** The state of the app; each state has its own screen in the shell. */
export type BootState =
  | { kind: 'opening' }
  /** Another tab has the database open. `isStuck`: it was asked to close it and did not. */
  | { kind: 'open_in_other_tab'; isStuck: boolean; takeOver: () => void }
  | { kind: 'failed'; problem: StoreProblem; tryAgain: () => void }
  /** The page was loaded over plain http, where a browser has no persistent storage. */
  | { kind: 'insecure' }
  /** The browser is too old for persistent storage, or a private window denies it. */
  | { kind: 'unsupported' }
  /** An earlier database file cannot be decrypted on this phone and was renamed, see db/sealing/fileKey.ts. */
  | { kind: 'quarantined'; acknowledge: () => void }
  /** The person is signed in, and the database has no trace of them: the system or the browser deleted the file. */
  | { kind: 'records_deleted'; acknowledge: () => void }
  | SignedOut
  | Ready;

export type Ready = {
  kind: 'ready';
  /** During a practice: that of the practice. */
  runtime: Runtime;
  /** The records of the person, also during a practice. */
  store: Store;
  scope: Scope;
  sendInBackground: RunningSync['sendInBackground'];
  lock: Lock;
  /** For a forgotten PIN: deletes the tokens. Records stay, and their owner signs in. */
  signInInstead: () => Promise<void>;
};

export type SignedOut = {
  kind: 'signed_out';
  join: (request: { baseUrl: string; token: string }) => Promise<JoinResult>;
  signIn: (request: SignInRequest) => Promise<SignInOutcome>;
  /** Completes a sign-in that redirected back to the app; null where none is pending. */
  finish: (() => Promise<SignInOutcome>) | null;
  choose: (session: StoredSession) => Promise<void>;
  /** Unsent records on this phone as counts and sums, without names. */
  countUnsent: () => Promise<UnsentHere[]>;
  /** Returns to the current session without signing in; null where there is none. */
  goBack: (() => void) | null;
  /** The service ended the session of this phone: the device was signed out, or the mail address changed. */
  isRevoked: boolean;
};

/** A person with several spaces chooses one before the session opens. */
export type SignInOutcome =
  | JoinResult
  | Exclude<SignInResult, { kind: 'signed_in' }>
  | { kind: 'choose_space'; spaces: KnownSpace[]; goTo: (spaceId: number) => Promise<SwitchResult> };

/** Opened once per process, for all users. */
export type Resources = {
  store: Store;
  secrets: Secrets;
  sessions: SessionStorage;
  lock: Lock;
  network: Network;
  preferences: PreferenceControls;
  persistence: Promise<Persistence>;
  reminders: ReminderControls | null;
};

export type SignInOptions = {
  /** The URL that the service redirected to after a sign-in. */
  redirect?: string | null;
  /** A session that can be reopened without signing in. */
  previous?: StoredSession | null;
  isRevoked?: boolean;
};

/** Shared by openSession.ts and openSignIn.ts, each of which can switch to the other. */
export type BootContext = {
  resources: Resources;
  update: Runtime['update'];
  setState: (next: BootState) => void;
  /** Sets what must be closed before another tab takes over, or before the database is opened again. */
  setClose: (close: () => Promise<void>) => void;
  /** Shows the failure screen with a retry button. */
  fail: (failure: unknown) => void;
  /** `spaces`: the person's spaces, where joining has just fetched them. */
  openSession: (session: StoredSession, spaces?: KnownSpace[]) => Promise<void>;
  openSignIn: (options?: SignInOptions) => void;
};
