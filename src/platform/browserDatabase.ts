/** What a browser keeps beside the file of records: keys that cannot be read out, and what they seal. */
const databaseName = 'doorstep-secrets';

export function request<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error ?? new Error('The browser’s storage did not answer.'));
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
