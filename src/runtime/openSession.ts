import { getFact, removeFact, setFact } from '@/db/facts';
import { spacesFact, type KnownSpace } from '@/db/knownSpaces';
import { openScope, removeScopeData } from '@/db/scopes';
import { type PracticeWords, type Runtime } from '@/features/shared/runtime';
import { registerBackgroundTask } from '@/platform/background';
import { webAppUrl } from '@/platform/launch';
import { clock, fetchOverNetwork, newId, random, randomBytes } from '@/platform/ports';
import { openEngine } from '@/platform/sqlite';
import { createSignedInDevices, revokeThisDevice } from '@/session/devices';
import { formatJoinLink } from '@/session/joinLink';
import { drawBookAfterPulls, openReceiptBook } from '@/session/receiptBook';
import { clearEndedMembership, clearRevokedSession, onSessionEnd } from '@/session/revoked';
import { watchRole } from '@/session/role';
import { identityOf, membershipEndOf, type StoredSession } from '@/session/session';
import { refreshSpaces, refreshSpacesAfterPulls, switchSpace } from '@/session/spaces';
import { createOnlineRequests } from '@/sync/online';
import { lastPulledKey } from '@/sync/pull';
import { countUnexported, signOut as signOutScope } from '@/sync/signOut';
import { type BootContext, type Ready } from './bootState';
import { createDeviceControls } from './deviceControls';
import { startSync } from './sync';

/** Opens a session: its scope in the store, its sync engine, and the runtime that screens use. */
export async function openSession(
  context: BootContext,
  session: StoredSession,
  spaces: KnownSpace[] = []
): Promise<void> {
  const { resources } = context;
  const { store, secrets, sessions, network, preferences, lock } = resources;
  const scope = await openScope(store, identityOf(session));
  const ended = membershipEndOf(session);
  // At every start: the phone may have been switched off in between.
  if (ended !== null) await clearEndedMembership(store, scope);
  // Whoever has the phone has to sign in before they see unsent records.
  if (ended === 'signed_out') return context.openSignIn({ isRevoked: true });
  if (spaces.length > 0) await store.write((tx) => setFact(tx, scope, spacesFact, spaces));
  const { role, stop: stopRole } = await watchRole(store, scope);
  const sync = await startSync({ store, scope, sessions, network });
  const ports = { clock, fetch: fetchOverNetwork, network, sessions };
  const parts = { store, scope, ports };
  const stopSpaces = refreshSpacesAfterPulls(parts, sync.controls);
  const online = createOnlineRequests(parts, ports);
  const webApp = webAppUrl(session.baseUrl);
  const receipts = openReceiptBook({ store, scope, secrets, online, newId, randomBytes, webApp });
  const stopDrawing = drawBookAfterPulls(receipts, sync.controls);
  let practised: Runtime | null = null;
  let isStopped = false;
  const closePractice = async () => {
    const store = practised?.store;
    practised = null;
    await store?.close();
  };
  const stop = async () => {
    isStopped = true;
    await closePractice();
    stopRole();
    stopSpaces();
    stopDrawing();
    await sync.stop();
  };
  context.setClose(async () => {
    await stop();
    await store.close();
  });
  const reopen = async () => context.openSession((await sessions.load()) ?? session);
  /** Runs work that must not overlap with a sync round. The session reopens after a failure, to continue sending. */
  const withSyncStopped = async <T>(work: () => Promise<T>): Promise<T> => {
    await stop();
    try {
      return await work();
    } catch (failure) {
      await reopen();
      throw failure;
    }
  };
  const signOut: Runtime['session']['signOut'] = async () => {
    const count = await countUnexported(store, scope);
    if (count > 0) return { kind: 'unsent', count };
    const result = await withSyncStopped(() =>
      signOutScope(store, scope, async () => {
        await revokeThisDevice(ports);
        await sessions.clear();
      })
    );
    if (result.kind === 'signed_out') context.openSignIn();
    else await reopen();
    return result;
  };
  const isEnd = (latest: StoredSession) =>
    latest.revoked === true || (ended === null && membershipEndOf(latest) !== null);
  onSessionEnd(sync.controls, sessions, isEnd, async () => {
    try {
      await stop();
      // No screen may open before the data of the session is deleted.
      const latest = await clearRevokedSession(store, sessions);
      if (latest === null) context.openSignIn({ isRevoked: true });
      else await context.openSession(latest);
    } catch (failure) {
      context.fail(failure);
    }
  });
  const signInAgain = async () => {
    await stop();
    context.openSignIn({ previous: session });
  };
  // Optional: a phone that refuses the task still sends while the app is open.
  registerBackgroundTask().catch(() => undefined);
  // The first screen shows the name of the space, and the first pull is slow.
  if ((await getFact(store, scope, spacesFact)) === null) refreshSpaces(parts).catch(() => undefined);
  const goToSpace: Runtime['session']['switchSpace'] = async (spaceId) => {
    const result = await withSyncStopped(async () => {
      const switched = await switchSpace(parts, spaceId);
      if (switched === 'switched') await sessions.set({ ...((await sessions.load()) ?? session), spaceId });
      return switched;
    });
    await reopen();
    return result;
  };
  const clearCache = async () => {
    await withSyncStopped(() =>
      store.write(async (tx) => {
        await removeScopeData(tx, scope, { keepLocal: true });
        await removeFact(tx, scope, lastPulledKey);
      })
    );
    await reopen();
  };
  const signInInstead = async () => {
    await withSyncStopped(() => sessions.clear());
    await lock.clear();
    context.openSignIn();
  };
  const startPractice = async (words: PracticeWords) => {
    // Loaded on demand: few starts practise.
    const { openPractice } = await import('./practice');
    const leave = () => {
      context.setState(ready);
      closePractice().catch(context.fail);
    };
    const engine = await openEngine(':memory:', null);
    const practice = await openPractice({ real: ready.runtime, engine, words, leave });
    // The session may have ended meanwhile, e.g. because the service revoked it.
    if (isStopped) return practice.store.close();
    practised = practice;
    context.setState({ ...ready, runtime: practice });
  };
  const ready: Ready = {
    kind: 'ready',
    store,
    scope,
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
      online,
      receipts,
      session: {
        baseUrl: session.baseUrl,
        joinLink: formatJoinLink(webApp, session.baseUrl),
        newcomerLink: (code) => formatJoinLink(webApp, session.baseUrl, code),
        checkInLink: (code) => `${webApp}/check-in#${code}`,
        ended,
        signInAgain,
        countOnlyHere: () => countUnexported(store, scope),
        signOut,
        refreshSpaces: () => refreshSpaces(parts),
        switchSpace: goToSpace,
        devices: createSignedInDevices(parts, ports),
        clearCache,
      },
      preferences,
      update: context.update,
      lock,
      role,
      device: createDeviceControls(resources),
      practice: { isOn: false, start: startPractice },
    },
  };
  context.setState(ready);
}
