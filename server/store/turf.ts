import { setTimeout as sleep } from 'node:timers/promises';

import { readAddress } from '@/domain/address';
import type { Outline } from '@/domain/geo';
import { type StreetPick, readTurf } from '@/domain/turf';

import { type Database, type Tx, query } from './database';

/** Reads the turf of actions that changed, and puts the contacts inside into their buckets (migration 0013). */

type ActionRow = { scope: Record<string, unknown>; addresses: object[] };
type Place = {
  excluded: boolean;
  kind: 'street' | 'station';
  name: string;
  city: string;
  from: number | null;
  to: number | null;
  side: StreetPick['side'];
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** PostgreSQL's notation of a polygon. */
const polygonOf = (outline: Outline) =>
  `(${outline.map(({ longitude, latitude }) => `(${longitude},${latitude})`).join(',')})`;

function stationsOf(value: unknown, excluded: boolean): Place[] {
  const { stations } = readTurf({ polling_station_included: textOf(value) });
  const everywhere = { city: '', from: null, to: null, side: 'all' } as const;
  return stations.map((name) => ({ excluded, kind: 'station', name, ...everywhere }));
}

function streetsOf(value: unknown, excluded: boolean): Place[] {
  const { streets } = readTurf({ address_included: textOf(value) });
  return streets.map(({ street, ...pick }) => ({ excluded, kind: 'street', name: street, ...pick }));
}

/** The doors of an action that defines no turf otherwise. */
function doorsOf(addresses: readonly object[]): Place[] {
  return addresses.map(readAddress).flatMap(({ street, city, houseNumber }): Place[] => {
    // As doorstep_house.
    const digits = /[0-9]+/.exec(houseNumber)?.[0].slice(0, 9);
    const only = digits === undefined ? null : Number(digits);
    return street === ''
      ? []
      : [{ excluded: false, kind: 'street', name: street, city, from: only, to: only, side: 'all' }];
  });
}

function partsOf({ scope, addresses }: ActionRow) {
  const { areas, holes } = readTurf({
    polygon: textOf(scope.polygon),
    not_polygon: textOf(scope.not_polygon),
  });
  const included = [
    ...streetsOf(scope.address_included, false),
    ...stationsOf(scope.polling_station_included, false),
  ];
  const isDrawn = areas.length > 0 || included.length > 0;
  return {
    areas: [
      ...areas.map((outline) => ({ cut: false, outline: polygonOf(outline) })),
      ...holes.map((outline) => ({ cut: true, outline: polygonOf(outline) })),
    ],
    places: [
      ...(isDrawn ? included : doorsOf(addresses)),
      ...streetsOf(scope.address_excluded, true),
      ...stationsOf(scope.polling_station_excluded, true),
    ],
  };
}

const INSERT_AREAS = `INSERT INTO action_areas (group_id, action_id, cut, outline)
  SELECT $1, $2, cut, outline::polygon FROM jsonb_to_recordset($3::jsonb) AS part (cut boolean, outline text)`;
const INSERT_PLACES = `INSERT INTO action_places (group_id, action_id, excluded, kind, place, side, houses)
  SELECT $1, $2, excluded, kind,
    CASE kind WHEN 'street' THEN doorstep_street(name, city) ELSE doorstep_fold(name) END AS place, side,
    CASE WHEN NOT bool_or("from" IS NULL AND "to" IS NULL)
      THEN coalesce(range_agg(CASE WHEN "from" > "to" THEN NULL ELSE int4range("from", "to", '[]') END), '{}') END
  FROM jsonb_to_recordset($3::jsonb) AS part (excluded boolean, kind text, name text, city text, "from" integer,
    "to" integer, side text)
  GROUP BY excluded, kind, 5, side`;

async function replaceParts(tx: Tx, groupId: number, actionId: number): Promise<void> {
  // Two processes read the same action one after the other.
  const lock = 'SELECT FROM turf_queue WHERE group_id = $1 AND action_id = $2 FOR UPDATE';
  await query(tx, lock, [groupId, actionId]);
  const [action] = await query<ActionRow>(
    tx,
    'SELECT scope, addresses FROM actions WHERE group_id = $1 AND id = $2',
    [groupId, actionId]
  );
  if (!action) return;
  const { areas, places } = partsOf(action);
  await query(tx, 'DELETE FROM action_areas WHERE group_id = $1 AND action_id = $2', [groupId, actionId]);
  await query(tx, 'DELETE FROM action_places WHERE group_id = $1 AND action_id = $2', [groupId, actionId]);
  if (areas.length > 0) await query(tx, INSERT_AREAS, [groupId, actionId, JSON.stringify(areas)]);
  if (places.length > 0) await query(tx, INSERT_PLACES, [groupId, actionId, JSON.stringify(places)]);
}

type QueuedTurf = { group_id: number; action_id: number; version: number; read: boolean };

/**
 * Without those that wait for writers of their space that may have missed the new turf, and those that failed ($1). A number
 * that this database has not given is of another one, which it was restored from: that turf is read again.
 */
const NEXT = `SELECT group_id, action_id, version,
    read_before IS NOT NULL AND read_before < doorstep_horizon(group_id) AS read
  FROM turf_queue
  WHERE (read_before IS NULL OR read_before < doorstep_horizon(group_id) OR read_before > doorstep_last_number())
    AND action_id <> ALL ($1::bigint[])
  ORDER BY group_id, action_id LIMIT 1`;
const PART = 500;

const EVERY_MS = 1_000;

/** Settles turfs until the signal aborts. What fails is tried again: the queue is a table. */
export async function startTurfs(
  database: Database,
  log: { warn: (message: string) => void },
  signal: AbortSignal
): Promise<void> {
  while (await sleep(EVERY_MS, true, { ref: false, signal }).catch(() => false)) {
    await settleTurfs(database, signal).catch((failure: unknown) =>
      log.warn(`turf could not be settled: ${failure instanceof Error ? failure.message : 'unknown'}`)
    );
  }
}

/**
 * Settles every turf that can be settled now. Others' writes wait for one part at most. One that fails does not keep the
 * others waiting: the error at the end names it.
 */
export async function settleTurfs(database: Database, stopping?: AbortSignal): Promise<void> {
  const failed: { turf: QueuedTurf; failure: unknown }[] = [];
  while (stopping?.aborted !== true) {
    const skipped = failed.map(({ turf }) => turf.action_id);
    const [turf] = await database.asOwner((tx) => query<QueuedTurf>(tx, NEXT, [skipped]));
    if (!turf) break;
    await settleTurf(database, turf, stopping).catch((failure: unknown) => failed.push({ turf, failure }));
  }
  if (failed.length === 0) return;
  const names = failed.map(({ turf }) => `action ${turf.action_id} of space ${turf.group_id}`);
  throw new AggregateError(
    failed.map(({ failure }) => failure),
    names.join(', ')
  );
}

async function settleTurf(database: Database, turf: QueuedTurf, stopping?: AbortSignal): Promise<void> {
  const { group_id: groupId, action_id: actionId, version, read } = turf;
  if (!read) await database.asOwner((tx) => replaceParts(tx, groupId, actionId));
  // Who writes under a later number sees the new parts.
  const [given] = await database.asOwner((tx) =>
    query<{ number: number }>(tx, 'SELECT doorstep_number($1) AS number', [groupId])
  );
  const [writers] = await database.asOwner((tx) =>
    query<{ ended: boolean }>(tx, 'SELECT doorstep_horizon($1) > $2 AS ended', [groupId, given?.number])
  );
  // Listed once: the list of a large turf takes long, and a contact that moves meanwhile finds the new parts itself.
  const [near] = await database.maintain((tx) =>
    query<{ people: number[] }>(
      tx,
      'SELECT ARRAY(SELECT id FROM doorstep_near_turf($1, $2) AS id ORDER BY id) AS people',
      [groupId, actionId]
    )
  );
  const people = near?.people ?? [];
  for (let from = 0; from < people.length; from += PART) {
    if (stopping?.aborted === true) return;
    const part = people.slice(from, from + PART);
    await database.asOwner((tx) =>
      query(tx, 'SELECT doorstep_settle_turf($1, $2, $3)', [groupId, actionId, part])
    );
  }
  const done = read || writers?.ended === true;
  await database.asOwner((tx) =>
    done
      ? query(tx, 'DELETE FROM turf_queue WHERE group_id = $1 AND action_id = $2 AND version = $3', [
          groupId,
          actionId,
          version,
        ])
      : query(
          tx,
          'UPDATE turf_queue SET read_before = $4 WHERE group_id = $1 AND action_id = $2 AND version = $3',
          [groupId, actionId, version, given?.number]
        )
  );
}
