import { getFact, removeFact, setFact } from '@/db/facts';
import { openScope, removeScopeData } from '@/db/scopes';
import { spacesFact, type KnownSpace, type Runtime } from '@/features/shared/runtime';
import { registerBackgroundTask } from '@/platform/background';
import { webAppUrl } from '@/platform/launch';
import { clock, newId, random } from '@/platform/ports';
import { lastPulledKey } from '@/sync/pull';
import { countUnexported, signOut as endSession } from '@/sync/signOut';
import { type BootContext } from './bootState';
import { createDeviceControls } from './deviceControls';
import { createSignedInDevices, revokeThisDevice } from '@/session/devices';
import { formatJoinLink } from '@/session/joinLink';
import { watchRole } from '@/session/role';
import { clearRevokedSession, onRevoked } from '@/session/revoked';
import { identityOf, type StoredSession } from '@/session/session';
import { refreshSpacesAfterPulls, refreshSpaces, switchSpace } from '@/session/spaces';
import { startSync } from './sync';

/** Opens the space of a session: its part of the store, its engine, and all that screens may do there. */
export async function openSession(
  stage: BootContext,
  session: StoredSession,
  told: KnownSpace[] = []
): Promise<void> {
  const { resources } = stage;
  const { store, sessions, network, preferences, lock } = resources;
  const scope = await openScope(store, identityOf(session));
  // What joining has just heard is known from the first screen on.
  if (told.length > 0) await store.write((tx) => setFact(tx, scope, spacesFact, told));
  const { role, stop: stopFollowing } = await watchRole(store, scope);
  const sync = await startSync({ store, scope, sessions, network });
  const parts = { store, scope, sessions, network };
  const stopAsking = refreshSpacesAfterPulls(parts, sync.controls);
  const stop = async () => {
    stopFollowing();
    stopAsking();
    await sync.stop();
  };
  stage.setClose(async () => {
    await stop();
    await store.close();
  });
  const goOn = async () => stage.openSession((await sessions.load()) ?? session);
  /**
   * For what must not happen beside a round. Where it fails (a full disk) the person is still here, and needs an engine:
   * without one nothing would be sent until the next start.
   */
  const whileStopped = async <T>(work: () => Promise<T>): Promise<T> => {
    await stop();
    try {
      return await work();
    } catch (failure) {
      await goOn();
      throw failure;
    }
  };
  const signOut: Runtime['session']['signOut'] = async () => {
    const count = await countUnexported(store, scope);
    if (count > 0) return { kind: 'unsent', count };
    const answer = await whileStopped(() =>
      endSession(store, scope, async () => {
        await revokeThisDevice({ sessions, network });
        await sessions.clear();
      })
    );
    if (answer.kind === 'signed_out') stage.openSignIn();
    else await goOn();
    return answer;
  };
  onRevoked(sync.controls, sessions, async () => {
    try {
      await stop();
      await clearRevokedSession(store, sessions);
      stage.openSignIn();
    } catch (failure) {
      // Nothing is shown any more, and nobody signs in, before what is to be forgotten is.
      stage.fail(failure);
    }
  });
  const signInAgain = async () => {
    await stop();
    stage.openSignIn({ goBackTo: session });
  };
  // A phone that does not wake the app still sends whenever it is opened.
  registerBackgroundTask().catch(() => undefined);
  // A first pull takes a while, and the first screen has the name of the space at its head.
  if ((await getFact(store, scope, spacesFact)) === null) refreshSpaces(parts).catch(() => undefined);
  const goTo: Runtime['session']['switchSpace'] = async (spaceId) => {
    // Nothing may be on the wire while the service changes its mind about where it belongs.
    const answer = await whileStopped(async () => {
      const answered = await switchSpace(parts, spaceId);
      if (answered === 'switched') await sessions.set({ ...((await sessions.load()) ?? session), spaceId });
      return answered;
    });
    await goOn();
    return answer;
  };
  const clearCache = async () => {
    await whileStopped(() =>
      store.write(async (tx) => {
        await removeScopeData(tx, scope, { keepLocal: true });
        await removeFact(tx, scope, lastPulledKey);
      })
    );
    await goOn();
  };
  const signInInstead = async () => {
    await whileStopped(() => sessions.clear());
    stage.openSignIn();
  };
  stage.show({
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
        joinLink: formatJoinLink(webAppUrl(session.baseUrl), session.baseUrl),
        signInAgain,
        countOnlyHere: () => countUnexported(store, scope),
        signOut,
        refreshSpaces: () => refreshSpaces(parts),
        switchSpace: goTo,
        devices: createSignedInDevices({ sessions, network }),
        clearCache,
      },
      preferences,
      update: stage.update,
      lock,
      role,
      device: createDeviceControls(resources),
    },
  });
}
