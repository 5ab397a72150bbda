import { type Persistence } from './persistence';

/** A browser may evict the storage of an origin when the disk fills up, unless it granted persistence. */
export async function requestPersistence(): Promise<Persistence> {
  try {
    if (await navigator.storage.persisted()) return 'kept';
    return (await navigator.storage.persist()) ? 'kept' : 'may_be_evicted';
  } catch {
    return 'unknown';
  }
}
