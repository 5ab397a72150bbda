import { type Persistence } from './persistence';

/** A browser may empty the storage of a page when space runs short, unless it has promised not to. */
export async function requestPersistence(): Promise<Persistence> {
  try {
    if (await navigator.storage.persisted()) return 'kept';
    return (await navigator.storage.persist()) ? 'kept' : 'may_be_evicted';
  } catch {
    return 'unknown'; // A browser without the interface promises nothing and cannot be asked.
  }
}
