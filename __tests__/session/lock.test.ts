import { createHash } from 'node:crypto';

import { maxWrongPins } from '@/domain/lock';
import { hashPin } from '@/platform/pinHash';
import { openLock, type LockParts } from '@/session/lock';

const owner = { service: 'https://one.example/api', userId: 7 };

/** Secrets that survive a restart, fake clocks and a fake app lifecycle. */
function createPhone(part: Partial<LockParts> = {}) {
  const stored = new Map<string, string>();
  const time = { now: 1_800_000_000_000, monotonic: 5_000 };
  let onChange: (isForeground: boolean) => void = () => undefined;
  let hashes = 0;
  const start = () =>
    openLock({
      secrets: {
        get: (name) => Promise.resolve(stored.get(name) ?? null),
        set: (name, value) => Promise.resolve(void stored.set(name, value)),
        remove: (name) => Promise.resolve(void stored.delete(name)),
      },
      clock: { now: () => time.now, monotonic: () => time.monotonic },
      lifecycle: {
        isForeground: () => true,
        onChange: (listener) => {
          onChange = listener;
          return () => undefined;
        },
      },
      hashPin: (pin, salt) => {
        hashes += 1;
        return Promise.resolve(
          createHash('sha256')
            .update(salt + pin)
            .digest('hex')
        );
      },
      newSalt: () => '00112233445566778899aabbccddeeff',
      biometrics: null,
      getOwner: () => Promise.resolve(owner),
      ...part,
    });
  return {
    stored: stored,
    time,
    start,
    countHashes: () => hashes,
    pass: (ms: number) => {
      time.now += ms;
      time.monotonic += ms;
    },
    show: (isForeground: boolean) => onChange(isForeground),
  };
}

async function locked(after: 0 | 5 = 0, part: Partial<LockParts> = {}) {
  const phone = createPhone(part);
  await (await phone.start()).turnOn('274913', after);
  // A restart.
  return { ...phone, lock: await phone.start() };
}

const isLocked = (lock: Awaited<ReturnType<typeof openLock>>) => lock.state.getState().isLocked;

it('never locks without a PIN', async () => {
  const phone = createPhone();
  const lock = await phone.start();
  expect(isLocked(lock)).toBe(false);
  phone.show(false);
  phone.show(true);
  expect(isLocked(lock)).toBe(false);
});

it('starts locked, and the PIN unlocks it', async () => {
  const { lock } = await locked(5);
  expect(isLocked(lock)).toBe(true);
  expect(await lock.unlock('111111')).toMatchObject({ kind: 'wrong', forMs: 0, left: 9 });
  expect(isLocked(lock)).toBe(true);
  expect(await lock.unlock('274913')).toEqual({ kind: 'right' });
  expect(isLocked(lock)).toBe(false);
});

it('locks after the chosen time in the background, and not earlier', async () => {
  const { lock, show, pass } = await locked(5);
  await lock.unlock('274913');
  show(false);
  pass(4 * 60_000);
  show(true);
  expect(isLocked(lock)).toBe(false);
  show(false);
  pass(5 * 60_000);
  show(true);
  expect(isLocked(lock)).toBe(true);
});

it('locks immediately when it goes to the background, if that was chosen', async () => {
  const { lock, show } = await locked(0);
  await lock.unlock('274913');
  show(false);
  expect(isLocked(lock)).toBe(true);
});

it('stores the PIN only as a slow hash', async () => {
  const { stored } = await locked(0, { hashPin });
  const text = [...stored.values()].join();
  expect(text).not.toContain('274913');
  expect(text).toContain(await hashPin('274913', '00112233445566778899aabbccddeeff'));
});

