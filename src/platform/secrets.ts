import * as SecureStore from 'expo-secure-store';

/** Short secrets, such as the session, in the phone's keychain. */
export interface Secrets {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
}

// Readable after the first unlock, so that the background task can send; excluded from backups.
const options: SecureStore.SecureStoreOptions = {
  keychainAccessible: SecureStore.AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY,
};

export function openSecrets(): Promise<Secrets> {
  return Promise.resolve({
    get: (name) => SecureStore.getItemAsync(name, options),
    set: (name, value) => SecureStore.setItemAsync(name, value, options),
    remove: (name) => SecureStore.deleteItemAsync(name, options),
  });
}
