import { createStore as createState, type StoreApi } from 'zustand/vanilla';
import { asStoreError, StoreError, type StoreProblem } from '@/db/errors';
import { getFact, removeFact } from '@/db/facts';
import { countUnsentHere, type UnsentHere } from '@/db/outbox';
import { openScope, removeScopeData, type ScopeIdentity } from '@/db/scopes';
import { openStore, type Store } from '@/db/store';
import {
  spacesFact,
  type KnownSpace,
  type PreferenceControls,
  type Runtime,
  type SwitchAnswer,
} from '@/features/shared/runtime';
import { about } from '@/platform/about';
import { pickMails } from '@/platform/mails';
import { claimOwnership } from '@/platform/ownership';
import { openOutside } from '@/platform/outside';
import { clock, newId, openNetwork, random, randomBytes, wire } from '@/platform/ports';
import { watchPosition } from '@/platform/position';
import { Scanner } from '@/platform/scanner';
import { openSecrets, type Secrets } from '@/platform/secrets';
import { loadLibrary, readReturn, visit, wayBackFrom } from '@/platform/signIn';
import { feelDone } from '@/platform/feel';
import { sharePdf } from '@/platform/pdf';
import { shareFile, shareText } from '@/platform/share';
import { appAddress, isSecureAddress } from '@/platform/opening';
import { askToPersist, type Persistence } from '@/platform/persistence';
import { registerServiceWorker } from '@/platform/serviceWorker';
import { openEngine } from '@/platform/sqlite';
import { type Network, type Session } from '@/sync/ports';
import { lastPulledKey } from '@/sync/pull';
import { countOnlyHere, signOut as endSession } from '@/sync/signOut';
import { createSignedInDevices, sayGoodbye } from './devices';
import { tryToJoin, type JoinAnswer } from './join';
import { writeJoinLink } from './joinLink';
import { openPreferences } from './preferences';
import { removeRevoked, watchRevoked } from './revoked';
import { createSessionKeeper, identityOf, type KeptSession, type SessionKeeper } from './session';
import { finishSignIn, signIn, type SignInAnswer } from './signIn';
import { refreshSpaces, switchSpace } from './spaces';
import { startSync } from './sync';
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
  | SignedOut
  | { kind: 'ready'; runtime: Runtime };

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
  network: Network;
  preferences: PreferenceControls;
  persistence: Promise<Persistence>;
};

const isSameScope = (one: ScopeIdentity, other: ScopeIdentity) =>
  one.service === other.service && one.userId === other.userId && one.spaceId === other.spaceId;

/** The store, or why there is none. A handle that the last page has not quite let go of is waited for. */
async function openStoreWithPatience(): Promise<Store> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openStore(await openEngine(databaseName));
    } catch (failure) {
      const problem = asStoreError(failure);
      const isBusy = problem instanceof StoreError && problem.kind === 'in_use';
      if (!isBusy || attempt === 20) throw problem;
      await clock.sleep(150);
    }
  }
}

/** Builds everything once, in order, and says at each moment where it stands. */
export function boot(): StoreApi<BootState> {
  const state = createState<BootState>(() => ({ kind: 'opening' }));
  const show = (next: BootState) => state.setState(next, true);
  let closeAll: () => Promise<void> = () => Promise.resolve();
  const update = createUpdateControls();
  registerServiceWorker(update.offer);

  const enter = async (opened: Opened, session: KeptSession): Promise<void> => {
    const { store, sessions, network, preferences } = opened;
    const scope = await openScope(store, identityOf(session));
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
    show({
      kind: 'ready',
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
        device: {
          shareText,
          shareFile,
          // Loaded when it is needed: few openings of the app export anything.
          seal: async (text, ageKey) => (await import('@/platform/seal')).sealTo(ageKey, text, randomBytes),
          sharePdf,
          pickMails,
          about,
          persistence: () => opened.persistence,
          feelDone,
          openOutside,
          watchPosition,
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
    const choose = async (session: KeptSession) => {
      await sessions.keep(session);
      await enter(opened, session);
    };
    const joinWith = async (session: Session): Promise<JoinAnswer> => {
      const answer = await tryToJoin({ clock, fetch: wire, network }, session);
      if (answer.kind === 'joined') await choose(answer.session);
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
        return { kind: 'choose_space', spaces, goTo: (spaceId) => goToSpace(session, spaceId) };
      await choose(session);
      return answer;
    };
    const goToSpace = async (session: KeptSession, spaceId: number): Promise<SwitchAnswer> => {
      await sessions.keep(session);
      if (spaceId !== session.spaceId) {
        const scope = await openScope(store, identityOf(session));
        const answer = await switchSpace({ store, scope, sessions, network }, spaceId);
        if (answer !== 'switched') return answer;
      }
      // The token may have been renewed on the way.
      await choose({ ...((await sessions.load()) ?? session), spaceId });
      return 'switched';
    };
    const parts = { clock, fetch: wire, network, secrets, wayBackFrom, visit, loadLibrary };
    show({
      kind: 'signed_out',
      join: ({ baseUrl, token }) => joinWith({ baseUrl, accessToken: token, refresh: null }),
      signIn: (request) => afterSignIn(signIn(parts, request)),
      finish: returned === null ? null : () => afterSignIn(finishSignIn(parts, returned)),
      choose,
      countUnsent: () => countUnsentHere(opened.store),
      goBack: goBackTo && (() => void enter(opened, goBackTo)),
    });
  };

  const open = async (): Promise<void> => {
    show({ kind: 'opening' });
    try {
      const [store, secrets, network] = await Promise.all([
        openStoreWithPatience(),
        openSecrets(),
        openNetwork(),
      ]);
      closeAll = () => store.close();
      const persistence = askToPersist();
      const preferences = await openPreferences(store);
      const sessions = createSessionKeeper(secrets);
      const opened = { store, secrets, sessions, network, preferences, persistence };
      const session = await removeRevoked(store, sessions);
      const returned = readReturn();
      if (session && returned === null) await enter(opened, session);
      else leave(opened, { returned, goBackTo: session });
    } catch (failure) {
      show({ kind: 'failed', problem: failure instanceof StoreError ? failure.kind : 'failed', tryAgain });
    }
  };
  const tryAgain = () => void open();

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
