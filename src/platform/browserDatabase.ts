/** The IndexedDB database of the web app for secrets. Records are in SQLite. */
const databaseName = 'doorstep-secrets';

/** The result of an IndexedDB request, as a promise. */
export function request<T>(pending: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    pending.onsuccess = () => resolve(pending.result);
    pending.onerror = () => reject(pending.error ?? new Error('IndexedDB request failed.'));
  });
}

/** `keys` has the non-extractable key, `sealed` the secrets encrypted with it. */
export function openBrowserDatabase(): Promise<IDBDatabase> {
  const pending = indexedDB.open(databaseName, 1);
  pending.onupgradeneeded = () => {
    pending.result.createObjectStore('keys');
    pending.result.createObjectStore('sealed');
  };
  return request(pending);
}
