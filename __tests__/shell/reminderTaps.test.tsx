import { act, screen } from '@testing-library/react-native';
import { Slot, useLocalSearchParams } from 'expo-router';
import { renderRouter } from 'expo-router/testing-library';

import { enqueue } from '@/db/outbox/outbox';
import { openScope } from '@/db/scopes';
import { reminders } from '@/platform/reminders';
import type * as Linking from 'expo-linking';
import type { BootState } from '@/runtime/bootState';
import { LockGate } from '@/shell/LockGate';
import { openLock } from '@/session/lock';
import { onReminderTap } from '@/shell/reminderTaps';
import { remindOfUnsent } from '@/runtime/unsentReminder';
import { Text } from '@/ui/Text';

import { bundleRow } from '../sync/support';
import { createTestRuntime } from '../features/support/runtime';
import { createWrapper, settle } from '../features/support/render';

type Content = { title: string; body: string; data?: Record<string, unknown> };
type Tapped = { notification: { request: { content: Content } } };

/** The shown notification, the last tap until it is cleared, and the listeners. */
const mockPhone = {
  shown: null as Content | null,
  last: null as Tapped | null,
  listeners: new Set<(tapped: Tapped) => void>(),
};

jest.mock('expo-notifications', () => ({
  AndroidImportance: { DEFAULT: 3 },
  SchedulableTriggerInputTypes: { DATE: 'date' },
  getPermissionsAsync: () => Promise.resolve({ granted: true, canAskAgain: true }),
  requestPermissionsAsync: () => Promise.resolve({ granted: true, canAskAgain: true }),
  setNotificationChannelAsync: () => Promise.resolve(null),
  scheduleNotificationAsync: ({ content }: { content: Content }) => {
    mockPhone.shown = content;
    return Promise.resolve('doorstep.waiting');
  },
  cancelScheduledNotificationAsync: () => {
    mockPhone.shown = null;
    return Promise.resolve();
  },
  getLastNotificationResponse: () => mockPhone.last,
  clearLastNotificationResponse: () => {
    mockPhone.last = null;
  },
  addNotificationResponseReceivedListener: (listener: (tapped: Tapped) => void) => {
    mockPhone.listeners.add(listener);
    return { remove: () => mockPhone.listeners.delete(listener) };
  },
}));

const mockLinks = new Set<(event: { url: string }) => void>();
jest.mock('expo-linking', () => ({
  ...jest.requireActual<typeof Linking>('expo-linking'),
  addEventListener: (_type: string, listener: (event: { url: string }) => void) => {
    mockLinks.add(listener);
    return { remove: () => mockLinks.delete(listener) };
  },
}));

function tap(content: Content | null = mockPhone.shown) {
  if (content === null) throw new Error('no reminder is shown');
  mockPhone.last = { notification: { request: { content } } };
  for (const listener of mockPhone.listeners) listener(mockPhone.last);
}

async function scheduleReminder() {
  const { store, scope, fakes } = await createTestRuntime();
  const getText = (count: number) =>
    Promise.resolve({ title: 'Records wait', body: `${count} wait`, channel: 'Waiting' });
  const controls = remindOfUnsent({ store, now: () => fakes.now, reminders, getText });
  await store.write((tx) => enqueue(tx, scope, bundleRow(1), fakes.now));
  await controls.ask();
}

beforeEach(async () => {
  mockPhone.last = null;
  mockPhone.listeners.clear();
  await scheduleReminder();
});

it('opens the outbox when a reminder is tapped while the app runs', () => {
  const opened: string[] = [];
  onReminderTap((path) => opened.push(path));
  expect(opened).toEqual([]);
  tap();
  expect(opened).toEqual(['/outbox']);
});

it('opens the outbox once when the tap started the app', () => {
  tap();
  const opened: string[] = [];
  onReminderTap((path) => opened.push(path))();
  expect(opened).toEqual(['/outbox']);
  // Locked and unlocked again: the tap is already handled.
  onReminderTap((path) => opened.push(path))();
  expect(opened).toEqual(['/outbox']);
  expect(mockPhone.listeners.size).toBe(0);
});

it('ignores a reminder without an address', () => {
  const opened: string[] = [];
  onReminderTap((path) => opened.push(path));
  tap({ title: 'Records wait', body: '1 wait' });
  expect(opened).toEqual([]);
});

