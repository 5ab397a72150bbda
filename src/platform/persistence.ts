/** Whether the device may delete stored data. A phone stores it until the app is removed. */
export type Persistence = 'kept' | 'may_be_evicted' | 'unknown';

export function requestPersistence(): Promise<Persistence> {
  return Promise.resolve('kept');
}
