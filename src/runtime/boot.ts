import { createStore as createState, type StoreApi } from 'zustand/vanilla';
import { asStoreError, StoreError, type StoreProblem } from '@/db/errors';
import { getFact, removeFact, setFact } from '@/db/facts';
import { countUnsentHere, type UnsentHere } from '@/db/outbox';
import { openScope, removeScopeData, type ScopeIdentity } from '@/db/scopes';
import { openStore, type Store } from '@/db/store';
import {
  spacesFact,
  type KnownSpace,
  type PreferenceControls,
  type ReminderControls,
  type Runtime,
  type SwitchAnswer,
} from '@/features/shared/runtime';
import { about } from '@/platform/about';
import { beginBackgroundWork, endBackgroundWork } from '@/platform/background';
import { pickMails } from '@/platform/mails';
import { biometrics } from '@/platform/biometrics';
import { claimOwnership } from '@/platform/ownership';
import { startAgain } from '@/platform/direction';
import { openOutside } from '@/platform/outside';
import { clock, lifecycle, newId, openNetwork, random, randomBytes, wire } from '@/platform/ports';
import { watchPosition } from '@/platform/position';
import { Scanner } from '@/platform/scanner';
import { openSecrets, type Secrets } from '@/platform/secrets';
import { secureWindow } from '@/platform/secureWindow';
import { loadLibrary, readReturn, visit, wayBackFrom } from '@/platform/signIn';
import { feelDone } from '@/platform/feel';
import { sharePdf } from '@/platform/pdf';
import { shareFile, shareText } from '@/platform/share';
import { sharedText } from '@/platform/sharedText';
import { appAddress, isSecureAddress } from '@/platform/opening';
import { askToPersist, type Persistence } from '@/platform/persistence';
import { registerServiceWorker } from '@/platform/serviceWorker';
import { openStoreFile } from '@/platform/storeFile';
import { type Network, type Session } from '@/sync/ports';
import { lastPulledKey } from '@/sync/pull';
import { countOnlyHere, signOut as endSession } from '@/sync/signOut';
import { createSignedInDevices, sayGoodbye } from './devices';
import { tryToJoin, type JoinAnswer } from './join';
import { writeJoinLink } from './joinLink';
import { openLock, type Lock } from './lock';
import { openPreferences } from './preferences';
import { openReminders } from './openReminders';
import { removeRevoked, watchRevoked } from './revoked';
import { createSessionKeeper, identityOf, type KeptSession, type SessionKeeper } from './session';
import { finishSignIn, signIn, type SignInAnswer } from './signIn';
import { refreshSpaces, switchSpace } from './spaces';
import { startSync, type RunningSync } from './sync';
import { createUpdateControls } from './update';

const databaseName = 'doorstep.db';

/** Where the app stands before there is anything to show, and what can be done about it. */
export type BootState =
  | { kind: 'opening' }
  /** Another tab has the database open. */
  | { kind: 'elsewhere'; takeOver: () => void }
  | { kind: 'failed'; problem: StoreProblem; tryAgain: () => void }
  /** The page came over plain http, where a browser keeps nothing. */
  | { kind: 'insecure' }
  /** Records from before cannot be read any more on this phone; `goOn` is pressed by whoever has read that. */
  | { kind: 'set_aside'; goOn: () => void }
  | SignedOut
  | Ready;

type Ready = {
  kind: 'ready';
  runtime: Runtime;
  sendInBackground: RunningSync['sendInBackground'];
  lock: Lock;
  /** Gives the PIN up and, with it, the tokens: records stay, and their owner signs in. */
  signInInstead: () => Promise<void>;
};

