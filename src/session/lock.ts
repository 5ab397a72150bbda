import { z } from 'zod';
import { createStore as createState, type StoreApi } from 'zustand/vanilla';
import { maxWrongPins, mustLock, waitAfterWrong, type LockAfter } from '@/domain/lock';
import { type LockControls, type LockSettings, type PinResult } from '@/features/shared/runtime';
import { type Biometrics } from '@/platform/biometrics';
import { type Secrets } from '@/platform/secrets';
import { type Clock, type Lifecycle } from '@/sync/ports';

const secretName = 'doorstep.lock';

const StoredPinSchema = z.object({
  salt: z.string(),
  hash: z.string(),
  after: z.union([z.literal(0), z.literal(1), z.literal(5), z.literal(15)]),
  withBiometrics: z.boolean(),
  /** Wrong PINs since the last right one. */
  wrong: z.number(),
  /** Who set it: only that person unlocks the app with it. */
  owner: z.object({ service: z.string(), userId: z.number() }).nullable(),
});
type StoredPin = z.output<typeof StoredPinSchema>;

/** A person at a service. */
export type PinOwner = NonNullable<StoredPin['owner']>;

export type LockParts = {
  secrets: Secrets;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  lifecycle: Lifecycle;
  hashPin: (pin: string, salt: string) => Promise<string>;
  newSalt: () => string;
  biometrics: Biometrics | null;
  /** The person who is signed in. */
  getOwner: () => Promise<PinOwner | null>;
};

type LockState = { isLocked: boolean; settings: LockSettings };

export interface Lock extends LockControls {
  state: StoreApi<LockState>;
  unlock(pin: string): Promise<PinResult>;
  unlockWithBiometrics(question: string): Promise<boolean>;
  /** Too many wrong PINs: the person has to sign in. */
  isBlocked(): boolean;
  /** Deletes the PIN and unlocks, for a person who has just signed in because they forgot it. */
  clear(): Promise<void>;
  /** The same if another person set the PIN. */
  clearFor(person: PinOwner): Promise<void>;
}

/**
 * Locks the screens behind a PIN; the sync engine continues. Every start is locked. A wrong PIN is counted on disk
 * before it is checked, and the delay after it uses the monotonic clock and restarts with the process, so that neither
 * a restart nor a changed system clock gives an attacker more tries.
 */
export async function openLock(parts: LockParts): Promise<Lock> {
  const { secrets, clock, lifecycle, biometrics } = parts;
  let stored = await load(secrets);
  let delayStartedAt = clock.monotonic();
  let queue: Promise<unknown> = Promise.resolve();
  const state = createState<LockState>(() => ({ isLocked: stored !== null, settings: settingsOf(stored) }));

  const save = async (next: StoredPin | null) => {
    if (next === null) await secrets.remove(secretName);
    else await secrets.set(secretName, JSON.stringify(next));
    stored = next;
    state.setState({ settings: settingsOf(next) });
  };

  const verify = async (pin: string): Promise<PinResult> => {
    if (stored === null) return { kind: 'right' };
    if (stored.wrong >= maxWrongPins) return { kind: 'sign_in' };
    const forMs = waitAfterWrong(stored.wrong) - (clock.monotonic() - delayStartedAt);
    if (forMs > 0) return { kind: 'wait', forMs };
    // Counted first: killing the app during the check must not give a free try.
    await save({ ...stored, wrong: stored.wrong + 1 });
    if ((await parts.hashPin(pin, stored.salt)) === stored.hash) {
      await save({ ...stored, wrong: 0 });
      return { kind: 'right' };
    }
    delayStartedAt = clock.monotonic();
    if (stored.wrong >= maxWrongPins) return { kind: 'sign_in' };
    return { kind: 'wrong', forMs: waitAfterWrong(stored.wrong), left: maxWrongPins - stored.wrong };
  };
  /** One at a time: parallel tries would be counted as one. */
  const check = (pin: string): Promise<PinResult> => {
    const result = queue.then(() => verify(pin));
    queue = result.catch(() => undefined);
    return result;
  };

  const open = () => state.setState({ isLocked: false });
  const clear = async () => {
    await save(null);
    open();
  };
  let leftAt: { wall: number; monotonic: number } | null = null;
  lifecycle.onChange((isForeground) => {
    if (stored === null) return;
    if (!isForeground) {
      leftAt = { wall: clock.now(), monotonic: clock.monotonic() };
      if (stored.after === 0) state.setState({ isLocked: true });
      return;
    }
    if (leftAt === null) return;
    const away = { wallMs: clock.now() - leftAt.wall, monotonicMs: clock.monotonic() - leftAt.monotonic };
    leftAt = null;
    if (mustLock(stored.after, away)) state.setState({ isLocked: true });
  });

  return {
    state,
    get: () => state.getState().settings,
    subscribe: state.subscribe,
    check,
    unlock: async (pin) => {
      const result = await check(pin);
      if (result.kind === 'right') open();
      return result;
    },
    unlockWithBiometrics: async (question) => {
      if (!stored?.withBiometrics || biometrics === null || stored.wrong >= maxWrongPins) return false;
      if (!(await biometrics.confirm(question))) return false;
      if (stored !== null) await save({ ...stored, wrong: 0 });
      open();
      return true;
    },
    isBlocked: () => stored !== null && stored.wrong >= maxWrongPins,
    clear,
    clearFor: async ({ service, userId }) => {
      if (stored?.owner?.service !== service || stored.owner.userId !== userId) await clear();
    },
    turnOn: async (pin, after) => {
      const salt = parts.newSalt();
      const hash = await parts.hashPin(pin, salt);
      const owner = await parts.getOwner();
      await save({ salt, hash, after, withBiometrics: stored?.withBiometrics ?? false, wrong: 0, owner });
    },
    turnOff: () => save(null),
    setAfter: async (after) => {
      if (stored !== null) await save({ ...stored, after });
    },
    setBiometrics: async (withBiometrics) => {
      if (stored !== null) await save({ ...stored, withBiometrics });
    },
    hasBiometrics: async () => biometrics !== null && (await biometrics.isReady()),
  };
}

async function load(secrets: Secrets): Promise<StoredPin | null> {
  const text = await secrets.get(secretName);
  if (text === null) return null;
  try {
    return StoredPinSchema.parse(JSON.parse(text));
  } catch {
    // Unreadable counts as locked: the person signs in.
    return { salt: '', hash: '', after: 0, withBiometrics: false, wrong: maxWrongPins, owner: null };
  }
}

const settingsOf = (stored: StoredPin | null): LockSettings => ({
  after: stored === null ? (null as LockAfter) : stored.after,
  withBiometrics: stored?.withBiometrics ?? false,
});
