import { planStore } from '@/domain/storeKey';
import { StoreError } from '../errors';

/** Stores the key of the file: the phone's keychain. */
export interface StoreKeys {
  /** Null without a key. Rejects if the keychain is not available, e.g. before the first unlock. */
  get(): Promise<string | null>;
  /** Resolves when the key is stored. */
  set(key: string): Promise<void>;
  /** 256 random bits as 64 hexadecimal digits. */
  make(): string;
}

/** The folder of the database file. */
export interface StoreFiles {
  list(): Promise<string[]>;
  move(from: string, to: string): Promise<void>;
}

export type PreparedKey = {
  /** Opens the file, or encrypts a new one. */
  key: string;
  /** Files whose key is missing, oldest first. They stay on the phone. */
  quarantined: string[];
};

const quarantinePrefix = 'quarantined-';

/** The file itself is last: a process that dies in between finds it without its key and continues. */
const filesOf = (name: string) => [`${name}-journal`, `${name}-shm`, `${name}-wal`, name];

/**
 * Finds the key of the file before anything opens it. A key is created once, and is stored in the keychain before it is
 * used: a file whose key was never stored would be lost at the next start.
 */
export async function prepareFileKey(
  name: string,
  keys: StoreKeys,
  files: StoreFiles,
  now: number
): Promise<PreparedKey> {
  const storedKey = await getKey(keys);
  const present = await files.list();
  const own = filesOf(name).filter((file) => present.includes(file));
  const plan = planStore({ hasKey: storedKey !== null, hasFiles: own.length > 0 });
  if (plan === 'quarantine') {
    const time = new Date(now).toISOString().replace(/[:.]/g, '-');
    for (const file of own) await files.move(file, `${quarantinePrefix}${time}-${file}`);
  }
  const key = storedKey ?? (await makeKey(keys));
  const quarantined = (await files.list()).filter(
    (file) => file.startsWith(quarantinePrefix) && file.endsWith(`-${name}`)
  );
  return { key, quarantined: quarantined.sort() };
}

async function getKey(keys: StoreKeys): Promise<string | null> {
  try {
    return await keys.get();
  } catch (failure) {
    // Not the same as having none: the key may be there in a minute, and until then no file is changed.
    throw noKey(failure);
  }
}

async function makeKey(keys: StoreKeys): Promise<string> {
  const key = keys.make();
  try {
    await keys.set(key);
  } catch (failure) {
    throw noKey(failure);
  }
  if ((await getKey(keys)) !== key) throw noKey(new Error('The keychain returned another key.'));
  return key;
}

const noKey = (cause: unknown) =>
  new StoreError('no_key', 'The phone did not return the key of the records. No file was changed.', {
    cause,
  });
