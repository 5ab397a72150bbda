import { sql } from 'drizzle-orm';

import { startTestService, type TestService } from '../server/harness';
import { backUpSpace, deleteBundles, restoreSpace } from './backup';
import type { SimSpace, StoredBundle } from './service';

/** The real service on the real PostgreSQL, in this process; each schedule has its own space. */
export type SimService = { createSpace: () => Promise<SimSpace>; close: () => Promise<void> };

const contacts = 3;

export async function startSimService(extensions: boolean): Promise<SimService> {
  const service = await startTestService({ extensions });
  return { createSpace: () => createSimSpace(service), close: () => service.close() };
}

async function createSimSpace({
  app,
  database,
  createSpace,
  createTokenFor,
  revokeToken,
}: TestService): Promise<SimSpace> {
  const space = await createSpace({ contacts });
  const { groupId } = space;
  return {
    spaceId: groupId,
    people: { ana: space.userIds.leader, ben: space.userIds.manager, eve: space.userIds.admin },
    contactIds: [...space.contactIds],
    teamId: space.teamId,
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
            coalesce((SELECT json_agg(donation.amount) FROM donations AS donation
             WHERE donation.group_id = bundle.group_id AND donation.bundle_id = bundle.id), '[]') AS donations
          FROM transaction_bundles AS bundle JOIN transactions AS transaction
            ON transaction.group_id = bundle.group_id AND transaction.bundle_id = bundle.id
          WHERE bundle.group_id = ${groupId}`)
      );
      return rows.map((row) => ({ ...row, id: Number(row.id), amount: Number(row.amount) }));
    },
    deleteBundles: (ids) => database.asOwner((tx) => deleteBundles(tx, groupId, ids)),
    backUp: () => database.asOwner((tx) => backUpSpace(tx, groupId)),
    restore: (backup) => database.asOwner((tx) => restoreSpace(tx, groupId, backup)),
  };
}

function toMethod(method: string): 'GET' | 'POST' | 'PATCH' | 'DELETE' {
  if (method === 'GET' || method === 'POST' || method === 'PATCH' || method === 'DELETE') return method;
  throw new Error(`the app does not use ${method}`);
}