function CheckIn() {
  return <Text>Code {useLocalSearchParams()['#'] ?? 'none'}</Text>;
}

/** The app on a contact, with a lock that applies as soon as it is in the background. */
async function openLocked() {
  const { runtime } = await createTestRuntime();
  const stored = new Map<string, string>();
  let putAway: (isForeground: boolean) => void = () => undefined;
  const lock = await openLock({
    secrets: {
      get: (name) => Promise.resolve(stored.get(name) ?? null),
      set: (name, value) => Promise.resolve(void stored.set(name, value)),
      remove: (name) => Promise.resolve(void stored.delete(name)),
    },
    clock: { now: () => 0, monotonic: () => 0 },
    lifecycle: {
      isForeground: () => true,
      onChange: (listener) => {
        putAway = listener;
        return () => undefined;
      },
    },
    hashPin: (pin, salt) => Promise.resolve(`${salt} ${pin}`),
    newSalt: () => '00',
    biometrics: null,
    getOwner: () => Promise.resolve(runtime.scope),
  });
  await lock.turnOn('274913', 0);
  const state: Extract<BootState, { kind: 'ready' }> = {
    kind: 'ready',
    runtime,
    store: runtime.store,
    scope: runtime.scope,
    lock,
    sendInBackground: () => Promise.resolve({ kind: 'offline' }),
    signInInstead: () => Promise.resolve(),
  };
  const layout = () => (
    <LockGate state={state}>
      <Slot />
    </LockGate>
  );
  const routes = {
    _layout: layout,
    index: () => <Text>Home</Text>,
    'contacts/[id]': () => <Text>The contact</Text>,
    outbox: () => <Text>The outbox</Text>,
    'check-in': CheckIn,
  };
  const app = renderRouter(routes, { initialUrl: '/contacts/7', wrapper: createWrapper(runtime) });
  await settle();
  const lockAgain = async () => {
    act(() => putAway(false));
    await settle();
  };
  await lockAgain();
  const unlock = async () => {
    await act(async () => void (await lock.unlock('274913')));
    await settle();
  };
  return { app, unlock, lockAgain, runtime };
}

it('a tapped reminder wins over the restored URL after an unlock', async () => {
  const { app, unlock } = await openLocked();
  expect(screen.queryByText('The contact')).toBeNull();
  await unlock();
  expect(app.getPathname()).toBe('/contacts/7');
  screen.unmount();

  const again = await openLocked();
  tap();
  await again.unlock();
  expect(again.app.getPathname()).toBe('/outbox');
});

it('says of unsent records that they are sent automatically only if all of them are', async () => {
  const { runtime } = await openLocked();
  const { store, scope } = runtime;
  const automatic = /It sends automatically, locked or not/;
  await store.write((tx) => enqueue(tx, scope, bundleRow(1), runtime.now()));
  expect(await screen.findByText(automatic)).toBeTruthy();
  await store.write((tx) => tx.run("UPDATE outbox SET state = 'parked'", []));
  expect(await screen.findByText('1 record waits on this phone')).toBeTruthy();
  // Another person of this phone has to sign in first.
  const other = await openScope(store, { ...scope, userId: 99 });
  await store.write(async (tx) => {
    await tx.run("UPDATE outbox SET state = 'queued'", []);
    await enqueue(tx, other, bundleRow(2), runtime.now());
  });
  expect(await screen.findByText('2 records wait on this phone')).toBeTruthy();
});

it.each(['https://one.example/check-in#c1.1.2.3', 'doorstep://check-in#c1.1.2.3'])(
  'a link that was opened while the app was locked is opened after the unlock: %s',
  async (url) => {
    const { app, unlock, lockAgain } = await openLocked();
    act(() => mockLinks.forEach((listener) => listener({ url })));
    await unlock();
    expect(app.getPathname()).toBe('/check-in');
    expect(screen.getByText('Code c1.1.2.3')).toBeTruthy();
    const listeners = mockLinks.size;
    await lockAgain();
    await unlock();
    expect(mockLinks.size).toBe(listeners);
    // The same code again changes nothing; a part of it would be refused.
    expect(app.getPathname()).toBe('/check-in');
    expect(screen.getByText(/^Code (c1\.1\.2\.3|none)$/)).toBeTruthy();
  }
);
