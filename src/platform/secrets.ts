import * as SecureStore from 'expo-secure-store';

/** A few short secrets (the session) kept by the phone's own keychain. */
export interface Secrets {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
}

// Readable after the first unlock, so that records can be sent in the background; never in a backup.
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
