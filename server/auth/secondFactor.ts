import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

import { ProblemError } from '../http/problems';
import { type Caller, type Tx, query } from '../store/database';
import { factorTextsFor } from './factorTexts';
import { type Limit, returnToken, takeToken } from './limits';
import { LETTER_SECONDS, queueMails } from './mails';
import { readTypedCode } from './oneTimeCodes';
import { hashToken } from './tokens';

/** The second factor of a person: a code of an authenticator app (TOTP, RFC 6238), or one of the recovery codes. */

/** How long an entered factor is valid for changes that could take an account over. */
const VALID_MINUTES = 15;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** Three codes are valid at a time (clocks differ): some 150 guesses a day find one in a million with 0.05 %. */
const GUESSES: Limit = { name: 'second-factor', capacity: 10, secondsPerOne: 600 };

const totpOf = (secret: Buffer, label = '') =>
  new TOTP({ issuer: 'Doorstep', label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

function keyOf(key: string): Buffer {
  return hash('sha256', `second factors:${key}`, 'buffer');
}

function encrypt(key: string, secret: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce);
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function decrypt(key: string, stored: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), stored.subarray(0, 12));
  decipher.setAuthTag(stored.subarray(12, 28));
  return Buffer.concat([decipher.update(stored.subarray(28)), decipher.final()]);
}

/** What an authenticator app needs. */
export type SetUp = { readonly secret: Buffer; readonly text: string; readonly uri: string };

/** The secret of a page that sets a factor up: derived from its identifier and the address, so that nothing is stored before it is confirmed. */
export function setUpOf(key: string, pageId: string, mail: string): SetUp {
  const secret = createHmac('sha256', key)
    .update(`set up:${pageId}:${mail.toLowerCase()}`)
    .digest()
    .subarray(0, SECRET_BYTES);
  const totp = totpOf(secret, mail);
  return { secret, text: totp.secret.base32.replace(/(.{4})(?=.)/g, '$1 '), uri: totp.toString() };
}

const normalised = (code: string) => code.toUpperCase().replace(/[^A-Z2-7]/g, '');
const hashRecovery = (userId: number, code: string) => hashToken(`${userId}:${normalised(code)}`);

/** Replaces the recovery codes and returns the new ones: only their hashes are stored. */
export async function renewRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: 10 }).base32.slice(0, 10).replace(/^(.{5})/, '$1-')
  );
  await query(tx, 'DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  const hashes = codes.map((code) => hashRecovery(userId, code));
  await query(tx, 'INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    userId,
    hashes,
  ]);
  return codes;
}

/** The time step of a right code; null for a wrong one. */
function stepOf(secret: Buffer, typed: string): number | null {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: readTypedCode(typed), window: 1 });
  return delta === null ? null : totp.counter() + delta;
}

export type FactorCheck =
  { kind: 'right' } | { kind: 'wrong' } | { kind: 'too_many'; retryAfterSeconds: number };

async function isRight(tx: Tx, key: string, userId: number, typed: string): Promise<boolean> {
  if (normalised(typed).length >= 10) {
    const used = await query(
      tx,
      'UPDATE recovery_codes SET used_at = now() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING 1',
      [userId, hashRecovery(userId, typed)]
    );
    return used.length > 0;
  }
  const [factor] = await query<{ secret: Buffer }>(
    tx,
    'SELECT secret FROM second_factors WHERE user_id = $1',
    [userId]
  );
  const step = factor ? stepOf(decrypt(key, factor.secret), typed) : null;
  if (step === null) return false;
  const accepted = await query(
    tx,
    'UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2 RETURNING 1',
    [userId, step]
  );
  return accepted.length > 0;
}

/** Checks a typed code. Each is valid once; only wrong ones count against the limit. */
export async function checkFactor(tx: Tx, key: string, userId: number, typed: string): Promise<FactorCheck> {
  const taken = await takeToken(tx, GUESSES, String(userId));
  if (taken.kind === 'empty') return { kind: 'too_many', retryAfterSeconds: taken.retryAfterSeconds };
  if (!(await isRight(tx, key, userId, typed))) {
    await query(tx, 'SELECT doorstep_audit_wrong_factor($1)', [userId]);
    return { kind: 'wrong' };
  }
  await returnToken(tx, GUESSES, String(userId));
  return { kind: 'right' };
}

