import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';

import type { Tx } from '../store/database';

/** A device on which a person is signed in. */
export type Device = {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string;
  /** The device of this request. */
  readonly current: boolean;
};

export type NewDevice = {
  readonly userId: number;
  readonly clientId: string;
  readonly scope: string;
  readonly name: string;
  /** The epoch of the person, and the time, when the sign-in began. */
  readonly epoch: number;
  readonly begunAt: string;
  readonly hasSecondFactor: boolean;
};

/**
 * Records a sign-in on a device and returns its grant id; null if the account has changed since the sign-in began, or its second
 * factor was not entered. The lock lets a concurrent change wait and revoke this device.
 */
export async function insertDevice(tx: Tx, device: NewDevice): Promise<string | null> {
  const { userId, clientId, scope, name, epoch, begunAt, hasSecondFactor } = device;
  const grantId = randomBytes(24).toString('base64url');
  const { rows } = await tx.execute(sql`
    INSERT INTO devices (grant_id, user_id, client_id, scope, name, begun_at, second_factor_at)
    SELECT ${grantId}, u.id, ${clientId}, ${scope}, ${name}, ${begunAt}::timestamptz,
      CASE WHEN ${hasSecondFactor}::boolean THEN now() END
    FROM users u WHERE u.id = ${userId} AND u.sign_in_epoch = ${epoch}
      AND (${hasSecondFactor}::boolean OR NOT (u.two_factor_enable OR doorstep_second_factor_required(u.id)))
    FOR SHARE
    RETURNING 1`);
  return rows.length > 0 ? grantId : null;
}

type DeviceRow = {
  id: number;
  name: string;
  created_at: string;
  last_used_at: string;
  current: boolean;
};

/** The devices of a person, last used first. */
export async function listDevices(tx: Tx, userId: number, tokenHash: Buffer): Promise<Device[]> {
  const { rows } = await tx.execute<DeviceRow>(sql`
    SELECT d.id, d.name, d.created_at, d.last_used_at,
      EXISTS (SELECT 1 FROM access_tokens t WHERE t.token_hash = ${tokenHash} AND t.device_id = d.id) AS current
    FROM devices d
    WHERE d.user_id = ${userId} AND d.revoked_at IS NULL AND d.last_used_at IS NOT NULL
      AND EXISTS (SELECT 1 FROM refresh_tokens r WHERE r.device_id = d.id AND r.expires_at > now())
      AND EXISTS (SELECT 1 FROM space_users m
        WHERE m.user_id = d.user_id AND m.removed_at IS NULL AND m.suspended_at IS NULL AND d.begun_at > m.sign_in_after)
    ORDER BY d.last_used_at DESC, d.id`);
  return rows.map((row) => ({
    id: Number(row.id),
    name: row.name,
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: new Date(row.last_used_at).toISOString(),
    current: row.current,
  }));
}

/** Signs devices out and returns their number. */
async function revokeWhere(tx: Tx, condition: ReturnType<typeof sql>): Promise<number> {
  // The device first: a concurrent refresh locks its row and ends before any token is revoked.
  const { rows } = await tx.execute<{ id: number }>(
    sql`UPDATE devices SET revoked_at = now() WHERE ${condition} AND revoked_at IS NULL RETURNING id`
  );
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => sql`${id}`);
  await tx.execute(
    sql`UPDATE access_tokens SET revoked_at = now()
      WHERE device_id IN (${sql.join(ids, sql`, `)}) AND revoked_at IS NULL`
  );
  return rows.length;
}

/** Signs one of a person's devices out. 0 when the person has no such device. */
export async function revokeDevice(tx: Tx, userId: number, deviceId: number): Promise<number> {
  return revokeWhere(tx, sql`id = ${deviceId} AND user_id = ${userId}`);
}

/** Signs a person out on all devices, and revokes tokens that were created without a sign-in. */
export async function revokeDevicesOf(tx: Tx, userId: number): Promise<number> {
  const devices = await revokeWhere(tx, sql`user_id = ${userId}`);
  const { rowCount } = await tx.execute(
    sql`UPDATE access_tokens SET revoked_at = now()
      WHERE user_id = ${userId} AND device_id IS NULL AND revoked_at IS NULL AND expires_at > now()`
  );
  return devices + (rowCount ?? 0);
}

export async function revokeGrant(tx: Tx, grantId: string): Promise<number> {
  return revokeWhere(tx, sql`grant_id = ${grantId}`);
}

/**
 * Records that an access token was used. Its use proves that the response with this token and its refresh token arrived.
 */
export async function recordTokenUse(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.execute(sql`
    WITH used AS (
      UPDATE access_tokens SET used_at = now() WHERE token_hash = ${tokenHash}
      RETURNING device_id, refresh_token_hash
    ), arrived AS (
      UPDATE refresh_tokens r SET arrived_at = now() FROM used
      WHERE r.token_hash = used.refresh_token_hash AND r.arrived_at IS NULL
    )
    UPDATE devices d SET last_used_at = now() FROM used WHERE d.id = used.device_id`);
}

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const LONGEST_NAME = 80;

/** The name of a device: from the app, else its system and browser. */
export function deviceName(given: unknown, userAgent: string): string {
  const cleaned = typeof given === 'string' ? given.replace(/[\p{C}\s]+/gu, ' ').trim() : '';
  if (cleaned !== '') return cleaned.slice(0, LONGEST_NAME);
  const find = (list: typeof SYSTEMS) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [find(SYSTEMS), find(BROWSERS)].filter(Boolean).join(', ') || 'Unknown device';
}
