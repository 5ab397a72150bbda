import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';

import type { Tx } from '../store/database';
import { revokeGrant } from './devices';
import { type Limit, takeToken } from './limits';
import { hashToken } from './tokens';

/** Short-lived, because a token may be copied. */
export const ACCESS_TOKEN_SECONDS = 60 * 60;
/** Counted from the last refresh: a phone may be unused between two campaigns. */
export const REFRESH_TOKEN_SECONDS = 90 * 24 * 60 * 60;
/** A repeat of a refresh within this time gets the same tokens, even if they have arrived. */
export const GRACE_SECONDS = 60;

/** A phone renews once an hour, and repeats a request whose response was lost. */
const RENEWALS_PER_DEVICE: Limit = { name: 'renew-device', capacity: 30, secondsPerOne: 60 };

export type RefreshOutcome =
  | { kind: 'renewed'; accessToken: string; refreshToken: string; scope: string }
  | { kind: 'too_many'; retryAfterSeconds: number }
  /** A restored backup does not know the tokens of phones that renewed them since: the person signs in, nothing is deleted. */
  | { kind: 'forgotten' }
  /** `reused`: an old token was used although its successor is in use: it was copied, and the device is signed out. */
  | { kind: 'refused'; reason: 'unknown' | 'expired' | 'signed_out' | 'reused' };

type TokenRow = { used: boolean; recent: boolean; expired: boolean; successor_salt: Buffer | null };

/** Token and salt determine the successor, so that a repeated request gets the same response. */
function successorOf(token: string, salt: Buffer): string {
  return createHmac('sha256', salt).update(token).digest('base64url');
}

export async function insertRefreshToken(tx: Tx, token: string, deviceId: number): Promise<void> {
  await tx.execute(sql`
    INSERT INTO refresh_tokens (token_hash, device_id, expires_at)
    VALUES (${hashToken(token)}, ${deviceId}, now() + make_interval(secs => ${REFRESH_TOKEN_SECONDS}))`);
}

async function insertAccessToken(
  tx: Tx,
  device: { id: number; userId: number },
  refreshToken: string
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.execute(sql`
    INSERT INTO access_tokens (token_hash, user_id, label, expires_at, device_id, refresh_token_hash)
    VALUES (${hashToken(token)}, ${device.userId}, 'device',
      now() + make_interval(secs => ${ACCESS_TOKEN_SECONDS}), ${device.id}, ${hashToken(refreshToken)})`);
  return token;
}

/** Locks the device of a token, so that its refreshes run one after the other. */
async function lockDevice(tx: Tx, token: string, clientId: string) {
  const { rows } = await tx.execute<{ id: number; user_id: number; grant_id: string; scope: string }>(sql`
    UPDATE devices d SET last_used_at = now()
    FROM users u
    WHERE d.id = (SELECT r.device_id FROM refresh_tokens r WHERE r.token_hash = ${hashToken(token)})
      AND d.client_id = ${clientId} AND d.revoked_at IS NULL
      AND u.id = d.user_id AND u.active AND u.deleted_at IS NULL
      AND EXISTS (SELECT 1 FROM space_users m
        WHERE m.user_id = u.id AND m.removed_at IS NULL AND m.suspended_at IS NULL AND d.begun_at > m.sign_in_after)
    RETURNING d.id, d.user_id, d.grant_id, d.scope`);
  return rows[0];
}

async function getToken(tx: Tx, token: string): Promise<TokenRow | undefined> {
  const { rows } = await tx.execute<TokenRow>(sql`
    SELECT used_at IS NOT NULL AS used, used_at > now() - make_interval(secs => ${GRACE_SECONDS}) AS recent,
      expires_at <= now() AS expired, successor_salt
    FROM refresh_tokens WHERE token_hash = ${hashToken(token)}`);
  return rows[0];
}

/** Whether the database was restored while an unknown token could still be valid. */
async function isRestored(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT 1 FROM service_keys
    WHERE name = 'restored' AND created_at > now() - make_interval(secs => ${REFRESH_TOKEN_SECONDS})`);
  return rows.length > 0;
}

async function hasArrived(tx: Tx, token: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`SELECT 1 FROM refresh_tokens WHERE token_hash = ${hashToken(token)} AND arrived_at IS NOT NULL`
  );
  return rows.length > 0;
}

/** The first use of a token: marks it as used and stores its successor. */
async function turnOver(tx: Tx, token: string, deviceId: number): Promise<string> {
  const salt = randomBytes(32);
  const successor = successorOf(token, salt);
  await tx.execute(sql`
    UPDATE refresh_tokens SET used_at = now(), arrived_at = coalesce(arrived_at, now()), successor_salt = ${salt}
    WHERE token_hash = ${hashToken(token)}`);
  await insertRefreshToken(tx, successor, deviceId);
  // This token is in use, so earlier responses have arrived: their tokens can be deleted.
  await tx.execute(sql`
    UPDATE refresh_tokens SET successor_salt = NULL
    WHERE device_id = ${deviceId} AND token_hash <> ${hashToken(token)} AND successor_salt IS NOT NULL
      AND used_at <= now() - make_interval(secs => ${GRACE_SECONDS})`);
  return successor;
}

/**
 * Exchanges a refresh token for a new pair. The response may be lost: a repeat gets the same successor until the device has used
 * that successor, and always within the grace period. A later repeat means that the token was copied and signs the device out.
 */
export async function refresh(tx: Tx, token: string, clientId: string): Promise<RefreshOutcome> {
  const device = await lockDevice(tx, token, clientId);
  const row = await getToken(tx, token);
  if (!row) return (await isRestored(tx)) ? { kind: 'forgotten' } : { kind: 'refused', reason: 'unknown' };
  if (!device) return { kind: 'refused', reason: 'signed_out' };
  if (row.expired) return { kind: 'refused', reason: 'expired' };
  const taken = await takeToken(tx, RENEWALS_PER_DEVICE, String(device.id));
  if (taken.kind === 'empty') return { kind: 'too_many', retryAfterSeconds: taken.retryAfterSeconds };

  let successor: string;
  if (!row.used) {
    successor = await turnOver(tx, token, device.id);
  } else {
    const repeated = row.successor_salt && successorOf(token, row.successor_salt);
    if (!repeated || (!row.recent && (await hasArrived(tx, repeated)))) {
      await revokeGrant(tx, device.grant_id);
      return { kind: 'refused', reason: 'reused' };
    }
    successor = repeated;
  }
  const accessToken = await insertAccessToken(tx, { id: device.id, userId: device.user_id }, successor);
  return { kind: 'renewed', accessToken, refreshToken: successor, scope: device.scope };
}
