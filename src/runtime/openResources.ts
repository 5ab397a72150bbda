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
import { createSessionStorage, identityOf } from '@/session/session';

const databaseName = 'doorstep.db';

/** Loaded on demand: most phones have no PIN. */
const hashPin = async (pin: string, salt: string) => (await import('@/platform/crypto')).hashPin(pin, salt);

const newSalt = () => [...randomBytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Opens the store; retries while the previous page still has the file open. */
async function openStoreWithRetry(): Promise<{ store: Store; quarantined: string[] }> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { engine, quarantined } = await openDatabaseFile(databaseName, clock.now());
      return { store: await openStore(engine), quarantined };
    } catch (failure) {
      const problem = asStoreError(failure);
      const isBusy = problem instanceof StoreError && problem.kind === 'in_use';
      if (!isBusy || attempt === 20) throw problem;
      await clock.sleep(150);
    }
  }
}

/** Opens everything that lives as long as the process. `quarantined`: database files that cannot be decrypted. */
export async function openResources(): Promise<{ resources: Resources; quarantined: string[] }> {
  const opening = openStoreWithRetry();
  const others = Promise.all([openSecrets(), openNetwork()]);
  others.catch(() => undefined); // Awaited below, unless the store fails first.
  const { store, quarantined } = await opening;
  try {
    const [secrets, network] = await others;
    const preferences = await openPreferences(store);
    const sessions = createSessionStorage(secrets);
    const getOwner = async () => {
      const session = await sessions.load();
      return session && identityOf(session);
    };
    const lock = await openLock({ secrets, clock, lifecycle, biometrics, hashPin, newSalt, getOwner });
    const resources = {
      store,
      secrets,
      sessions,
      lock,
      network,
      preferences,
      persistence: requestPersistence(),
      reminders: createReminderControls(store, preferences),
    };
    return { resources, quarantined };
  } catch (failure) {
    // A retry would find the file in use.
    await store.close();
    throw failure;
  }
}

const acknowledgedFact = 'acknowledged_quarantine';

/** Whether a person has seen the notice about every quarantined file: it shows once. */
export async function isQuarantineAcknowledged(
  store: Store,
  quarantined: readonly string[]
): Promise<boolean> {
  const acknowledged = (await getFact(store, null, acknowledgedFact)) ?? [];
  return quarantined.every((file) => acknowledged.includes(file));
}

export const acknowledgeQuarantine = (store: Store, quarantined: readonly string[]): Promise<void> =>
  store.write((tx) => setFact(tx, null, acknowledgedFact, [...quarantined]));
