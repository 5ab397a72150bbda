import { EngineError, type EngineProblem } from './port';

/**
 * Why the store refused.
 * - `full`: the disk is full; the stored records are intact, and the new record is not saved.
 * - `not_a_database`: the file is something else; it is unchanged.
 * - `not_ours`: a SQLite file of another program; it is unchanged.
 * - `newer_version`: written by a newer app; it is unchanged.
 * - `not_durable`: the engine does not guarantee that a commit survives a crash.
 * - `not_encrypted`: the app was built without the cipher that its records need.
 * - `no_key`: the phone's keychain is not available; the file is unchanged.
 * - `in_use`: another process or tab has the file open.
 * - `damaged`: the engine found the file corrupt, or could not read or write it.
 * - `closed`: the store is closed, or the transaction has ended.
 * - `refused`: a transition that the rules do not allow.
 * - `failed`: any other failure of the engine.
 */
export type StoreProblem =
  | 'full'
  | 'not_a_database'
  | 'not_ours'
  | 'newer_version'
  | 'not_durable'
  | 'not_encrypted'
  | 'no_key'
  | 'in_use'
  | 'damaged'
  | 'closed'
  | 'refused'
  | 'failed';

/** A failure that the store expects, with its kind and one sentence that a person can read. */
export class StoreError extends Error {
  override readonly name = 'StoreError';

  constructor(
    readonly kind: StoreProblem,
    message: string,
    options?: { cause: unknown }
  ) {
    super(message, options);
  }
}

const kindOf: Record<EngineProblem, StoreProblem> = {
  full: 'full',
  not_a_database: 'not_a_database',
  corrupt: 'damaged',
  io: 'damaged',
  busy: 'in_use',
  cannot_open: 'damaged',
  read_only: 'damaged',
  not_encrypted: 'not_encrypted',
  constraint: 'refused',
  other: 'failed',
};

const sentences: Partial<Record<EngineProblem, string>> = {
  full: 'There is no room left on this device, so the record was not saved. Free some space and save again.',
  not_a_database: 'The file is not a database of this app. It was left as it is.',
  corrupt: 'The database file is damaged.',
  io: 'The device could not read or write the database file.',
  busy: 'Another window or process is using the database.',
  cannot_open: 'The database file could not be opened.',
  read_only: 'The database file cannot be written.',
};

/** Classifies a failure of SQLite; returns any other failure unchanged. */
export function asStoreError(failure: unknown): unknown {
  if (!(failure instanceof EngineError)) return failure;
  return new StoreError(kindOf[failure.problem], sentences[failure.problem] ?? failure.message, {
    cause: failure,
  });
}
