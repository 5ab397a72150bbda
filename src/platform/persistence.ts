/** Whether the device promises to keep what is stored. A phone's own storage is kept until the app is removed. */
export type Persistence = 'kept' | 'may_be_evicted' | 'unknown';

export function requestPersistence(): Promise<Persistence> {
  return Promise.resolve('kept');
}