/** Tells a person by mail that their factor is on or off; `groupId` is the space of a request that caused it. */
export async function tellFactor(
  tx: Tx,
  userId: number,
  kind: 'on' | 'off',
  groupId?: number
): Promise<void> {
  const [person] = await query<{ mail: string; locale: string | null }>(
    tx,
    'SELECT mail, locale FROM users WHERE id = $1',
    [userId]
  );
  if (!person) return;
  const texts = factorTextsFor(person.locale ?? undefined);
  const letter = { subject: texts[`${kind}Subject`], text: texts[`${kind}Letter`] };
  await queueMails(tx, [{ to: person.mail, ...letter, validSeconds: LETTER_SECONDS, groupId }]);
}

/** Turns the factor on if the code of the authenticator app is right, and returns the recovery codes; null if it is wrong. */
export async function turnOn(
  tx: Tx,
  key: string,
  { userId, setUp, typed }: { userId: number; setUp: SetUp; typed: string }
): Promise<string[] | null> {
  const step = stepOf(setUp.secret, typed);
  if (step === null) return null;
  const added = await query(
    tx,
    'INSERT INTO second_factors (user_id, secret, last_step) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1',
    [userId, encrypt(key, setUp.secret), step]
  );
  if (added.length === 0) return null;
  await tellFactor(tx, userId, 'on');
  return renewRecoveryCodes(tx, userId);
}

/** Turns the factor off and tells the person. False if it was off. */
export async function turnOff(tx: Tx, userId: number): Promise<boolean> {
  const removed = await query(tx, 'DELETE FROM second_factors WHERE user_id = $1 RETURNING 1', [userId]);
  if (removed.length > 0) await tellFactor(tx, userId, 'off');
  return removed.length > 0;
}

export type FactorState = {
  readonly isOn: boolean;
  readonly isRequired: boolean;
  readonly codesLeft: number;
};

export async function getFactorState(tx: Tx, userId: number): Promise<FactorState> {
  const [row] = await query<FactorState>(
    tx,
    `SELECT two_factor_enable AS "isOn", doorstep_second_factor_required(id) AS "isRequired",
       (SELECT count(*) FROM recovery_codes c WHERE c.user_id = users.id AND c.used_at IS NULL) AS "codesLeft"
     FROM users WHERE id = $1`,
    [userId]
  );
  return row ?? { isOn: false, isRequired: false, codesLeft: 0 };
}

/** The factor of the caller of a request. */
export async function getOwnFactor(tx: Tx): Promise<FactorState> {
  const [row] = await query<FactorState>(
    tx,
    'SELECT is_on AS "isOn", is_required AS "isRequired", codes_left AS "codesLeft" FROM doorstep_my_factor()'
  );
  return row ?? { isOn: false, isRequired: false, codesLeft: 0 };
}

/** Records that the person of a device has entered their factor. */
export async function recordForDevice(tx: Tx, deviceId: number): Promise<void> {
  await query(tx, 'UPDATE devices SET second_factor_at = now() WHERE id = $1', [deviceId]);
}

/** Whether the factor was entered for this device a short time ago. */
export async function isRecent(tx: Tx, deviceId: number): Promise<boolean> {
  const rows = await query(
    tx,
    'SELECT 1 FROM devices WHERE id = $1 AND second_factor_at > now() - make_interval(mins => $2)',
    [deviceId, VALID_MINUTES]
  );
  return rows.length > 0;
}

/** Refuses a change that could take an account over unless the second factor was entered a short time ago. */
export async function requireSecondFactor(tx: Tx, caller: Caller): Promise<void> {
  const [row] = await query<{ needed: boolean }>(
    tx,
    'SELECT doorstep_second_factor_needed($1, make_interval(mins => $2)) AS needed',
    [Buffer.from(caller.tokenHash, 'hex'), VALID_MINUTES]
  );
  if (row?.needed !== false) throw new ProblemError('second_factor_needed');
}
