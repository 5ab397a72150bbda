/** IndexedDB: non-extractable keys, and the secrets encrypted with them. */
const databaseName = 'doorstep-secrets';

export function request<T>(pending: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    pending.onsuccess = () => done(pending.result);
    pending.onerror = () => fail(pending.error ?? new Error('IndexedDB request failed.'));
  });
}

export function openBrowserDatabase(): Promise<IDBDatabase> {
  const pending = indexedDB.open(databaseName, 1);
  pending.onupgradeneeded = () => {
    pending.result.createObjectStore('keys');
    pending.result.createObjectStore('sealed');
  };
  return request(pending);
}
