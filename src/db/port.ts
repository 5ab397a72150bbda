/** What a statement can be given. Objects travel as JSON text; a page of records is one parameter. */
export type SqlValue = string | number | null | Uint8Array;

export type RunResult = { changes: number; lastInsertRowId: number };

/**
 * The part of SQLite that the store uses, as small as it can be. `src/platform` fills it with expo-sqlite, the
 * tests with an engine that runs in plain Node. One Engine is one connection; calls are made one at a time.
 */
export interface Engine {
  /** Runs a script of statements without parameters. */
  execute(script: string): Promise<void>;
  /** Runs one statement that answers no rows. */
  run(sql: string, params: readonly SqlValue[]): Promise<RunResult>;
  /** Runs one statement to its end and answers its rows, also for `… RETURNING`. */
  all<Row>(sql: string, params: readonly SqlValue[]): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * Why the engine refused, by SQLite's primary result code: `full` 13, `not_a_database` 26, `corrupt` 11, `busy` 5
 * and 6, `constraint` 19, `cannot_open` 14, `read_only` 8, `io` 10; `other` is everything else. `not_encrypted` is an
 * adapter's own: a key was given and the engine has no cipher.
 */
export type EngineProblem =
  | 'full'
  | 'not_a_database'
  | 'corrupt'
  | 'busy'
  | 'constraint'
  | 'cannot_open'
  | 'read_only'
  | 'io'
  | 'not_encrypted'
  | 'other';

const problemsByCode: Record<number, EngineProblem> = {
  5: 'busy',
  6: 'busy',
  8: 'read_only',
  10: 'io',
  11: 'corrupt',
  13: 'full',
  14: 'cannot_open',
  19: 'constraint',
  26: 'not_a_database',
};

/** What an adapter throws. The store decides by `problem`, never by the words of the message. */
export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(
    readonly problem: EngineProblem,
    message: string
  ) {
    super(message);
  }
}

/** The problem behind a SQLite result code, primary or extended. */
export function problemOfResultCode(code: number): EngineProblem {
  return problemsByCode[code & 0xff] ?? 'other';
}
