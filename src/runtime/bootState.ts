import { type StoreProblem } from '@/db/errors';
import { type UnsentHere } from '@/db/outbox/outbox';
import { type Store } from '@/db/store';
import {
  type KnownSpace,
  type PreferenceControls,
  type ReminderControls,
  type Runtime,
  type SwitchAnswer,
} from '@/features/shared/runtime';
import { type Persistence } from '@/platform/persistence';
import { type Secrets } from '@/platform/secrets';
import { type Network } from '@/sync/ports';
import { type JoinResult } from '@/session/join';
import { type Lock } from '@/session/lock';
import { type StoredSession, type SessionStorage } from '@/session/session';
import { type SignInResult } from '@/session/signIn';
import { type RunningSync } from './sync';

/** Where the app stands before there is anything to show, and what can be done about it. */
export type BootState =
  | { kind: 'opening' }
  /** Another tab has the database open. */
  | { kind: 'elsewhere'; takeOver: () => void }
  | { kind: 'failed'; problem: StoreProblem; tryAgain: () => void }
  /** The page came over plain http, where a browser keeps nothing. */
  | { kind: 'insecure' }
  /** A browser that is too old to keep anything, or a private window that refuses. */
  | { kind: 'unsupported' }
  /** Records from before cannot be read any more on this phone; `goOn` is pressed by whoever has read that. */
  | { kind: 'set_aside'; goOn: () => void }
  | SignedOut
  | Ready;

export type Ready = {
  kind: 'ready';
  runtime: Runtime;
  sendInBackground: RunningSync['sendInBackground'];
  lock: Lock;
  /** Gives the PIN up and, with it, the tokens: records stay, and their owner signs in. */
  signInInstead: () => Promise<void>;
};

export type SignedOut = {
  kind: 'signed_out';
  join: (request: { baseUrl: string; token: string }) => Promise<JoinResult>;
  signIn: (request: { baseUrl: string; language: string }) => Promise<SignInOutcome>;
  /** Goes on with a sign-in that a person came back from; null where there is none. */
  finish: (() => Promise<SignInOutcome>) | null;
  choose: (session: StoredSession) => Promise<void>;
  /** How much waits on this phone for the people who recorded it; their names stay unsaid. */
  countUnsent: () => Promise<UnsentHere[]>;
  /** Back to the records of the person who was here, when there is one. */
  goBack: (() => void) | null;
};

/** What signing in leads to. Whoever belongs to several spaces says first which one they go to. */
export type SignInOutcome =
  | JoinResult
  | Exclude<SignInResult, { kind: 'signed_in' }>
  | { kind: 'choose_space'; spaces: KnownSpace[]; goTo: (spaceId: number) => Promise<SwitchAnswer> };

/** What is opened once, whoever is signed in. */
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
  /** The address that a sign-in came back to. */
  returned?: string | null;
  /** Whose records can be gone back to without signing in. */
  goBackTo?: StoredSession | null;
};

/** What the two sides of the door work with; each can open the other. */
export type BootContext = {
  resources: Resources;
  update: Runtime['update'];
  show: (next: BootState) => void;
  /** What has to end before another tab may take over. */
  setClose: (close: () => Promise<void>) => void;
  /** Shows that the store refused something without which nobody can go on, and the way to try again. */
  fail: (failure: unknown) => void;
  /** Shows the space of a session. `told` is what joining has just heard about the person's spaces. */
  openSession: (session: StoredSession, told?: KnownSpace[]) => Promise<void>;
  /** Shows the door. */
  openSignIn: (options?: SignInOptions) => void;
};
