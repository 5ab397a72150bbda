import { type SQL, sql } from 'drizzle-orm';
import type { Adapter, AdapterPayload } from 'oidc-provider';

import type { Database, Tx } from '../store/database';
import { revokeGrant } from './devices';
import { hashToken } from './tokens';
import { insertRefreshToken } from './refreshTokens';

/** Throws for a refused exchange; the OAuth library responds with `invalid_grant`. */
type Refuse = (reason: string) => Error;

type TokenRow = {
  user_id: string;
  grant_id: string;
  client_id: string;
  scope: string;
  /** Seconds since 1970. */
  iat: number;
  exp: number;
};

const secondsOf = (column: SQL) => sql`floor(extract(epoch FROM ${column}))::int`;

function payloadOf(kind: string, id: string, row: TokenRow): AdapterPayload {
  return {
    kind,
    jti: id,
    accountId: row.user_id,
    clientId: row.client_id,
    grantId: row.grant_id,
    scope: row.scope,
    iat: row.iat,
    exp: row.exp,
  };
}

/** The default of all kinds: a method that a kind does not support throws. */
function adapter(kind: string, parts: Partial<Adapter>): Adapter {
  const unused = (what: string) => () => Promise.reject(new Error(`${kind} does not support ${what}`));
  return {
    upsert: unused('upsert'),
    find: unused('find'),
    findByUid: unused('findByUid'),
    findByUserCode: unused('findByUserCode'),
    consume: unused('consume'),
    destroy: unused('destroy'),
    revokeByGrantId: unused('revokeByGrantId'),
    ...parts,
  };
}

/** A device that is not revoked is a grant. */
function grants(database: Database): Adapter {
  return adapter('Grant', {
    find: (id) =>
      database.asOwner(async (tx) => {
        const { rows } = await tx.execute<Omit<TokenRow, 'grant_id' | 'exp'>>(sql`
          SELECT user_id::text, client_id, scope, ${secondsOf(sql`created_at`)} AS iat
          FROM devices WHERE grant_id = ${id} AND revoked_at IS NULL`);
        const row = rows[0];
        if (!row) return undefined;
        const { user_id: accountId, client_id: clientId, scope, iat } = row;
        return { kind: 'Grant', jti: id, accountId, clientId, openid: { scope }, iat };
      }),
    destroy: async (id) => {
      await database.asOwner((tx) => revokeGrant(tx, id));
    },
  });
}

async function lockDeviceOf(tx: Tx, grantId: string | undefined, refuse: Refuse) {
  const { rows } = await tx.execute<{ id: number; user_id: number }>(sql`
    UPDATE devices SET last_used_at = now() WHERE grant_id = ${grantId ?? ''} AND revoked_at IS NULL
    RETURNING id, user_id`);
  if (!rows[0]) throw refuse('the device was signed out');
  return rows[0];
}

/** Access tokens are stored in the table where every token is looked up. */
function accessTokens(database: Database, refuse: Refuse): Adapter {
  return adapter('AccessToken', {
    upsert: (id, payload, expiresIn = 0) =>
      database.asOwner(async (tx) => {
        const device = await lockDeviceOf(tx, payload.grantId, refuse);
        await tx.execute(sql`
          INSERT INTO access_tokens (token_hash, user_id, label, expires_at, device_id)
          VALUES (${hashToken(id)}, ${device.user_id}, 'device', now() + make_interval(secs => ${expiresIn}), ${device.id})`);
      }),
    find: (id) =>
      database.asOwner(async (tx) => {
        const { rows } = await tx.execute<TokenRow>(sql`
          SELECT t.user_id::text, d.grant_id, d.client_id, d.scope,
            ${secondsOf(sql`t.created_at`)} AS iat, ${secondsOf(sql`t.expires_at`)} AS exp
          FROM access_tokens t JOIN devices d ON d.id = t.device_id
          WHERE t.token_hash = ${hashToken(id)} AND t.revoked_at IS NULL AND d.revoked_at IS NULL`);
        return rows[0] && payloadOf('AccessToken', id, rows[0]);
      }),
    destroy: async (id) => {
      await database.asOwner((tx) =>
        tx.execute(sql`UPDATE access_tokens SET revoked_at = now()
          WHERE token_hash = ${hashToken(id)} AND device_id IS NOT NULL AND revoked_at IS NULL`)
      );
    },
    revokeByGrantId: async (grantId) => {
      await database.asOwner((tx) => revokeGrant(tx, grantId));
    },
  });
}

