import { randomInt } from 'node:crypto';

import { type Database, type Tx, query } from '../store/database';
import { type NewSpace, createSpace } from './newSpace';

/** Without characters that look like others. */
const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 10;
const MOST_WRONG_CODES = 20;

/** The first setup of a service: possible while it has no space, with a code that all its processes share. */
export type Setup = {
  isOpen(): Promise<boolean>;
  /** The code to print at the start. A new one after too many wrong codes. */
  issueCode(): Promise<string>;
  /** Compares a typed code. After too many wrong ones it is `closed` until a new code is issued. */
  check(code: string): Promise<'right' | 'wrong_code' | 'closed'>;
  create(space: NewSpace): Promise<'created' | 'exists'>;
};

/** Only one process creates the first space. */
const LOCK = 'SELECT pg_advisory_xact_lock(4711001)';

/** The first process stores its code, the others get that one. */
const ISSUE = `INSERT INTO service_keys AS k (name, value)
  VALUES ('setup', jsonb_build_object('code', $1::text, 'wrong', 0))
  ON CONFLICT (name) DO UPDATE
    SET value = CASE WHEN (k.value ->> 'wrong')::int < ${MOST_WRONG_CODES} THEN k.value ELSE EXCLUDED.value END
  RETURNING value ->> 'code' AS code`;

/** Compares and counts in one statement, so that guesses sent together to several processes all count. */
const CHECK = `UPDATE service_keys
  SET value = jsonb_set(value, '{wrong}', to_jsonb((value ->> 'wrong')::int + (value ->> 'code' <> $1)::int))
  WHERE name = 'setup' AND (value ->> 'wrong')::int < ${MOST_WRONG_CODES}
  RETURNING value ->> 'code' = $1 AS "isRight"`;

const DELETE = `DELETE FROM service_keys WHERE name = 'setup'`;

async function hasSpace(tx: Tx): Promise<boolean> {
  return (await query(tx, 'SELECT 1 FROM spaces LIMIT 1')).length > 0;
}

function createCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
}

export function createSetup(database: Database): Setup {
  // A service that has a space never loses its last one.
  let isDone = false;
  return {
    async isOpen() {
      isDone ||= await database.asOwner(hasSpace);
      return !isDone;
    },
    issueCode: () =>
      database.asOwner(async (tx) => {
        const [row] = await query<{ code: string }>(tx, ISSUE, [createCode()]);
        if (!row) throw new Error('the code was not stored');
        return row.code;
      }),
    check: (typed) =>
      database.asOwner(async (tx) => {
        const code = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
        const [row] = await query<{ isRight: boolean }>(tx, CHECK, [code]);
        if (!row) return 'closed';
        return row.isRight ? 'right' : 'wrong_code';
      }),
    create: (space) =>
      database.asOwner(async (tx) => {
        await query(tx, LOCK);
        if (await hasSpace(tx)) return 'exists';
        await createSpace(tx, space);
        await query(tx, DELETE);
        return 'created';
      }),
  };
}
