import { asStoreError, StoreError } from '@/db/errors';
import { getFact, setFact } from '@/db/facts';
import { openStore, type Store } from '@/db/store';
import { biometrics } from '@/platform/biometrics';
import { requestPersistence } from '@/platform/persistence';
import { clock, lifecycle, openNetwork, randomBytes } from '@/platform/ports';
import { openSecrets } from '@/platform/secrets';
import { openDatabaseFile } from '@/platform/databaseFile';
import { type Resources } from './bootState';
import { openLock } from '@/session/lock';
import { openPreferences } from './preferences';
import { createReminderControls } from './reminderControls';
import { createSessionStorage } from '@/session/session';

const databaseName = 'doorstep.db';

/** Loaded when it is needed: a phone without a PIN never does. */
const hashPin = async (pin: string, salt: string) => (await import('@/platform/secrecy')).hashPin(pin, salt);

const newSalt = () => [...randomBytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The store, or why there is none. A handle that the last page has not quite let go of is waited for. */
async function openStoreWithPatience(): Promise<{ store: Store; setAside: string[] }> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { engine, setAside } = await openDatabaseFile(databaseName, clock.now());
      return { store: await openStore(engine), setAside };
    } catch (failure) {
      const problem = asStoreError(failure);
      const isBusy = problem instanceof StoreError && problem.kind === 'in_use';
      if (!isBusy || attempt === 20) throw problem;
      await clock.sleep(150);
    }
  }
}

/** Everything that is opened once, and the files that lie aside because they cannot be read any more. */
export async function openResources(): Promise<{ opened: Resources; setAside: string[] }> {
  const opening = openStoreWithPatience();
  const others = Promise.all([openSecrets(), openNetwork()]);
  others.catch(() => undefined); // Awaited below, unless the store fails first and has the word.
  const { store, setAside } = await opening;
  try {
    const [secrets, network] = await others;
    const preferences = await openPreferences(store);
    const lock = await openLock({ secrets, clock, lifecycle, biometrics, hashPin, newSalt });
    const opened = {
      store,
      secrets,
      sessions: createSessionStorage(secrets),
      lock,
      network,
      preferences,
      persistence: requestPersistence(),
      reminders: createReminderControls(store, preferences),
    };
    return { opened, setAside };
  } catch (failure) {
    // Whoever tries again opens the file anew, and a second opening would find it in use.
    await store.close();
    throw failure;
  }
}

const knownAsideFact = 'known_set_aside';

/** Whether a person has been told of every file that lies aside; it is said once, not at every opening. */
export async function isQuarantineAcknowledged(store: Store, setAside: readonly string[]): Promise<boolean> {
  const known = (await getFact<string[]>(store, null, knownAsideFact)) ?? [];
  return setAside.every((file) => known.includes(file));
}

/** Notes that a person has been told. */
export const acknowledgeQuarantine = (store: Store, setAside: readonly string[]): Promise<void> =>
  store.write((tx) => setFact(tx, null, knownAsideFact, setAside));
