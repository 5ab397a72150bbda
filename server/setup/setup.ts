import { randomInt } from 'node:crypto';

import { type Database, type Tx, query } from '../store/database';
import { type NewSpace, createSpace } from './newSpace';

/** Without characters that look like others. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 10;
const MOST_WRONG = 20;

/** The first setup of a service: possible while it has no space, with the code that this process printed. */
export type Setup = {
  readonly code: string;
  isOpen(): Promise<boolean>;
  /** Whether a typed code is the right one; wrong ones count. */
  check(code: string): 'right' | 'wrong_code' | 'closed';
  create(space: NewSpace): Promise<'created' | 'exists'>;
};

/** Only one process creates the first space. */
const LOCK = 'SELECT pg_advisory_xact_lock(4711001)';

async function hasSpace(tx: Tx): Promise<boolean> {
  return (await query(tx, 'SELECT 1 FROM spaces LIMIT 1')).length > 0;
}

export function createSetup(database: Database): Setup {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  let wrong = 0;
  // A service that has a space never loses its last one.
  let isDone = false;
  return {
    code,
    async isOpen() {
      isDone ||= await database.asOwner(hasSpace);
      return !isDone;
    },
    check(typed) {
      if (wrong >= MOST_WRONG) return 'closed';
      if (typed.toUpperCase().replace(/[^A-Z0-9]/g, '') === code) return 'right';
      wrong += 1;
      return 'wrong_code';
    },
    create: (space) =>
      database.asOwner(async (tx) => {
        await query(tx, LOCK);
        if (await hasSpace(tx)) return 'exists';
        await createSpace(tx, space);
        return 'created';
      }),
  };
}