describe('wrong PINs', () => {
  async function tryWrong(count: number) {
    const phone = await locked();
    for (let wrong = 0; wrong < count; wrong++) {
      phone.pass(900_000);
      await phone.lock.unlock('111111');
    }
    return phone;
  }

  it('delay the next try, also with the right PIN, which is not hashed during the delay', async () => {
    const { lock, pass, countHashes } = await tryWrong(4);
    const before = countHashes();
    expect(await lock.unlock('274913')).toEqual({ kind: 'wait', forMs: 30_000 });
    expect(countHashes()).toBe(before);
    pass(30_000);
    expect(await lock.unlock('274913')).toEqual({ kind: 'right' });
  });

  it('are stored across a restart, which restarts the delay', async () => {
    const { start, time } = await tryWrong(4);
    time.monotonic = 0;
    const lock = await start();
    expect(await lock.unlock('274913')).toEqual({ kind: 'wait', forMs: 30_000 });
  });

  it.each([
    ['back', -86_400_000],
    ['forward', 86_400_000],
  ])('are delayed as long when the system clock is set %s', async (_, by) => {
    const { lock, time } = await tryWrong(4);
    time.now += by;
    expect(await lock.unlock('274913')).toEqual({ kind: 'wait', forMs: 30_000 });
  });

  it('count when the app is killed during the check', async () => {
    const phone = createPhone({ hashPin: () => new Promise(() => undefined) });
    const cut = await locked();
    phone.stored.set('doorstep.lock', cut.stored.get('doorstep.lock') ?? '');
    for (let wrong = 0; wrong < 3; wrong++) {
      const lock = await phone.start();
      void lock.unlock('111111');
      await new Promise((done) => setImmediate(done));
    }
    expect(JSON.parse(phone.stored.get('doorstep.lock') ?? '')).toMatchObject({ wrong: 3 });
  });

  it('are counted one by one when tried in parallel', async () => {
    const { lock } = await locked();
    const results = await Promise.all(['1', '2', '3', '4', '5'].map((pin) => lock.unlock(pin)));
    expect(results.map(({ kind }) => kind)).toEqual(['wrong', 'wrong', 'wrong', 'wait', 'wait']);
  });

  it('require a sign-in at the limit, also after a restart', async () => {
    const { lock, pass, start } = await tryWrong(maxWrongPins - 1);
    pass(900_000);
    expect(await lock.unlock('111111')).toEqual({ kind: 'sign_in' });
    expect(lock.isBlocked()).toBe(true);
    pass(900_000);
    const next = await start();
    expect(await next.unlock('274913')).toEqual({ kind: 'sign_in' });
    expect(isLocked(next)).toBe(true);
  });

  it('are reset by the right PIN', async () => {
    const { lock } = await tryWrong(2);
    await lock.unlock('274913');
    expect(await lock.unlock('111111')).toMatchObject({ kind: 'wrong', left: maxWrongPins - 1 });
  });
});

it('stays locked when the stored PIN is unreadable, and requires a sign-in', async () => {
  const phone = createPhone();
  phone.stored.set('doorstep.lock', '{"half":');
  const lock = await phone.start();
  expect(isLocked(lock)).toBe(true);
  expect(await lock.unlock('274913')).toEqual({ kind: 'sign_in' });
});

describe('after a sign-in', () => {
  it('the PIN stays for the person who set it, also after the service ended their session', async () => {
    const { lock } = await locked();
    await lock.clearFor(owner);
    expect(isLocked(lock)).toBe(true);
    expect(await lock.unlock('274913')).toEqual({ kind: 'right' });
    expect(lock.get().after).toBe(0);
  });

  it.each([
    ['another person', { ...owner, userId: 8 }],
    ['the same number at another service', { ...owner, service: 'https://two.example/api' }],
  ])('the PIN does not lock out %s', async (_who, person) => {
    const { lock } = await locked();
    await lock.clearFor(person);
    expect(isLocked(lock)).toBe(false);
    expect(lock.get().after).toBeNull();
  });
});

describe('biometrics', () => {
  const finger = { isReady: () => Promise.resolve(true), confirm: () => Promise.resolve(true) };

  it('unlocks if the person has enabled it', async () => {
    const { lock } = await locked(0, { biometrics: finger });
    expect(await lock.unlockWithBiometrics('?')).toBe(false);
    await lock.setBiometrics(true);
    expect(await lock.unlockWithBiometrics('?')).toBe(true);
    expect(isLocked(lock)).toBe(false);
  });

  it('does not unlock for another person', async () => {
    const { lock } = await locked(0, { biometrics: { ...finger, confirm: () => Promise.resolve(false) } });
    await lock.setBiometrics(true);
    expect(await lock.unlockWithBiometrics('?')).toBe(false);
    expect(isLocked(lock)).toBe(true);
  });
});
