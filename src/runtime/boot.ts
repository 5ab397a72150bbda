import { createStore as createState, type StoreApi } from 'zustand/vanilla';
import { asStoreError, StoreError, type StoreProblem } from '@/db/errors';
import { removeFact } from '@/db/facts';
import { countWaiting } from '@/db/outbox';
import { listScopes, openScope, removeScopeData, type Scope } from '@/db/scopes';
import { openStore, type Store } from '@/db/store';
import { type PreferenceControls, type Runtime } from '@/features/shared/runtime';
import { about } from '@/platform/about';
import { pickMails } from '@/platform/mails';
import { claimOwnership } from '@/platform/ownership';
import { openOutside } from '@/platform/outside';
import { clock, newId, openNetwork, random, wire } from '@/platform/ports';
import { watchPosition } from '@/platform/position';
import { Scanner } from '@/platform/scanner';
import { openSecrets } from '@/platform/secrets';
import { feelDone } from '@/platform/feel';
import { sharePdf } from '@/platform/pdf';
import { shareFile, shareText } from '@/platform/share';
import { askToPersist } from '@/platform/persistence';
import { openEngine } from '@/platform/sqlite';
import { type Network } from '@/sync/ports';
import { lastPulledKey } from '@/sync/pull';
import { tryToJoin, type JoinAnswer } from './join';
import { openPreferences } from './preferences';
import { createSessionKeeper, identityOf, type KeptSession, type SessionKeeper } from './session';
import { refreshSpaces, switchSpace } from './spaces';
import { startSync } from './sync';

const databaseName = 'doorstep.db';

/** Where the app stands before there is anything to show, and what can be done about it. */
export type BootState =
  | { kind: 'opening' }
  /** Another tab has the database open. */
  | { kind: 'elsewhere'; takeOver: () => void }
  | { kind: 'failed'; problem: StoreProblem; tryAgain: () => void }
  | {
      kind: 'signed_out';
      join: (session: JoinRequest) => Promise<JoinAnswer>;
      choose: (session: KeptSession) => Promise<void>;
    }
  | { kind: 'ready'; runtime: Runtime };

export type JoinRequest = { baseUrl: string; token: string };

type Opened = { store: Store; sessions: SessionKeeper; network: Network; preferences: PreferenceControls };

/** Unsent rows of the person in every space: whoever signs out leaves them all without a sender. */
async function countUnsentOf(store: Store, { service, userId }: Scope): Promise<number> {
  const mine = (await listScopes(store)).filter(
    (scope) => scope.service === service && scope.userId === userId
  );
  const counts = await Promise.all(mine.map((scope) => countWaiting(store, scope)));
  return counts.reduce((sum, count) => sum + count, 0);
}

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

  const enter = async (opened: Opened, session: KeptSession): Promise<void> => {
    const { store, sessions, network, preferences } = opened;
    const scope = await openScope(store, identityOf(session));
    const sync = await startSync({ store, scope, sessions, network });
    closeAll = async () => {
      await sync.stop();
      await store.close();
    };
    const signOut: Runtime['session']['signOut'] = async () => {
      const count = await countUnsentOf(store, scope);
      if (count > 0) return { kind: 'unsent', count };
      await sync.stop();
      await store.write((tx) => removeScopeData(tx, scope));
      await sessions.forget();
      leave(opened);
      return { kind: 'signed_out' };
    };
    const parts = { store, scope, sessions, network };
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
          signOut,
          refreshSpaces: () => refreshSpaces(parts),
          switchSpace: goTo,
          clearCache,
        },
        preferences,
        device: {
          shareText,
          shareFile,
          sharePdf,
          pickMails,
          about,
          feelDone,
          openOutside,
          watchPosition,
          Scanner,
        },
      },
    });
  };

  const leave = (opened: Opened): void => {
    const choose = async (session: KeptSession) => {
      await opened.sessions.keep(session);
      await enter(opened, session);
    };
    const join = async ({ baseUrl, token }: JoinRequest) => {
      const answer = await tryToJoin(
        { clock, fetch: wire, network: opened.network },
        { baseUrl, accessToken: token, refresh: null }
      );
      if (answer.kind === 'joined') await choose(answer.session);
      return answer;
    };
    show({ kind: 'signed_out', join, choose });
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
      void askToPersist();
      const preferences = await openPreferences(store);
      const opened = { store, sessions: createSessionKeeper(secrets), network, preferences };
      const session = await opened.sessions.load();
      if (session) await enter(opened, session);
      else leave(opened);
    } catch (failure) {
      show({ kind: 'failed', problem: failure instanceof StoreError ? failure.kind : 'failed', tryAgain });
    }
  };
  const tryAgain = () => void open();

  const start = async () => {
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
