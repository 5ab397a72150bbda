import { createStore as createState, type StoreApi } from 'zustand/vanilla';
import { StoreError } from '@/db/errors';
import { hasPersistentStorage, isSecureContext } from '@/platform/launch';
import { acquireTabLock } from '@/platform/tabLock';
import { secureWindow } from '@/platform/secureWindow';
import { registerServiceWorker } from '@/platform/serviceWorker';
import { takeRedirect } from '@/platform/signIn';
import { type BootState, type Resources, type BootContext } from './bootState';
import { isQuarantineAcknowledged, acknowledgeQuarantine, openResources } from './openResources';
import { clearRevokedSession } from '@/session/revoked';
import { openSession } from './openSession';
import { openSignIn } from './openSignIn';
import { createUpdateControls } from './update';

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

  const stageOf = (resources: Resources): BootContext => {
    const stage: BootContext = {
      resources,
      update,
      show,
      setClose: (close) => {
        closeAll = close;
      },
      fail: (failure) => void fail(failure),
      openSession: (session, told) => openSession(stage, session, told),
      openSignIn: (options) => openSignIn(stage, options),
    };
    return stage;
  };

  const begin = async (stage: BootContext): Promise<void> => {
    const { store, sessions, lock } = stage.resources;
    // The last wrong PIN may have been the last thing before the app was closed.
    if (lock.isBlocked()) await sessions.clear();
    const session = await clearRevokedSession(store, sessions);
    const returned = takeRedirect();
    if (session && returned === null) await stage.openSession(session);
    else stage.openSignIn({ returned, goBackTo: session });
  };

  const open = async (): Promise<void> => {
    show({ kind: 'opening' });
    try {
      // What an opening that failed halfway still holds, a second one would find in use.
      const closeLast = closeAll;
      closeAll = () => Promise.resolve();
      await closeLast();
      const { opened, setAside } = await openResources();
      const { store } = opened;
      const stage = stageOf(opened);
      stage.setClose(() => store.close());
      if (await isQuarantineAcknowledged(store, setAside)) return await begin(stage);
      const goOn = async () => {
        await acknowledgeQuarantine(store, setAside);
        await begin(stage);
      };
      show({ kind: 'set_aside', goOn: () => void goOn().catch(fail) });
    } catch (failure) {
      await fail(failure);
    }
  };
  const tryAgain = () => void open();
  const fail = async (failure: unknown, again = tryAgain) => {
    const problem = failure instanceof StoreError ? failure.kind : 'failed';
    // Asked only now: a browser that keeps records need not prove it at every opening.
    if (problem === 'failed' && !(await hasPersistentStorage())) return show({ kind: 'unsupported' });
    show({ kind: 'failed', problem, tryAgain: again });
  };

  const start = async () => {
    if (!isSecureContext()) return show({ kind: 'insecure' });
    const ownership = await acquireTabLock(() => closeAll());
    if (ownership.kind === 'owner') return open();
    show({
      kind: 'elsewhere',
      takeOver: () => {
        show({ kind: 'opening' });
        ownership.takeOver().then(open, tryAgain);
      },
    });
  };
  const begun = () => void start().catch((failure: unknown) => fail(failure, begun));
  begun();
  return state;
}
