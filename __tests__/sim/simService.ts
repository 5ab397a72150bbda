import { sql } from 'drizzle-orm';

import { encodeBytes } from '@/domain/signedText';
import type { BoardReport } from '@/contract/board';

import type { Database } from '../../server/store/database';
import { startTestService, type TestService } from '../server/harness';
import { createAction } from '../server/visitSamples';
import { findWrongBatches, readOpenHandOvers } from './batches';
import { phoneSigner } from './phone';
import { createScopes } from './scopes';
import { backUpSpace, deleteBundles, restoreSpace } from './backup';
import type { DoubledReceipt, SimSpace, StoredBundle } from './service';

/** The real service on the real PostgreSQL, in this process; each schedule has its own space. */
export type SimService = { createSpace: () => Promise<SimSpace>; close: () => Promise<void> };

/** Contacts who give, and others who live in the turf of the action. */
const [givers, neighbours] = [3, 4];

export async function startSimService(extensions: boolean): Promise<SimService> {
  const service = await startTestService({ extensions });
  return { createSpace: () => createSimSpace(service, extensions), close: () => service.close() };
}

async function createSimSpace(service: TestService, extensions: boolean): Promise<SimSpace> {
  const { app, database, createSpace, createTokenFor, revokeToken } = service;
  const space = await createSpace({ contacts: givers + neighbours });
  const { groupId } = space;
  const actionId = await createAction(service, space);
  return {
    spaceId: groupId,
    people: { ana: space.userIds.leader, ben: space.userIds.manager, eve: space.userIds.admin },
    contactIds: space.contactIds.slice(0, givers),
    teamId: space.teamId,
    actionId,
    formId: space.forms.canHelp.id,
    books: extensions
      ? await drawBooks(database, groupId, [space.userIds.leader, space.userIds.manager])
      : new Map(),
    scopes: await createScopes(service, space, actionId, space.contactIds.slice(givers)),
    issueToken: (userId) => createTokenFor(userId),
    revokeToken,
    handle: async ({ method, url, headers, body }) => {
      const response = await app.inject({ method: toMethod(method), url, headers, payload: body });
      const texts = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      return { status: response.statusCode, headers: Object.fromEntries(texts), text: response.body };
    },
    readBundles: async () => {
      const { rows } = await database.asOwner((tx) =>
        tx.execute<StoredBundle & Record<string, unknown>>(sql`
          SELECT bundle.id, split_part(coalesce(transaction.delivery_token, ''), '~', 1) AS token, transaction.amount,
            doorstep_received(transaction) AS received,
            (coalesce(transaction.unpaid_amount, 0) = transaction.amount
              AND transaction.payment_method ->> 'promised' IS NULL) OR EXISTS (SELECT 1 FROM transaction_statuses AS status
              WHERE status.group_id = bundle.group_id AND status.id = transaction.status_id AND status.kind = 'cancel')
              AS "isCancelled",
            bundle.managed_at IS NOT NULL OR EXISTS (SELECT 1 FROM batch_transactions AS batched
              WHERE batched.group_id = bundle.group_id AND batched.bundle_id = bundle.id) AS "isLocked",
            coalesce((SELECT json_agg(donation.amount) FROM donations AS donation
             WHERE donation.group_id = bundle.group_id AND donation.bundle_id = bundle.id), '[]') AS donations
          FROM transaction_bundles AS bundle JOIN transactions AS transaction
            ON transaction.group_id = bundle.group_id AND transaction.bundle_id = bundle.id
          WHERE bundle.group_id = ${groupId}`)
      );
      return rows.map((row) => ({
        ...row,
        id: Number(row.id),
        amount: Number(row.amount),
        received: Number(row.received),
      }));
    },
    readVisits: async () => {
      const { rows } = await database.asOwner((tx) =>
        tx.execute<{ uuid: string }>(sql`SELECT uuid FROM visits WHERE group_id = ${groupId}`)
      );
      return rows.map(({ uuid }) => uuid);
    },
    readAnswers: async () => {
      const { rows } = await database.asOwner((tx) =>
        tx.execute<{ uuid: string }>(sql`SELECT uuid FROM answers WHERE group_id = ${groupId}`)
      );
      return rows.map(({ uuid }) => uuid);
    },
    listAddedContacts: async () => {
      const { rows } = await database.asOwner((tx) =>
        tx.execute<{ id: string; uuid: string }>(
          sql`SELECT id, uuid FROM contacts WHERE group_id = ${groupId} AND created_by IS NOT NULL ORDER BY id`
        )
      );
      return rows.map(({ id, uuid }) => ({ id: Number(id), uuid }));
    },
    readAddedContacts: async () => {
      const { rows } = await database.asOwner((tx) =>
        tx.execute<{ surname: string }>(
          sql`SELECT surname FROM contacts WHERE group_id = ${groupId} AND created_by IS NOT NULL
            UNION ALL SELECT contact ->> 'surname' FROM merged_contacts
            WHERE group_id = ${groupId} AND contact ->> 'created_by' IS NOT NULL`
        )
      );
      return rows.map(({ surname }) => surname);
    },
    readCashRecords: async () => {
      const { rows } = await database.asOwner((tx) =>
        tx.execute<{ key: string }>(sql`SELECT key FROM cash_records WHERE group_id = ${groupId}`)
      );
      return rows.map(({ key }) => key);
    },
    readBoard: async (userId) => {
      const { rows } = await database.asOwner((tx) =>
        tx.execute<{ report: BoardReport }>(
          sql`SELECT report FROM board_reports WHERE group_id = ${groupId} AND user_id = ${userId}`
        )
      );
      return rows.map(({ report }) => report);
    },
    readOpenHandOvers: () => database.asOwner((tx) => readOpenHandOvers(tx, groupId)),
    findWrongBatches: () => database.asOwner((tx) => findWrongBatches(tx, groupId)),
    findDoubledReceipts: async () => {
      const { rows } = await database.asOwner((tx) =>
        tx.execute<DoubledReceipt>(
          sql`SELECT number, array_agg(bundle_id) AS bundles FROM receipts WHERE group_id = ${groupId}
            GROUP BY book_id, number HAVING count(*) > 1`
        )
      );
      return rows;
    },
    deleteBundles: (ids) => database.asOwner((tx) => deleteBundles(tx, groupId, ids)),
    backUp: () => database.asOwner((tx) => backUpSpace(tx, groupId)),
    restore: (backup) => database.asOwner((tx) => restoreSpace(tx, groupId, backup)),
  };
}

/** A receipt book for each user, with the key of the phone that they share. */
async function drawBooks(
  database: Database,
  groupId: number,
  userIds: readonly number[]
): Promise<Map<number, number>> {
  const books = new Map<number, number>();
  const publicKey = encodeBytes(phoneSigner.publicKey);
  for (const userId of userIds) {
    const { rows } = await database.asOwner((tx) =>
      tx.execute<{
        id: string;
      }>(sql`INSERT INTO receipt_books (group_id, user_id, key, public_key, request_hash)
        VALUES (${groupId}, ${userId}, ${`book of ${userId}`}, ${publicKey}, '') RETURNING id`)
    );
    books.set(userId, Number(rows[0]?.id));
  }
  return books;
}

function toMethod(method: string): 'GET' | 'POST' | 'PATCH' | 'DELETE' {
  if (method === 'GET' || method === 'POST' || method === 'PATCH' || method === 'DELETE') return method;
  throw new Error(`the app does not use ${method}`);
}
