import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';

import { toLatinDigits } from '@/domain/digits';

import type { Tx } from '../store/database';
import { hashToken } from './tokens';
import { type Limit, returnToken, takeTokens } from './limits';
import { type Recipient, findRecipient } from './people';

/** How long a code is valid. */
export const CODE_SECONDS = 600;
const TRIES = 5;

/** Codes requested from one source: two hundred people may sign in together in one hall. */
const CODES_PER_SOURCE: Limit = { name: 'code-source', capacity: 250, secondsPerOne: 10 };
/** Codes sent to one mail address: at the request of one source or one known browser, and of all unknown ones together. */
const CODES_PER_PAIR: Limit = { name: 'code-pair', capacity: 5, secondsPerOne: 180 };
const CODES_PER_MAIL: Limit = { name: 'code-mail', capacity: 20, secondsPerOne: 120 };
/** Wrong codes of one source over all addresses: a million possibilities, some 800 guesses a day. */
const TRIES_PER_SOURCE: Limit = { name: 'try-source', capacity: 100, secondsPerOne: 120 };
/** Wrong codes for one address: of one source or one known browser, and of all unknown ones together. */
const TRIES_PER_PAIR: Limit = { name: 'try-pair', capacity: 15, secondsPerOne: 600 };
const TRIES_PER_MAIL: Limit = { name: 'try-mail', capacity: 100, secondsPerOne: 300 };

/** Who requests or enters a code. */
export type Guest = {
  /** The network address. */
  readonly source: string;
  /** A browser that has signed in with this mail address before: what strangers do does not use up its limits. */
  readonly browser: string | null;
};

type Bucket = readonly [Limit, string];

function codeBuckets(mail: string, { source, browser }: Guest): Bucket[] {
  if (browser !== null) return [[CODES_PER_PAIR, `${mail} ${browser}`]];
  return [
    [CODES_PER_SOURCE, source],
    [CODES_PER_PAIR, `${mail} ${source}`],
    [CODES_PER_MAIL, mail],
  ];
}

function tryBuckets(mail: string, { source, browser }: Guest): Bucket[] {
  if (browser !== null) return [[TRIES_PER_PAIR, `${mail} ${browser}`]];
  return [
    [TRIES_PER_SOURCE, source],
    [TRIES_PER_PAIR, `${mail} ${source}`],
    [TRIES_PER_MAIL, mail],
  ];
}

export type CodeRequest =
  | {
      kind: 'created';
      code: string;
      /** The recipient, if there is one. For the mail only; no page may reveal it. */
      recipient: Recipient;
    }
  | { kind: 'too_many'; retryAfterSeconds: number };

export type CodeCheck =
  | { kind: 'right'; mail: string }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'spent' }
  | { kind: 'expired' }
  /** This browser has not requested a code. */
  | { kind: 'none' }
  | { kind: 'too_many'; retryAfterSeconds: number };

/** Salted with the identifier of the sign-in, which is not stored: the hash does not reveal the code. */
function hashCode(interactionId: string, code: string): Buffer {
  return hashToken(`${interactionId}:${code}`);
}

/**
 * Creates a code for this sign-in and mail address. Known and unknown addresses take the same steps, so that neither the response
 * nor its duration reveals the difference.
 */
export async function requestCode(
  tx: Tx,
  request: Guest & { interactionId: string; mail: string }
): Promise<CodeRequest> {
  const mail = request.mail.toLowerCase();
  const taken = await takeTokens(tx, codeBuckets(mail, request));
  if (taken.kind === 'empty') return { kind: 'too_many', retryAfterSeconds: taken.retryAfterSeconds };
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  await tx.execute(sql`
    INSERT INTO sign_in_codes (interaction_hash, mail, code_hash, tries_left, expires_at)
    VALUES (${hashToken(request.interactionId)}, ${mail}, ${hashCode(request.interactionId, code)}, ${TRIES},
      now() + make_interval(secs => ${CODE_SECONDS}))
    ON CONFLICT (interaction_hash) DO UPDATE SET mail = excluded.mail, code_hash = excluded.code_hash,
      tries_left = excluded.tries_left, expires_at = excluded.expires_at, confirmed_at = NULL, second_factor_at = NULL,
      requested_at = excluded.requested_at`);
  return { kind: 'created', code, recipient: await findRecipient(tx, mail) };
}

type CodeRow = { mail: string; code_hash: Buffer; tries_left: number; expired: boolean; confirmed: boolean };

