import type { NewOutboxRow } from '@/db/outbox/outbox';
import { applicationId } from '@/db/migrations';
import { version1 } from '@/db/schema/version1';
import { sha256Hex } from '@/db/sha256';

import { openFileEngine } from '../support/sqlite';
import { serviceUrl } from './service';

/** Writes the file that the first version of the app leaves behind, with rows that it called saved. */
export async function writeFirstVersion(
  path: string,
  owner: { userId: number; spaceId: number },
  rows: readonly NewOutboxRow[],
  now: number
): Promise<void> {
  const engine = openFileEngine(path);
  await engine.execute(version1);
  await engine.execute(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = 1`);
  await engine.run('INSERT INTO scopes (id, service, user_id, space_id) VALUES (1, ?, ?, ?)', [
    serviceUrl,
    owner.userId,
    owner.spaceId,
  ]);
  for (const row of rows)
    await engine.run(
      `INSERT INTO outbox (id, scope_id, kind, entity, body, body_hash, body_version, state, amount, currency,
         external_transaction_id, created_at, updated_at) VALUES (?, 1, ?, ?, ?, ?, 1, 'queued', ?, ?, ?, ?, ?)`,
      [
        row.id,
        row.kind,
        row.entity,
        row.body,
        sha256Hex(row.body),
        row.amount ?? null,
        row.currency ?? null,
        row.externalTransactionId ?? null,
        now,
        now,
      ]
    );
  await engine.close();
}
