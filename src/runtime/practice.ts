import { openScope } from '@/db/scopes';
import { openMemoryStore } from '@/db/store';
import { type Engine } from '@/db/port';
import { type SyncStatus } from '@/domain/syncStatus';
import { type PracticeWords, type Runtime } from '@/features/shared/runtime';
import { writePracticeRecords } from './practiceRecords';

interface Parts {
  /** The runtime of the person: its clock and its preferences are used, its records are not. */
  real: Runtime;
  /** An empty database in memory. */
  engine: Engine;
  words: PracticeWords;
  leave: () => void;
}

const status: SyncStatus = {
  isOnline: true,
  lastContactAt: null,
  lastPulledAt: null,
  clockAheadMs: null,
  phase: { kind: 'idle' },
  problem: null,
  isPractice: true,
};
const role = { type: 'user' };
const never = () => () => undefined;
const offline = () => Promise.resolve({ kind: 'offline' } as const);
const notNow = () => Promise.resolve('not_now' as const);

/**
 * A runtime over a database of its own, without an engine and without a request: what is practised cannot be sent, and
 * cannot reach a record of the person. Whatever would leave the phone (a request, a share sheet, a call) is blocked.
 */
export async function openPractice({ real, engine, words, leave }: Parts): Promise<Runtime> {
  const store = await openMemoryStore(engine);
  const scope = await openScope(store, { service: 'practice', userId: 1, spaceId: 1 });
  await store.write((tx) => writePracticeRecords(tx, scope, words, real.now()));
  const listeners = new Set<() => void>();
  const block = () => {
    for (const listener of listeners) listener();
  };
  const blockSharing = () => {
    block();
    return Promise.resolve('cancelled' as const);
  };
  return {
    store,
    scope,
    now: real.now,
    newId: real.newId,
    random: real.random,
    sync: {
      getStatus: () => status,
      subscribe: never,
      sendNow: block,
      fetchContact: notNow,
      fetchBundleHistory: notNow,
      listRounds: () => [],
    },
    online: { read: offline, write: offline },
    receipts: {
      signer: () => Promise.resolve(null),
      // A code or digits of a practice could be taken for those of a real space: none are made, and none are accepted.
      ensureSigner: () => Promise.reject(new Error('A practice signs nothing.')),
      isSigned: () => Promise.resolve(false),
      link: () => '',
    },
    session: {
      baseUrl: '',
      joinLink: '',
      newcomerLink: () => '',
      checkInLink: () => '',
      ended: null,
      signInAgain: () => Promise.resolve(),
      countOnlyHere: () => Promise.resolve(0),
      signOut: () => Promise.resolve({ kind: 'unsent', count: 0 }),
      refreshSpaces: () => Promise.resolve(),
      switchSpace: notNow,
      devices: {
        list: offline,
        signOut: notNow,
        signOutUser: notNow,
        secondStep: offline,
        resetSecondStep: notNow,
      },
      clearCache: () => Promise.resolve(),
    },
    device: {
      seal: real.device.seal,
      openSealed: real.device.openSealed,
      appInfo: real.device.appInfo,
      vibrateSuccess: real.device.vibrateSuccess,
      reloadApp: real.device.reloadApp,
      watchPosition: real.device.watchPosition,
      Scanner: real.device.Scanner,
      shareText: blockSharing,
      shareFile: blockSharing,
      sharePdf: blockSharing,
      openExternal: () => {
        block();
        return Promise.resolve(true);
      },
      persistence: () => Promise.resolve('kept'),
      pickEmails: null,
      pickFile: null,
      sharedText: null,
      reminders: null,
      install: null,
    },
    preferences: real.preferences,
    update: real.update,
    lock: real.lock,
    role: { get: () => role, subscribe: never },
    practice: {
      isOn: true,
      leave,
      onBlocked: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}