type SignedOut = {
  kind: 'signed_out';
  join: (request: { baseUrl: string; token: string }) => Promise<JoinAnswer>;
  signIn: (request: { baseUrl: string; language: string }) => Promise<SignInEnd>;
  /** Goes on with a sign-in that a person came back from; null where there is none. */
  finish: (() => Promise<SignInEnd>) | null;
  choose: (session: KeptSession) => Promise<void>;
  /** How much waits on this phone for the people who recorded it; their names stay unsaid. */
  countUnsent: () => Promise<UnsentHere[]>;
  /** Back to the records of the person who was here, when there is one. */
  goBack: (() => void) | null;
};

/** What signing in leads to. Whoever belongs to several spaces says first which one they go to. */
type SignInEnd =
  | JoinAnswer
  | Exclude<SignInAnswer, { kind: 'signed_in' }>
  | { kind: 'choose_space'; spaces: KnownSpace[]; goTo: (spaceId: number) => Promise<SwitchAnswer> };

type Opened = {
  store: Store;
  secrets: Secrets;
  sessions: SessionKeeper;
  lock: Lock;
  network: Network;
  preferences: PreferenceControls;
  persistence: Promise<Persistence>;
  reminders: ReminderControls | null;
};

const isSameScope = (one: ScopeIdentity, other: ScopeIdentity) =>
  one.service === other.service && one.userId === other.userId && one.spaceId === other.spaceId;

/** Loaded when it is needed: a phone without a PIN never does. */
const hashPin = async (pin: string, salt: string) => (await import('@/platform/secrecy')).hashPin(pin, salt);

const newSalt = () => [...randomBytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The store, or why there is none. A handle that the last page has not quite let go of is waited for. */
async function openStoreWithPatience(): Promise<{ store: Store; setAside: string[] }> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { engine, setAside } = await openStoreFile(databaseName, clock.now());
      return { store: await openStore(engine), setAside };
    } catch (failure) {
      const problem = asStoreError(failure);
      const isBusy = problem instanceof StoreError && problem.kind === 'in_use';
      if (!isBusy || attempt === 20) throw problem;
      await clock.sleep(150);
    }
  }
}

const knownAsideFact = 'known_set_aside';

/** Whether a person has been told of every file that lies aside; it is said once, not at every opening. */
async function isAllKnown(store: Store, setAside: readonly string[]): Promise<boolean> {
  const known = (await getFact<string[]>(store, null, knownAsideFact)) ?? [];
  return setAside.every((file) => known.includes(file));
}

let booted: StoreApi<BootState> | null = null;

/**
 * The one opening of this process. React may begin the first drawing twice before it keeps one, and the phone may wake
 * the app without drawing anything; the database is opened once all the same.
 */
export const bootOnce = (): StoreApi<BootState> => (booted ??= boot());

/** Where the app stands once it is no longer opening. */
export function whenOpened(booting: StoreApi<BootState>): Promise<BootState> {
  return new Promise((done) => {
    const look = (state: BootState) => {
      if (state.kind === 'opening') return;
      stop();
      done(state);
    };
    const stop = booting.subscribe(look);
    look(booting.getState());
  });
}

