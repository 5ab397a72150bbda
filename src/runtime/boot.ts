import { createStore as createState, type StoreApi } from 'zustand/vanilla';
import { StoreError } from '@/db/errors';
import { openScope } from '@/db/scopes';
import { hasPersistentStorage, isSecureContext } from '@/platform/launch';
import { secureWindow } from '@/platform/secureWindow';
import { registerServiceWorker } from '@/platform/serviceWorker';
import { takeRedirect } from '@/platform/signIn';
import { acquireTabLock } from '@/platform/tabLock';
import { clearRevokedSession } from '@/session/revoked';
import { hasRecordsOf, identityOf } from '@/session/session';
import { isSignInPending } from '@/session/signIn';
import { type BootContext, type BootState, type Resources } from './bootState';
import { acknowledgeQuarantine, isQuarantineAcknowledged, openResources } from './openResources';
import { openSession } from './openSession';
import { openSignIn } from './openSignIn';
import { createUpdateControls } from './update';

let booted: StoreApi<BootState> | null = null;

/** One boot per process, shared by the screens and the background task: the database is opened once. */
export const bootOnce = (): StoreApi<BootState> => (booted ??= boot());

/** Resolves with the first state after `opening`. */
export function whenOpened(state: StoreApi<BootState>): Promise<BootState> {
  const current = state.getState();
  if (current.kind !== 'opening') return Promise.resolve(current);
  return new Promise((resolve) => {
    const unsubscribe = state.subscribe((next) => {
      if (next.kind === 'opening') return;
      unsubscribe();
      resolve(next);
    });
  });
}

function boot(): StoreApi<BootState> {
  const state = createState<BootState>(() => ({ kind: 'opening' }));
  const setState = (next: BootState) => state.setState(next, true);
  let close: () => Promise<void> = () => Promise.resolve();
  const update = createUpdateControls();
  registerServiceWorker(update.offer);
  secureWindow();

  const createContext = (resources: Resources): BootContext => {
    const context: BootContext = {
      resources,
      update,
      setState,
      setClose: (next) => {
        close = next;
      },
      fail: (failure) => void fail(failure),
      openSession: (session, spaces) => openSession(context, session, spaces),
      openSignIn: (options) => openSignIn(context, options),
    };
    return context;
  };

  const restoreSession = async (context: BootContext): Promise<void> => {
    const { store, secrets, sessions, lock } = context.resources;
    // The app may have been killed right after the last allowed wrong PIN.
    if (lock.isBlocked()) {
      await sessions.clear();
      await lock.clear();
    }
    const isRevoked = (await sessions.load())?.revoked === true;
    const session = await clearRevokedSession(store, sessions);
    const address = takeRedirect();
    // Anybody can link to the address of a redirect: it takes nobody out of their session.
    const redirect = session === null || (await isSignInPending(secrets)) ? address : null;
    const restore = async () => {
      if (session && redirect === null) await context.openSession(session);
      else context.openSignIn({ redirect, previous: session, isRevoked });
    };
    if (session === null || (await hasRecordsOf(store, session))) return restore();
    const acknowledge = async () => {
      await openScope(store, identityOf(session));
      await restore();
    };
    setState({ kind: 'records_deleted', acknowledge: () => void acknowledge().catch(fail) });
  };

  const open = async (): Promise<void> => {
    setState({ kind: 'opening' });
    try {
      // A failed attempt may still have the file open, and a second open would find it in use.
      const closePrevious = close;
      close = () => Promise.resolve();
      await closePrevious();
      const { resources, quarantined } = await openResources();
      const { store } = resources;
      const context = createContext(resources);
      context.setClose(() => store.close());
      if (await isQuarantineAcknowledged(store, quarantined)) return await restoreSession(context);
      const acknowledge = async () => {
        await acknowledgeQuarantine(store, quarantined);
        // This notice has said that the records are not here.
        const session = await resources.sessions.load();
        if (session !== null) await openScope(store, identityOf(session));
        await restoreSession(context);
      };
      setState({ kind: 'quarantined', acknowledge: () => void acknowledge().catch(fail) });
    } catch (failure) {
      await fail(failure);
    }
  };
  const reopen = () => void open();
  const fail = async (failure: unknown, tryAgain = reopen) => {
    const problem = failure instanceof StoreError ? failure.kind : 'failed';
    // Checked after a failure only, so that a normal start does not pay for it.
    if (problem === 'failed' && !(await hasPersistentStorage())) return setState({ kind: 'unsupported' });
    setState({ kind: 'failed', problem, tryAgain });
  };

  const start = async () => {
    if (!isSecureContext()) return setState({ kind: 'insecure' });
    const tabLock = await acquireTabLock(() => close());
    if (tabLock.kind === 'acquired') return open();
    const waitForPress = (isStuck: boolean) =>
      setState({ kind: 'open_in_other_tab', isStuck, takeOver: () => void takeOver().catch(failToStart) });
    const takeOver = async () => {
      setState({ kind: 'opening' });
      if (await tabLock.takeOver()) await open();
      else waitForPress(true);
    };
    waitForPress(false);
  };
  const failToStart = (failure: unknown) => fail(failure, restart);
  const restart = () => void start().catch(failToStart);
  restart();
  return state;
}