async function lockCode(tx: Tx, interactionId: string): Promise<CodeRow | undefined> {
  const { rows } = await tx.execute<CodeRow>(sql`
    SELECT mail, code_hash, tries_left, expires_at <= now() AS expired, confirmed_at IS NOT NULL AS confirmed
    FROM sign_in_codes WHERE interaction_hash = ${hashToken(interactionId)} FOR UPDATE`);
  return rows[0];
}

/** Checks a typed code. It is valid once, in the browser that requested it. */
export async function checkCode(
  tx: Tx,
  interactionId: string,
  typed: string,
  guest: Guest
): Promise<CodeCheck> {
  const row = await lockCode(tx, interactionId);
  if (!row || row.confirmed) return { kind: 'none' };
  if (row.expired) return { kind: 'expired' };
  if (row.tries_left <= 0) return { kind: 'spent' };
  const buckets = tryBuckets(row.mail, guest);
  const taken = await takeTokens(tx, buckets);
  if (taken.kind === 'empty') return { kind: 'too_many', retryAfterSeconds: taken.retryAfterSeconds };

  const interaction = hashToken(interactionId);
  // Two SHA-256 values: the time of the comparison reveals nothing about the code.
  if (hashCode(interactionId, typed).equals(row.code_hash)) {
    // Only wrong codes count.
    for (const [limit, subject] of buckets) await returnToken(tx, limit, subject);
    await tx.execute(
      sql`UPDATE sign_in_codes SET confirmed_at = now() WHERE interaction_hash = ${interaction}`
    );
    return { kind: 'right', mail: row.mail };
  }
  const triesLeft = row.tries_left - 1;
  await tx.execute(
    sql`UPDATE sign_in_codes SET tries_left = ${triesLeft} WHERE interaction_hash = ${interaction}`
  );
  return triesLeft > 0 ? { kind: 'wrong', triesLeft } : { kind: 'spent' };
}

/** Records that the person of this sign-in owns an address, as its code does. No code is valid for the row. */
export async function confirmAddress(tx: Tx, interactionId: string, mail: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO sign_in_codes (interaction_hash, mail, code_hash, tries_left, confirmed_at, expires_at)
    VALUES (${hashToken(interactionId)}, ${mail.toLowerCase()}, ''::bytea, 0, now(),
      now() + make_interval(secs => ${CODE_SECONDS}))
    ON CONFLICT (interaction_hash) DO UPDATE SET mail = excluded.mail, code_hash = excluded.code_hash,
      tries_left = excluded.tries_left, expires_at = excluded.expires_at, confirmed_at = excluded.confirmed_at,
      second_factor_at = NULL, newcomer_code_id = NULL, requested_at = excluded.requested_at`);
}

/** The progress of a sign-in. */
export type SignInStage =
  | { kind: 'mail' }
  | { kind: 'code'; mail: string }
  /** `begunAt`: when the code was requested. */
  | { kind: 'confirmed'; mail: string; begunAt: string; hasSecondFactor: boolean };

export async function getSignInStage(tx: Tx, interactionId: string): Promise<SignInStage> {
  const { rows } = await tx.execute<{ mail: string; confirmed: boolean; second: boolean; begun: string }>(sql`
    SELECT mail, confirmed_at IS NOT NULL AS confirmed, second_factor_at IS NOT NULL AS second, requested_at::text AS begun
    FROM sign_in_codes WHERE interaction_hash = ${hashToken(interactionId)}`);
  const row = rows[0];
  if (!row) return { kind: 'mail' };
  return row.confirmed
    ? { kind: 'confirmed', mail: row.mail, begunAt: row.begun, hasSecondFactor: row.second }
    : { kind: 'code', mail: row.mail };
}

/** Records that the second factor was entered in this sign-in. */
export async function recordSecondFactor(tx: Tx, interactionId: string): Promise<void> {
  await tx.execute(sql`UPDATE sign_in_codes SET second_factor_at = now()
    WHERE interaction_hash = ${hashToken(interactionId)} AND confirmed_at IS NOT NULL`);
}

/** Deletes the code and its address, so that another address can be entered. */
export async function deleteCode(tx: Tx, interactionId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM sign_in_codes WHERE interaction_hash = ${hashToken(interactionId)}`);
}

/** The digits of a typed code: with spaces or hyphens, in the digits of any script. */
export function readTypedCode(typed: string): string {
  return toLatinDigits(typed.slice(0, 40)).replace(/\D/g, '');
}
