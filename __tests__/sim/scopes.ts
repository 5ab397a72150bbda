import { type Database, query, type Tx } from '../../server/store/database';
import { hashToken } from '../../server/auth/tokens';
import { settleTurfs } from '../../server/store/turf';
import type { TestService, TestSpace } from '../server/harness';

/** The records of some kinds, by id. */
export type HeldRecords = Record<HeldKind, number[]>;
export const heldKinds = [
  'contact',
  'transaction_bundle',
  'user',
  'visit',
  'cash_record',
  'answers',
] as const;
export type HeldKind = (typeof heldKinds)[number];

/** Who sees what in the space of a schedule, and how that changes. */
export type SimScopes = {
  /** Contacts in the turf of the action to whom nobody gives anything. */
  contactIds: readonly number[];
  setVisibility: (visibility: 'assigned' | 'everyone') => Promise<void>;
  setRole: (userId: number, role: 'manager' | 'user') => Promise<void>;
  join: (userId: number) => Promise<void>;
  leave: (userId: number) => Promise<void>;
  /** A contact moves into the turf of the action, or out of it. */
  move: (contactId: number, isInside: boolean) => Promise<void>;
  /** Time passes, and the feed deletes its record of what has left a bucket. */
  pruneChanges: () => Promise<void>;
  actionId: number;
  /** What a person may read, by row-level security; of contacts only those of the actions that they chose, if they did. */
  readVisible: (userId: number, chosen: readonly number[] | null) => Promise<HeldRecords>;
};

const tables: Record<Exclude<HeldKind, 'contact'>, string> = {
  transaction_bundle: 'SELECT id FROM transaction_bundles',
  user: 'SELECT user_id AS id FROM space_users WHERE removed_at IS NULL',
  visit: 'SELECT id FROM visits',
  cash_record: 'SELECT id FROM cash_records',
  answers: 'SELECT id FROM answers',
};

/** A square around this place is the turf of the action. */
const [longitude, latitude] = [10, 50];
const corners = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
] as const;
const turf = {
  type: 'Polygon',
  coordinates: [corners.map(([east, north]) => [longitude + east, latitude + north])],
};

export async function createScopes(
  { database, createTokenFor, revokeToken }: TestService,
  { groupId, roles }: TestSpace,
  actionId: number,
  contactIds: readonly number[]
): Promise<SimScopes> {
  const change = (text: string, ...values: unknown[]) =>
    database.asOwner((tx) => query(tx, text, [groupId, ...values]));
  await change(
    'UPDATE actions SET scope = $3 WHERE group_id = $1 AND id = $2',
    actionId,
    JSON.stringify({ polygon: JSON.stringify(turf) })
  );
  const move = async (contactId: number, isInside: boolean) => {
    const address = { latitude: String(latitude), longitude: String(isInside ? longitude : longitude + 5) };
    await change(
      'UPDATE contacts SET address = $3 WHERE group_id = $1 AND id = $2',
      contactId,
      JSON.stringify(address)
    );
  };
  for (const contactId of contactIds) await move(contactId, true);
  return {
    contactIds,
    actionId,
    move,
    setVisibility: async (visibility) => {
      await change('UPDATE spaces SET visibility = $2 WHERE group_id = $1', visibility);
    },
    setRole: async (userId, role) => {
      await change(
        'UPDATE space_users SET role_id = $3 WHERE group_id = $1 AND user_id = $2',
        userId,
        roles[role]
      );
    },
    join: async (userId) => {
      await change(
        'INSERT INTO action_users (group_id, action_id, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        actionId,
        userId
      );
    },
    leave: async (userId) => {
      await change(
        'DELETE FROM action_users WHERE group_id = $1 AND action_id = $2 AND user_id = $3',
        actionId,
        userId
      );
    },
    pruneChanges: () =>
      database.asOwner(async (tx) => {
        await query(tx, 'DELETE FROM change_days');
        await query(tx, 'SELECT doorstep_prune_changes(0, 10000)');
      }),
    readVisible: async (userId, chosen) => {
      await settleTurfs(database);
      const token = await createTokenFor(userId, groupId);
      const held = await readAs(database, hashToken(token).toString('hex'), groupId, chosen);
      await revokeToken(token);
      return held;
    },
  };
}

/** Those who see everyone hold what they chose: the contacts of the turf of their actions, and of their own gifts. */
const chosenContacts = `SELECT id FROM contacts WHERE NOT doorstep_sees_all() OR $1::bigint[] IS NULL
  OR doorstep_is_in(ARRAY(SELECT 'action:' || c FROM unnest($1) AS c) || ('user:' || doorstep_user()), 'contact', id)`;

async function readAs(
  database: Database,
  tokenHash: string,
  groupId: number,
  chosen: readonly number[] | null
): Promise<HeldRecords> {
  const caller = await database.findCaller(tokenHash, groupId);
  if (!caller) throw new Error('a person of the schedule is not in its space');
  return database.read(caller, async (tx: Tx) => {
    const ids = async (kind: HeldKind) =>
      (
        await (kind === 'contact'
          ? query<{ id: number }>(tx, chosenContacts, [chosen])
          : query<{ id: number }>(tx, tables[kind]))
      )
        .map(({ id }) => Number(id))
        .sort((one, other) => one - other);
    const entries = [];
    for (const kind of heldKinds) entries.push([kind, await ids(kind)] as const);
    return Object.fromEntries(entries) as HeldRecords;
  });
}
