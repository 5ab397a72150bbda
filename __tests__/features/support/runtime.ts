import { randomBytes } from 'node:crypto';

import { createStore as createState } from 'zustand/vanilla';

import { openScope } from '@/db/scopes';
import { openStore, type Store } from '@/db/store';
import type { AnswerOf, EndpointName } from '@/contract/endpoints';
import type { DeviceSigner } from '@/domain/signedText';
import type { SyncStatus } from '@/domain/syncStatus';
import type {
  DevicesResult,
  FetchOutcome,
  PracticeWords,
  Preferences,
  ResetResult,
  Runtime,
  SecondStepResult,
  ShareResult,
  SharedFile,
} from '@/features/shared/runtime';
import { hashPin } from '@/platform/pinHash';
import { sealTo } from '@/platform/seal';
import { openSealed } from '@/platform/unseal';
import { createSigner, isSigned } from '@/platform/signing';
import { openLock } from '@/session/lock';
import { watchRole } from '@/session/role';
import { createUpdateControls } from '@/runtime/update';

import { openMemoryEngine } from '../../support/sqlite';

/** Saturday 14 November 2026, 15:24 in Paris. */
export const saturday = Date.parse('2026-11-14T14:24:00Z');

export const quietStatus: SyncStatus = {
  isOnline: true,
  lastContactAt: saturday - 60_000,
  lastPulledAt: saturday - 60_000,
  clockAheadMs: 0,
  phase: { kind: 'idle' },
  problem: null,
};

