import { getRandomBytes } from 'expo-crypto';
import { Directory, File } from 'expo-file-system';
import { defaultDatabaseDirectory } from 'expo-sqlite';
import { type Engine } from '@/db/port';
import { prepareFileKey, type StoreFiles, type StoreKeys } from '@/db/sealing/fileKey';
import { openSecrets } from './secrets';
import { openEngine } from './sqlite';

/** `quarantined`: earlier files that this phone cannot decrypt. */
export type OpenedDatabase = { engine: Engine; quarantined: string[] };

const keyName = 'doorstep.store-key';

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

async function keychain(): Promise<StoreKeys> {
  const secrets = await openSecrets();
  return {
    get: () => secrets.get(keyName),
    set: (key) => secrets.set(keyName, key),
    make: () => toHex(getRandomBytes(32)),
  };
}

function folder(): StoreFiles {
  const place = new Directory(`file://${encodeURI(String(defaultDatabaseDirectory))}`);
  return {
    list: () => Promise.resolve(place.exists ? place.list().map(({ name }) => name) : []),
    move: (from, to) => new File(place, from).move(new File(place, to)),
  };
}

/** Opens the database file, encrypted with a key from the phone's keychain. */
export async function openDatabaseFile(name: string, now: number): Promise<OpenedDatabase> {
  const { key, quarantined } = await prepareFileKey(name, await keychain(), folder(), now);
  return { engine: await openEngine(name, key), quarantined };
}
