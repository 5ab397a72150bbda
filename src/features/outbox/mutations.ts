import { TeamRead, type TeamReplace } from '@/contract/team';
import { removeDayEntry } from '@/db/dayTotals';
import { listNumbersOfOthers } from '@/db/deliveries';
import { StoreError } from '@/db/errors';
import { setFact } from '@/db/facts';
import {
  applyTransition,
  listUnsent,
  markExported,
  type OutboxRow,
  removeExported,
  renameEntity,
  replaceRow,
} from '@/db/outbox/outbox';
import { getTreasurerKey } from '@/db/treasurerKey';
import type { FieldConflict } from '@/domain/merge';
import { settleConflict, type ConflictSide } from '@/domain/teamConflict';
import type { Runtime, ShareResult } from '@/features/shared/runtime';

import { sealFile, toExportFile } from './exportFile';
import { reminderDeclinedFact } from './queries';

/** False: the row has another state than the screen showed. */
type Moved = boolean;

/**
 * The person confirms that the service has the record under this number: nothing is sent. Refused if the number belongs
 * to another record of this phone.
 */
export async function confirmExists(
  { store, scope, now }: Runtime,
  row: OutboxRow,
  serverId: number
): Promise<Moved> {
  const at = now();
  return store.write(async (tx) => {
    const { id, kind } = row;
    if (kind === 'bundle_create' || kind === 'team_create') {
      if ((await listNumbersOfOthers(tx, scope, { kind, id })).has(serverId)) return false;
    }
    const isMoved = await applyTransition(tx, {
      id,
      from: 'needs_person',
      to: 'acked',
      now: at,
      patch: { serverId, ackedAt: at, problem: null },
    });
    // Rows that wait for it refer to the number from here on.
    if (isMoved) await renameEntity(tx, scope, row.entity, row.entity.replace(/:.*$/, `:${serverId}`));
    return isMoved;
  });
}

/** The person confirms that the service does not have the record, or retries a refused one unchanged. */
export async function sendAgain(runtime: Runtime, row: OutboxRow): Promise<Moved> {
  const at = runtime.now();
  const isMoved = await runtime.store.write((tx) =>
    applyTransition(tx, {
      id: row.id,
      from: row.state,
      to: 'queued',
      now: at,
      patch: { nextAttemptAt: at, problem: null, attemptsWithoutKey: 0, failedLookups: 0 },
    })
  );
  if (isMoved) runtime.sync.sendNow();
  return isMoved;
}

/** Replaces the row by one with the person's choice for every field. */
export async function settleTeamConflict(
  runtime: Runtime,
  row: OutboxRow,
  conflicts: readonly FieldConflict[],
  choices: Readonly<Record<string, ConflictSide>>
): Promise<Moved> {
  const base = TeamRead.parse(row.base);
  const { data }: { data: { team: TeamReplace } } = JSON.parse(row.body);
  const settled = settleConflict({ base, mine: data.team }, conflicts, choices);
  const isMoved = await runtime.store.write((tx) =>
    replaceRow(
      tx,
      runtime.scope,
      row,
      {
        id: runtime.newId(),
        kind: row.kind,
        entity: row.entity,
        body: JSON.stringify({ data: { team: settled.mine } }),
        bodyVersion: row.bodyVersion,
        base: settled.base,
        ...(row.who === null ? {} : { who: row.who }),
      },
      runtime.now()
    )
  );
  if (isMoved) runtime.sync.sendNow();
  return isMoved;
}

/** `no_key`: nothing was shared, because there is no key to encrypt for. */
export type ShareRowsResult = ShareResult | 'no_key';

interface WhatToShare {
  /** Without rows, all that were not sent. */
  rows?: readonly OutboxRow[];
  /** The person has confirmed a readable file. Ignored while there is a key. */
  unsealed?: boolean;
}

/** Shares rows as a file, encrypted for the treasurer, and marks them as exported. */
export async function shareRows(
  runtime: Runtime,
  { rows, unsealed = false }: WhatToShare = {}
): Promise<ShareRowsResult> {
  const { store, scope, device, now } = runtime;
  const treasurer = await getTreasurerKey(store, scope);
  if (treasurer === null && !unsealed) return 'no_key';
  const shared = rows ?? (await listUnsent(store, scope));
  const clear = toExportFile(shared, scope, now());
  const file = treasurer === null ? clear : await sealFile(clear, (text) => device.seal(text, treasurer.key));
  const result = await device.shareFile(file);
  if (result !== 'shared') return result;
  const ids = shared.map((row) => row.id);
  await store.write((tx) => markExported(tx, scope, ids, now()));
  return result;
}

/** Deletes an exported row after the person typed the word. */
export async function removeRow({ store, scope }: Runtime, row: OutboxRow): Promise<'removed' | 'refused'> {
  try {
    return await store.write(async (tx) => {
      if (!(await removeExported(tx, scope, row.id))) return 'refused';
      await removeDayEntry(tx, scope, { id: row.id, savedAt: row.createdAt });
      return 'removed';
    });
  } catch (failure) {
    // The database refuses to delete a row that is in no export.
    if (failure instanceof StoreError && failure.kind === 'refused') return 'refused';
    throw failure;
  }
}

export function declineReminder({ store }: Runtime): Promise<void> {
  return store.write((tx) => setFact(tx, null, reminderDeclinedFact, true));
}