/** Builds everything once, in order, and says at each moment where it stands. */
function boot(): StoreApi<BootState> {
  const state = createState<BootState>(() => ({ kind: 'opening' }));
  const show = (next: BootState) => state.setState(next, true);
  let closeAll: () => Promise<void> = () => Promise.resolve();
  const update = createUpdateControls();
  registerServiceWorker(update.offer);
  secureWindow();

  const enter = async (opened: Opened, session: KeptSession, told: KnownSpace[] = []): Promise<void> => {
    const { store, sessions, network, preferences, lock } = opened;
    const scope = await openScope(store, identityOf(session));
    // What joining has just heard is known from the first screen on.
    if (told.length > 0) await store.write((tx) => setFact(tx, scope, spacesFact, told));
    const sync = await startSync({ store, scope, sessions, network });
    closeAll = async () => {
      await sync.stop();
      await store.close();
    };
    const signOut: Runtime['session']['signOut'] = async () => {
      const count = await countOnlyHere(store, scope);
      if (count > 0) return { kind: 'unsent', count };
      await sync.stop();
      const answer = await endSession(store, scope, async () => {
        await sayGoodbye({ sessions, network });
        await sessions.forget();
      });
      if (answer.kind === 'signed_out') leave(opened);
      else await enter(opened, (await sessions.load()) ?? session);
      return answer;
    };
    watchRevoked(sync.controls, sessions, async () => {
      await sync.stop();
      await removeRevoked(store, sessions);
      leave(opened);
    });
    const signInAgain = async () => {
      await sync.stop();
      leave(opened, { goBackTo: session });
    };
    // A phone that does not wake the app still sends whenever it is opened.
    beginBackgroundWork().catch(() => undefined);
    const parts = { store, scope, sessions, network };
    // The name of the space is asked for once; without an answer, the next opening asks again.
    if ((await getFact(store, scope, spacesFact)) === null) refreshSpaces(parts).catch(() => undefined);
    const goTo: Runtime['session']['switchSpace'] = async (spaceId) => {
      // Nothing may be on the wire while the service changes its mind about where it belongs.
      await sync.stop();
      const answer = await switchSpace(parts, spaceId);
      const kept = (await sessions.load()) ?? session;
      const next = answer === 'switched' ? { ...kept, spaceId } : kept;
      await sessions.keep(next);
      await enter(opened, next);
      return answer;
    };
    const clearCache = async () => {
      await sync.stop();
      await store.write(async (tx) => {
        await removeScopeData(tx, scope, { keepFacts: true });
        await removeFact(tx, scope, lastPulledKey);
      });
      await enter(opened, (await sessions.load()) ?? session);
    };
    const signInInstead = async () => {
      await sync.stop();
      await sessions.forget();
      leave(opened);
    };
    show({
      kind: 'ready',
      sendInBackground: sync.sendInBackground,
      lock,
      signInInstead,
      runtime: {
        store,
        scope,
        now: clock.now,
        newId,
        random,
        sync: sync.controls,
        session: {
          baseUrl: session.baseUrl,
          joinLink: writeJoinLink(appAddress(session.baseUrl), session.baseUrl),
          signInAgain,
          signOut,
          refreshSpaces: () => refreshSpaces(parts),
          switchSpace: goTo,
          devices: createSignedInDevices({ sessions, network }),
          clearCache,
        },
        preferences,
        update,
        lock,
        device: {
          shareText,
          shareFile,
          // Loaded when it is needed: few openings of the app export anything.
          seal: async (text, ageKey) =>
            (await import('@/platform/secrecy')).sealTo(ageKey, text, randomBytes),
          sharePdf,
          pickMails,
          about,
          persistence: () => opened.persistence,
          feelDone,
          openOutside,
          startAgain,
          watchPosition,
          reminders: opened.reminders,
          sharedText,
          Scanner,
        },
      },
    });
  };

  const leave = (
    opened: Opened,
    { returned = null, goBackTo = null }: { returned?: string | null; goBackTo?: KeptSession | null } = {}
  ): void => {
    const { network, secrets, sessions, store } = opened;
    // A task that the phone keeps all the same finds nobody signed in and ends at once.
    if (goBackTo === null) endBackgroundWork().catch(() => undefined);
    const choose = async (session: KeptSession, told: KnownSpace[] = []) => {
      // A PIN belongs to the person who set it; whoever else signs in here could not know it.
      const isSamePerson = goBackTo?.userId === session.userId && goBackTo.baseUrl === session.baseUrl;
      if (!isSamePerson) await opened.lock.clear();
      await sessions.keep(session);
      await enter(opened, session, told);
    };
    const joinWith = async (session: Session): Promise<JoinAnswer> => {
      const answer = await tryToJoin({ clock, fetch: wire, network }, session);
      if (answer.kind === 'joined') await choose(answer.session, answer.spaces);
      return answer;
    };
    const afterSignIn = async (signing: Promise<SignInAnswer>): Promise<SignInEnd> => {
      const signed = await signing;
      if (signed.kind !== 'signed_in') return signed;
      const answer = await tryToJoin({ clock, fetch: wire, network }, signed.session);
      if (answer.kind !== 'joined') return answer;
      const { session, spaces } = answer;
      // Whoever signs in again to go on where they were is asked nothing.
      const isBack = goBackTo !== null && isSameScope(identityOf(goBackTo), identityOf(session));
      if (spaces.length > 1 && !isBack)
        return { kind: 'choose_space', spaces, goTo: (spaceId) => goToSpace(session, spaces, spaceId) };
      await choose(session, spaces);
      return answer;
    };
    const goToSpace = async (
      session: KeptSession,
      spaces: KnownSpace[],
      spaceId: number
    ): Promise<SwitchAnswer> => {
      await sessions.keep(session);
      if (spaceId !== session.spaceId) {
        const scope = await openScope(store, identityOf(session));
        const answer = await switchSpace({ store, scope, sessions, network }, spaceId);
        if (answer !== 'switched') return answer;
      }
      // The token may have been renewed on the way.
      await choose({ ...((await sessions.load()) ?? session), spaceId }, spaces);
      return 'switched';
    };
    const parts = { clock, fetch: wire, network, secrets, wayBackFrom, visit, loadLibrary };
    show({
      kind: 'signed_out',
      join: ({ baseUrl, token }) => joinWith({ baseUrl, accessToken: token, refresh: null }),
      signIn: (request) => afterSignIn(signIn(parts, request)),
      finish: returned === null ? null : () => afterSignIn(finishSignIn(parts, returned)),
      choose: (session) => choose(session),
      countUnsent: () => countUnsentHere(opened.store),
      goBack: goBackTo && (() => void enter(opened, goBackTo)),
    });
  };

  const open = async (): Promise<void> => {
    show({ kind: 'opening' });
    try {
      const [{ store, setAside }, secrets, network] = await Promise.all([
        openStoreWithPatience(),
        openSecrets(),
        openNetwork(),
      ]);
      closeAll = () => store.close();
      const persistence = askToPersist();
      const preferences = await openPreferences(store);
      const sessions = createSessionKeeper(secrets);
      const reminders = openReminders(store, preferences);
      const lock = await openLock({ secrets, clock, lifecycle, biometrics, hashPin, newSalt });
      const opened = { store, secrets, sessions, lock, network, preferences, persistence, reminders };
      const begin = async () => {
        // The last wrong PIN may have been the last thing before the app was closed.
        if (lock.isSpent()) await sessions.forget();
        const session = await removeRevoked(store, sessions);
        const returned = readReturn();
        if (session && returned === null) await enter(opened, session);
        else leave(opened, { returned, goBackTo: session });
      };
      if (await isAllKnown(store, setAside)) return await begin();
      const goOn = async () => {
        await store.write((tx) => setFact(tx, null, knownAsideFact, setAside));
        await begin();
      };
      show({ kind: 'set_aside', goOn: () => void goOn().catch(fail) });
    } catch (failure) {
      fail(failure);
    }
  };
  const tryAgain = () => void open();
  const fail = (failure: unknown) =>
    show({ kind: 'failed', problem: failure instanceof StoreError ? failure.kind : 'failed', tryAgain });

  const start = async () => {
    if (!isSecureAddress()) return show({ kind: 'insecure' });
    const ownership = await claimOwnership(() => closeAll());
    if (ownership.kind === 'owner') return open();
    show({
      kind: 'elsewhere',
      takeOver: () => {
        show({ kind: 'opening' });
        ownership.takeOver().then(open, tryAgain);
      },
    });
  };
  start().catch(() => show({ kind: 'failed', problem: 'failed', tryAgain: () => void start() }));
  return state;
}
