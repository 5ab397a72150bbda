import { z } from 'zod';
import { createStore as createState, type StoreApi } from 'zustand/vanilla';
import { maxWrongPins, mustLock, waitAfterWrong, type LockAfter } from '@/domain/lock';
import { type LockControls, type LockSettings, type PinAnswer } from '@/features/shared/runtime';
import { type Biometrics } from '@/platform/biometrics';
import { type Secrets } from '@/platform/secrets';
import { type Clock, type Lifecycle } from '@/sync/ports';

const secretName = 'doorstep.lock';

const KeptSchema = z.object({
  salt: z.string(),
  hash: z.string(),
  after: z.union([z.literal(0), z.literal(1), z.literal(5), z.literal(15)]),
  withBiometrics: z.boolean(),
  /** Wrong PINs since the last right one. */
  wrong: z.number(),
});
type Kept = z.output<typeof KeptSchema>;

export type LockParts = {
  secrets: Secrets;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  lifecycle: Lifecycle;
  hashPin: (pin: string, salt: string) => Promise<string>;
  newSalt: () => string;
  biometrics: Biometrics | null;
};

export interface Lock extends LockControls {
  state: StoreApi<{ isLocked: boolean }>;
  unlock(pin: string): Promise<PinAnswer>;
  unlockWithBiometrics(question: string): Promise<boolean>;
  /** No PIN will be taken any more: the person has to sign in. */
  isBlocked(): boolean;
  /** Forgets the PIN, because whoever signs in next proves who they are in another way. */
  clear(): Promise<void>;
}

/**
 * Locks what is on the screen behind a PIN. It starts locked, whatever the time says; wrong PINs are counted on the
 * disk before they are looked at, and the waiting is measured by the clock that never jumps and begins anew with the
 * process: neither a restart nor a clock that was set makes a try cheaper. The sync engine goes on beneath it.
 */
export async function openLock(parts: LockParts): Promise<Lock> {
  const { secrets, clock, lifecycle, biometrics } = parts;
  let kept = await load(secrets);
  let waitsSince = clock.monotonic();
  let settings = settingsOf(kept);
  let turn: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();
  const state = createState(() => ({ isLocked: kept !== null }));

  const keep = async (next: Kept | null) => {
    if (next === null) await secrets.remove(secretName);
    else await secrets.set(secretName, JSON.stringify(next));
    kept = next;
    settings = settingsOf(next);
    for (const listener of listeners) listener();
  };

  const look = async (pin: string): Promise<PinAnswer> => {
    if (kept === null) return { kind: 'right' };
    if (kept.wrong >= maxWrongPins) return { kind: 'sign_in' };
    const forMs = waitAfterWrong(kept.wrong) - (clock.monotonic() - waitsSince);
    if (forMs > 0) return { kind: 'wait', forMs };
    // Counted first: ending the app while it thinks must not give a try for nothing.
    await keep({ ...kept, wrong: kept.wrong + 1 });
    if ((await parts.hashPin(pin, kept.salt)) === kept.hash) {
      await keep({ ...kept, wrong: 0 });
      return { kind: 'right' };
    }
    waitsSince = clock.monotonic();
    if (kept.wrong >= maxWrongPins) return { kind: 'sign_in' };
    return { kind: 'wrong', forMs: waitAfterWrong(kept.wrong), left: maxWrongPins - kept.wrong };
  };
  /** One at a time: two tries at once would be counted as one. */
  const check = (pin: string): Promise<PinAnswer> => {
    const answer = turn.then(() => look(pin));
    turn = answer.catch(() => undefined);
    return answer;
  };

  const open = () => state.setState({ isLocked: false });
  let leftAt: { wall: number; monotonic: number } | null = null;
  lifecycle.onChange((isForeground) => {
    if (kept === null) return;
    if (!isForeground) {
      leftAt = { wall: clock.now(), monotonic: clock.monotonic() };
      if (kept.after === 0) state.setState({ isLocked: true });
      return;
    }
    if (leftAt === null) return;
    const away = { wallMs: clock.now() - leftAt.wall, monotonicMs: clock.monotonic() - leftAt.monotonic };
    leftAt = null;
    if (mustLock(kept.after, away)) state.setState({ isLocked: true });
  });

  return {
    state,
    get: () => settings,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check,
    unlock: async (pin) => {
      const answer = await check(pin);
      if (answer.kind === 'right') open();
      return answer;
    },
    unlockWithBiometrics: async (question) => {
      if (!kept?.withBiometrics || biometrics === null || kept.wrong >= maxWrongPins) return false;
      const isOwner = await biometrics.confirm(question);
      if (!isOwner) return false;
      if (kept !== null) await keep({ ...kept, wrong: 0 });
      open();
      return true;
    },
    isBlocked: () => kept !== null && kept.wrong >= maxWrongPins,
    clear: async () => {
      await keep(null);
      open();
    },
    turnOn: async (pin, after) => {
      const salt = parts.newSalt();
      const hash = await parts.hashPin(pin, salt);
      await keep({ salt, hash, after, withBiometrics: kept?.withBiometrics ?? false, wrong: 0 });
    },
    turnOff: () => keep(null),
    setAfter: async (after) => {
      if (kept !== null) await keep({ ...kept, after });
    },
    setBiometrics: async (withBiometrics) => {
      if (kept !== null) await keep({ ...kept, withBiometrics });
    },
    hasBiometrics: async () => biometrics !== null && (await biometrics.isReady()),
  };
}

async function load(secrets: Secrets): Promise<Kept | null> {
  const text = await secrets.get(secretName);
  if (text === null) return null;
  try {
    return KeptSchema.parse(JSON.parse(text));
  } catch {
    // Written by another version or cut off. It was locked, so it stays so: the way in is to sign in.
    return { salt: '', hash: '', after: 0, withBiometrics: false, wrong: maxWrongPins };
  }
}

const settingsOf = (kept: Kept | null): LockSettings => ({
  after: kept === null ? (null as LockAfter) : kept.after,
  withBiometrics: kept?.withBiometrics ?? false,
});