/** Stores the first refresh token of a device; `refresh` stores the later ones. */
function refreshTokens(database: Database, refuse: Refuse): Adapter {
  return adapter('RefreshToken', {
    upsert: (id, payload) =>
      database.asOwner(async (tx) => {
        const device = await lockDeviceOf(tx, payload.grantId, refuse);
        await insertRefreshToken(tx, id, device.id);
      }),
    find: (id) =>
      database.asOwner(async (tx) => {
        const { rows } = await tx.execute<TokenRow>(sql`
          SELECT d.user_id::text, d.grant_id, d.client_id, d.scope,
            ${secondsOf(sql`r.created_at`)} AS iat, ${secondsOf(sql`r.expires_at`)} AS exp
          FROM refresh_tokens r JOIN devices d ON d.id = r.device_id
          WHERE r.token_hash = ${hashToken(id)} AND d.revoked_at IS NULL`);
        return rows[0] && payloadOf('RefreshToken', id, rows[0]);
      }),
    destroy: () => Promise.resolve(),
    // Revokes the device, and with it every successor of the token.
    revokeByGrantId: async (grantId) => {
      await database.asOwner((tx) => revokeGrant(tx, grantId));
    },
  });
}

/** Replaces the identifier inside a stored payload, which repeats it (`jti`, the return URL of a page). */
const MARK = '{id}';

type ArtifactRow = { payload: string; consumed: number | null };

function readArtifact(id: string, row: ArtifactRow | undefined): AdapterPayload | undefined {
  if (!row) return undefined;
  const payload = JSON.parse(row.payload.replaceAll(MARK, id)) as AdapterPayload;
  return row.consumed === null ? payload : { ...payload, consumed: row.consumed };
}

/** Not stored: every sign-in needs a code, so that the next owner of a phone cannot sign in as the previous one. */
function sessions(): Adapter {
  const nothing = () => Promise.resolve(undefined);
  return adapter('Session', { upsert: nothing, find: nothing, destroy: nothing });
}

/** Sign-ins in progress and authorization codes: rows that live for minutes, found by the hash of their identifier. */
function artifacts(kind: string, database: Database, refuse: Refuse): Adapter {
  return adapter(kind, {
    upsert: async (id, payload, expiresIn = 0) => {
      const text = JSON.stringify(payload).replaceAll(id, MARK);
      await database.asOwner((tx) =>
        tx.execute(sql`
          INSERT INTO sign_in_artifacts (kind, id_hash, grant_id, payload, expires_at)
          VALUES (${kind}, ${hashToken(id)}, ${payload.grantId ?? null}, ${text},
            now() + make_interval(secs => ${expiresIn}))
          ON CONFLICT (kind, id_hash) DO UPDATE
            SET payload = excluded.payload, expires_at = excluded.expires_at`)
      );
    },
    find: (id) =>
      database.asOwner(async (tx) => {
        const { rows } = await tx.execute<ArtifactRow>(sql`
          SELECT payload, ${secondsOf(sql`consumed_at`)} AS consumed FROM sign_in_artifacts
          WHERE kind = ${kind} AND id_hash = ${hashToken(id)} AND expires_at > now()`);
        return readArtifact(id, rows[0]);
      }),
    // Compare and set: of two concurrent exchanges of one code, one is refused.
    consume: async (id) => {
      const { rows } = await database.asOwner((tx) =>
        tx.execute(sql`
          UPDATE sign_in_artifacts SET consumed_at = now()
          WHERE kind = ${kind} AND id_hash = ${hashToken(id)} AND consumed_at IS NULL RETURNING 1`)
      );
      if (rows.length === 0) throw refuse(`${kind} was used already`);
    },
    destroy: async (id) => {
      await database.asOwner((tx) =>
        tx.execute(sql`DELETE FROM sign_in_artifacts WHERE kind = ${kind} AND id_hash = ${hashToken(id)}`)
      );
    },
    revokeByGrantId: async (grantId) => {
      await database.asOwner((tx) =>
        tx.execute(sql`DELETE FROM sign_in_artifacts WHERE kind = ${kind} AND grant_id = ${grantId}`)
      );
    },
  });
}

/** The storage adapter of the OAuth library. */
export function createAdapter(database: Database, refuse: Refuse): (kind: string) => Adapter {
  return (kind) => {
    if (kind === 'Grant') return grants(database);
    if (kind === 'AccessToken') return accessTokens(database, refuse);
    if (kind === 'Session') return sessions();
    if (kind === 'RefreshToken') return refreshTokens(database, refuse);
    return artifacts(kind, database, refuse);
  };
}
