/** IndexedDB: non-extractable keys, and the secrets encrypted with them. */
const databaseName = 'doorstep-secrets';

export function request<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error ?? new Error('IndexedDB request failed.'));
  });
}

export function openBrowserDatabase(): Promise<IDBDatabase> {
  const asked = indexedDB.open(databaseName, 1);
  asked.onupgradeneeded = () => {
    asked.result.createObjectStore('keys');
    asked.result.createObjectStore('sealed');
  };
  return request(asked);
}