/** A runtime over a real store in memory; the clock, the status and the phone itself are in the test's fakes. */
export async function createTestRuntime(engine = openMemoryEngine()) {
  const store: Store = await openStore(engine);
  const scope = await openScope(store, { service: 'https://one.example/api', userId: 1, spaceId: 10 });
  const status = createState(() => quietStatus);
  const fakes = {
    now: saturday,
    shareResult: 'shared' as ShareResult,
    shared: [] as SharedFile[],
    pdfs: [] as { name: string; html: string }[],
    sharedTexts: [] as string[],
    opened: [] as string[],
    fetchOutcome: 'not_now' as FetchOutcome,
    fetched: [] as number[],
    feels: 0,
    sendNows: 0,
    signIns: 0,
    practices: [] as PracticeWords[],
    devices: { kind: 'offline' } as DevicesResult,
    /** The responses to requests that a person waits for, by endpoint; others fail without a signal. */
    online: {} as { [Name in EndpointName]?: AnswerOf<Name> },
    read: [] as { endpoint: EndpointName; query?: unknown }[],
    written: [] as { endpoint: EndpointName; params?: unknown; body: unknown }[],
    signer: null as DeviceSigner | null,
    signedOut: [] as string[],
    secondStep: { kind: 'offline' } as SecondStepResult,
    resetResult: 'done' as ResetResult,
    persistence: 'kept' as 'kept' | 'may_be_evicted' | 'unknown',
    update: createUpdateControls(),
    setStatus: (part: Partial<SyncStatus>) => status.setState(part),
  };
  const secrets = new Map<string, string>();
  let ids = 0;
  // The same object each time, as a store returns it.
  const preferences: Preferences = { theme: 'system', textSize: 'usual', language: 'system' };
  const runtime: Runtime = {
    store,
    scope,
    now: () => fakes.now,
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    random: () => 0.5,
    sync: {
      getStatus: status.getState,
      subscribe: status.subscribe,
      sendNow: () => (fakes.sendNows += 1),
      fetchContact: (id) => {
        fakes.fetched.push(id);
        return Promise.resolve(fakes.fetchOutcome);
      },
      fetchBundleHistory: () => Promise.resolve('not_now'),
      listRounds: () => [],
    },
    online: {
      read: ({ endpoint, query }) => {
        fakes.read.push({ endpoint, query });
        const value = fakes.online[endpoint];
        return Promise.resolve(
          value === undefined ? { kind: 'offline' } : { kind: 'read', value, etag: null }
        );
      },
      write: ({ endpoint, params, body }) => {
        const value = fakes.online[endpoint];
        if (value === undefined) return Promise.resolve({ kind: 'offline' });
        fakes.written.push({ endpoint, params, body });
        return Promise.resolve({ kind: 'written', value });
      },
    },
    receipts: {
      signer: () => Promise.resolve(fakes.signer),
      ensureSigner: () => Promise.resolve((fakes.signer ??= createSigner(randomBytes(32)))),
      isSigned: (text) => Promise.resolve(isSigned(text)),
      link: (code) => `https://one.example/r#${code}`,
    },
    session: {
      baseUrl: 'https://one.example/api',
      joinLink: 'https://one.example/join#base_url=https%3A%2F%2Fone.example%2Fapi',
      newcomerLink: (code) => `https://one.example/join#newcomer_code=${code}`,
      checkInLink: (code) => `https://one.example/check-in#${code}`,
      ended: null,
      signInAgain: () => {
        fakes.signIns += 1;
        return Promise.resolve();
      },
      countOnlyHere: () => Promise.resolve(0),
      signOut: () => Promise.resolve({ kind: 'signed_out' }),
      refreshSpaces: () => Promise.resolve(),
      switchSpace: () => Promise.resolve('not_now'),
      devices: {
        list: () => Promise.resolve(fakes.devices),
        signOut: (id) => {
          fakes.signedOut.push(`device ${id}`);
          return Promise.resolve('signed_out');
        },
        signOutUser: (id) => {
          fakes.signedOut.push(`user ${id}`);
          return Promise.resolve('signed_out');
        },
        secondStep: () => Promise.resolve(fakes.secondStep),
        resetSecondStep: (id) => {
          fakes.signedOut.push(`second step ${id}`);
          return Promise.resolve(fakes.resetResult);
        },
      },
      clearCache: () => Promise.resolve(),
    },
    device: {
      shareText: (text) => {
        fakes.sharedTexts.push(text);
        return Promise.resolve(fakes.shareResult);
      },
      shareFile: (file) => {
        fakes.shared.push(file);
        return Promise.resolve(fakes.shareResult);
      },
      openSealed: (text, keys) => Promise.resolve(openSealed(text, keys)),
      seal: (text, ageKey) => Promise.resolve(sealTo(ageKey, text, (count) => randomBytes(count))),
      sharePdf: (page) => {
        fakes.pdfs.push(page);
        return Promise.resolve(fakes.shareResult);
      },
      pickEmails: null,
      pickFile: null,
      appInfo: () => ({ version: '0.1.0', platform: 'test', system: 'test' }),
      persistence: () => Promise.resolve(fakes.persistence),
      vibrateSuccess: () => (fakes.feels += 1),
      reloadApp: () => Promise.resolve(),
      openExternal: (address) => {
        fakes.opened.push(address);
        return Promise.resolve(true);
      },
      watchPosition: null,
      reminders: null,
      sharedText: null,
      install: null,
      Scanner: null,
    },
    preferences: {
      get: () => preferences,
      subscribe: () => () => undefined,
      set: () => Promise.resolve(),
    },
    update: fakes.update,
    lock: await openLock({
      secrets: {
        get: (name) => Promise.resolve(secrets.get(name) ?? null),
        set: (name, value) => Promise.resolve(void secrets.set(name, value)),
        remove: (name) => Promise.resolve(void secrets.delete(name)),
      },
      clock: { now: () => fakes.now, monotonic: () => fakes.now },
      lifecycle: { isForeground: () => true, onChange: () => () => undefined },
      hashPin,
      newSalt: () => randomBytes(16).toString('hex'),
      biometrics: null,
      getOwner: () => Promise.resolve(scope),
    }),
    role: (await watchRole(store, scope)).role,
    practice: {
      isOn: false,
      start: (words) => {
        fakes.practices.push(words);
        return Promise.resolve();
      },
    },
  };
  return { runtime, store, scope, fakes };
}
