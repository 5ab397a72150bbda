import { eq, sql } from 'drizzle-orm';

import type { ActionUpdate } from '@/contract/action';
import { readAddress, type Address } from '@/domain/address';
import type { Outline } from '@/domain/geo';
import { doorKey, isEmptyTurf, readTurf, turfFilter } from '@/domain/turf';

import { type Caller, type Tx, query } from './database';
import { actions } from './schema';

/** What managers write into an action. Row-level security refuses everybody else. */

type ActionValues = Partial<typeof actions.$inferInsert>;

const timeOf = (text: string | null | undefined) => (typeof text === 'string' ? new Date(text) : text);

/** The columns of the given fields; a field that is not given stays as it is. */
function columnsOf(action: ActionUpdate): ActionValues {
  const { name, pitch, link, goal, state, facts } = action;
  const values: ActionValues = {
    name,
    pitch,
    link,
    goal,
    state,
    goalForms: action.goal_forms,
    startsAt: timeOf(action.start),
    endsAt: timeOf(action.end),
    public: action.public,
    registrationLink: action.registration_link,
    facts: facts?.map((fact, place) => ({ id: place + 1, ...fact })),
  };
  return values;
}

export async function insertAction(
  tx: Tx,
  caller: Caller,
  action: ActionUpdate & { name: string }
): Promise<number> {
  const [row] = await tx
    .insert(actions)
    .values({
      state: 'draft',
      ...withoutUndefined(columnsOf(action)),
      name: action.name,
      groupId: caller.groupId,
      createdBy: caller.userId,
    })
    .returning({ id: actions.id });
  if (!row) throw new Error('the action was not inserted');
  return row.id;
}

export async function updateAction(tx: Tx, id: number, action: ActionUpdate): Promise<void> {
  await tx
    .update(actions)
    .set({ ...columnsOf(action), updatedAt: sql`now()` })
    .where(eq(actions.id, id));
}

/** Locks the action until the transaction ends, so that two changes run one after the other. */
export async function lockAction(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: actions.id }).from(actions).where(eq(actions.id, id)).for('update');
}

const withoutUndefined = (values: ActionValues): ActionValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Replaces the people or teams of an action. */
export async function replaceParticipants(
  tx: Tx,
  caller: Caller,
  actionId: number,
  kind: 'users' | 'teams',
  ids: readonly number[]
): Promise<void> {
  const [table, column] = kind === 'users' ? ['action_users', 'user_id'] : ['action_teams', 'team_id'];
  // Only what changes: every row is a change that phones pull.
  await query(tx, `DELETE FROM ${table} WHERE action_id = $1 AND NOT ${column} = ANY($2::bigint[])`, [
    actionId,
    ids,
  ]);
  await query(
    tx,
    `INSERT INTO ${table} (group_id, action_id, ${column}) SELECT $1, $2, id FROM unnest($3::bigint[]) AS given (id)
     ON CONFLICT DO NOTHING`,
    [caller.groupId, actionId, [...new Set(ids)]]
  );
}

/** Attaches forms with their labels. Returns the ids that no form has. */
export async function replaceForms(tx: Tx, actionId: number, ids: readonly number[]): Promise<number[]> {
  const found = await query<{ id: number; label: string; type: string }>(
    tx,
    'SELECT id, label, type FROM forms WHERE id = ANY($1::bigint[])',
    [ids]
  );
  const byId = new Map(found.map((form) => [form.id, form]));
  const chosen = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  await tx.update(actions).set({ forms: chosen }).where(eq(actions.id, actionId));
  return ids.filter((id) => !byId.has(id));
}

/** A phone in the field holds the doors of its actions. */
export const MOST_DOORS = 10_000;

export const TURF_FIELDS = [
  'polygon',
  'not_polygon',
  'address_included',
  'polling_station_included',
] as const;

/** Sets the turf, and the doors of the contacts inside. False if there are too many. */
export async function replaceTurf(tx: Tx, actionId: number, fields: ActionUpdate): Promise<boolean> {
  const given = Object.fromEntries(
    TURF_FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))
  );
  const [row] = await query<{ scope: Record<string, string> }>(
    tx,
    `UPDATE actions SET scope = scope || $2::jsonb WHERE id = $1 RETURNING scope`,
    [actionId, JSON.stringify(given)]
  );
  const doors = await listDoors(tx, row?.scope ?? {});
  if (doors === null || doors.length > MOST_DOORS) return false;
  await tx
    .update(actions)
    .set({ addresses: doors.map(actionAddress) })
    .where(eq(actions.id, actionId));
  return true;
}

/** How many contacts near a turf are read: more than the doors that an action may have. */
const MOST_NEAR = 5 * MOST_DOORS;

/**
 * The doors of contacts in a turf, without excluded places; null if too many contacts are near. Those who opted out of everything
 * are not visited.
 */
async function listDoors(tx: Tx, scope: Record<string, string>): Promise<Address[] | null> {
  const turf = readTurf(scope);
  if (isEmptyTurf(turf)) return [];
  const rows = await query<{ address: object }>(
    tx,
    'SELECT address FROM doorstep_addresses_near($1::box[], $2::text[], $3::text[], $4::text[], $5) AS address',
    [
      `{${turf.areas.map(boundsOf).join(';')}}`,
      turf.streets.map(({ street }) => street),
      turf.streets.map(({ city }) => city),
      turf.stations,
      MOST_NEAR + 1,
    ]
  );
  if (rows.length > MOST_NEAR) return null;
  const isIn = turfFilter(turf);
  const isExcluded = turfFilter(
    readTurf({
      address_included: scope.address_excluded,
      polling_station_included: scope.polling_station_excluded,
    })
  );
  const doors = new Map<string, Address>();
  for (const { address } of rows) {
    const read = readAddress(address);
    if (isIn(read) && !isExcluded(read) && !doors.has(doorKey(read))) doors.set(doorKey(read), read);
  }
  return [...doors.values()];
}

/** PostgreSQL's notation of the box around an area. */
function boundsOf(area: Outline): string {
  const [east, north] = [area.map(({ longitude }) => longitude), area.map(({ latitude }) => latitude)];
  return `(${Math.max(...east)},${Math.max(...north)}),(${Math.min(...east)},${Math.min(...north)})`;
}

/** The interface has numbers here: what follows the number of a house ("bis") is in the addition; 01000 is not 1000. */
function actionAddress({ houseNumber, street, postalCode, city, country, position }: Address) {
  const [, digits, suffix = ''] = /^\D*(\d{1,9})\s*(.*)$/.exec(houseNumber) ?? [];
  const postal = /^[1-9]\d{0,8}$/.test(postalCode) ? Number(postalCode) : undefined;
  return {
    ...(digits === undefined ? {} : { housenumber: Number(digits) }),
    ...(suffix === '' ? {} : { addition: suffix }),
    street,
    ...(postal === undefined ? {} : { postalcode: postal }),
    city,
    ...(country === '' ? {} : { country }),
    ...(position === null
      ? {}
      : { latitude: String(position.latitude), longitude: String(position.longitude) }),
  };
}
