import {
  registerBackgroundTask,
  defineBackgroundTask,
  unregisterBackgroundTask,
} from '@/platform/background';

/** The registered tasks, and the expiration listener. */
const mockPhone = {
  run: null as (() => Promise<unknown>) | null,
  registered: new Map<string, { minimumInterval?: number }>(),
  expire: () => {},
  listening: 0,
};

jest.mock('expo-task-manager', () => ({
  defineTask: (_name: string, run: () => Promise<unknown>) => {
    mockPhone.run = run;
  },
  isTaskRegisteredAsync: (name: string) => Promise.resolve(mockPhone.registered.has(name)),
}));
jest.mock('expo-background-task', () => ({
  BackgroundTaskResult: { Success: 1, Failed: 2 },
  registerTaskAsync: (name: string, options: { minimumInterval?: number }) => {
    mockPhone.registered.set(name, options);
    return Promise.resolve();
  },
  unregisterTaskAsync: (name: string) => {
    mockPhone.registered.delete(name);
    return Promise.resolve();
  },
  addExpirationListener: (listener: () => void) => {
    mockPhone.expire = listener;
    mockPhone.listening += 1;
    return { remove: () => (mockPhone.listening -= 1) };
  },
}));

const success = 1;
const failed = 2;

it('is registered once with the shortest interval, and unregistered at sign-out', async () => {
  await registerBackgroundTask();
  await registerBackgroundTask();
  expect([...mockPhone.registered]).toEqual([['doorstep-send', { minimumInterval: 15 }]]);
  await unregisterBackgroundTask();
  await unregisterBackgroundTask();
  expect(mockPhone.registered.size).toBe(0);
});

it('reports success and failure to the phone, and removes its listener', async () => {
  defineBackgroundTask(() => Promise.resolve('done'));
  expect(await mockPhone.run?.()).toBe(success);
  defineBackgroundTask(() => Promise.resolve('failed'));
  expect(await mockPhone.run?.()).toBe(failed);
  defineBackgroundTask(() => Promise.reject(new Error('the disk is full')));
  expect(await mockPhone.run?.()).toBe(failed);
  expect(mockPhone.listening).toBe(0);
});

it('aborts when the background time expires', async () => {
  defineBackgroundTask(
    (signal) => new Promise((done) => signal.addEventListener('abort', () => done('failed')))
  );
  const run = mockPhone.run?.();
  mockPhone.expire();
  expect(await run).toBe(failed);
});
