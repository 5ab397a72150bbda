import { setTimeout as sleep } from 'node:timers/promises';

import { type TestService, type TestSpace, runSql, startTestService } from '../../__tests__/server/harness';
import { settleTurfs } from '../../server/store/turf';
import { milliseconds, percentile, printTable, timed, type Measure } from '../measure';
import { addActions, createAction, createSpaceOf, streetsOf, type Place } from './spaces';

const sizes = { large: Number(process.env.CONTACTS ?? 2_000_000), small: 20_000 };
const turfSize = 2_000;
const rounds = 7;
const mostTurfRatio = 1.2;
const mostActionsRatio = 1.5;
const movedContacts = 10_000;
const longestWriteMs = 1_000;

/** The median of the ratios of each round: other load affects both sides of a round. */
const ratioOf = (ours: readonly number[], others: readonly number[]) =>
  percentile(
    ours.map((time, round) => time / (others[round] ?? NaN)),
    0.5
  );

/** Reads the entire feed of a volunteer, like a phone that joins. Returns the number of contacts. */
async function downloadTurf(service: TestService, { tokens }: TestSpace): Promise<number> {
  let contacts = 0;
  for (let cursor = '', more = true; more;) {
    const { body } = await service.call(
      tokens.volunteer,
      'GET',
      `/v1/changes?limit=1000${cursor && `&cursor=${cursor}`}`
    );
    const { changes } = body.data as { changes: { kind: string }[] };
    contacts += changes.filter(({ kind }) => kind === 'contact').length;
    ({ more, cursor } = body.data as { more: boolean; cursor: string });
  }
  return contacts;
}

/** The same turf in a large and a small space, downloaded alternately. */
async function compareSpaces(large: Place, small: Place): Promise<Measure> {
  const [many, few]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1)
    for (const [{ service, space }, times] of [
      [large, many],
      [small, few],
    ] as const) {
      let held = 0;
      const time = await timed(async () => (held = await downloadTurf(service, space)));
      if (held < turfSize) throw new Error(`The turf has ${held} contacts of ${turfSize}.`);
      // The first round warms up.
      if (round > 0) times.push(time);
    }
  const ratio = ratioOf(many, few);
  return {
    work: `first download of ${turfSize} contacts, in a space of ${sizes.large}`,
    ours: milliseconds(percentile(many, 0.5)),
    against: `in a space of ${sizes.small} ${milliseconds(percentile(few, 0.5))}`,
    ratio,
    goal: `≤ ${mostTurfRatio}`,
    isMet: ratio <= mostTurfRatio,
  };
}

async function firstContactId({ service, space }: Place): Promise<number> {
  const text = "SELECT id FROM contacts WHERE group_id = $1 AND street <> '' ORDER BY id LIMIT 1";
  const { rows } = await runSql<{ id: string }>(service.connectionString, text, [space.groupId]);
  return Number(rows[0]?.id);
}

/** A contact that moves to another house, in a space with many actions and in one with few. */
async function compareActions(many: Place, few: Place): Promise<Measure> {
  await addActions(many, 10_000);
  await addActions(few, 10);
  const ids = new Map([
    [many, await firstContactId(many)],
    [few, await firstContactId(few)],
  ]);
  const times = new Map<Place, number[]>([
    [many, []],
    [few, []],
  ]);
  for (let turn = 0; turn < 60; turn += 1)
    for (const place of [many, few]) {
      const { service, space } = place;
      const address = { house_number: String(turn + 1), street: 'Lane 5', city: 'Valorme' };
      const body = { data: { address } };
      const time = await timed(() =>
        service.call(space.tokens.manager, 'PATCH', `/v1/contacts/${ids.get(place)}`, { body })
      );
      if (turn >= 10) times.get(place)?.push(time);
    }
  const [slow = [], fast = []] = [many, few].map((place) => times.get(place));
  const ratio = ratioOf(slow, fast);
  return {
    work: 'one contact moved, with 10,000 actions in the space',
    ours: milliseconds(percentile(slow, 0.5)),
    against: `with 10 actions ${milliseconds(percentile(fast, 0.5))}`,
    ratio,
    goal: `≤ ${mostActionsRatio}`,
    isMet: ratio <= mostActionsRatio,
  };
}

/** Writes of others while many contacts enter a turf. */
async function measureMove(place: Place): Promise<Measure> {
  const { service, space } = place;
  const id = await firstContactId(place);
  const times: number[] = [];
  const write = async (text: string) => {
    const body = { data: { address: { street: text, city: 'Valorme' } } };
    const path = `/v1/contacts/${id}`;
    times.push(await timed(() => service.call(space.tokens.manager, 'PATCH', path, { body })));
  };
  for (let turn = 0; turn < 20; turn += 1) await write(`Before ${turn}`);
  const before = percentile(times.splice(0), 0.5);
  let isDone = false;
  const moving = timed(async () => {
    await createAction(place, streetsOf(50, movedContacts));
    await settleTurfs(service.database);
    isDone = true;
  });
  for (let turn = 0; !isDone; turn += 1) {
    await write(`During ${turn}`);
    await sleep(5);
  }
  const longest = Math.max(...times);
  return {
    work: `longest write while ${movedContacts} contacts enter a turf (${milliseconds(await moving)}, ${times.length} writes)`,
    ours: milliseconds(longest),
    against: `a write before ${milliseconds(before)}`,
    ratio: null,
    goal: `≤ ${longestWriteMs} ms`,
    isMet: longest <= longestWriteMs,
  };
}

async function createPlace(contacts: number): Promise<Place> {
  const service = await startTestService();
  const place = { service, space: await createSpaceOf(service, contacts) };
  await createAction(place, streetsOf(10, turfSize));
  await runSql(service.connectionString, 'VACUUM ANALYZE');
  await service.untilShown();
  return place;
}

/** Measures what a volunteer's turf costs in a large space. */
export async function benchTurf(): Promise<boolean> {
  const places: Place[] = [];
  try {
    const small = await createPlace(sizes.small);
    places.push(small);
    const start = performance.now();
    const large = await createPlace(sizes.large);
    places.push(large);
    console.log(`${sizes.large} contacts in ${((performance.now() - start) / 1000).toFixed(0)} s`);
    const { service } = small;
    const measures = [
      await compareSpaces(large, small),
      await measureMove(large),
      await compareActions({ service, space: await createSpaceOf(service, sizes.small) }, small),
    ];
    printTable(measures);
    return measures.every(({ isMet }) => isMet !== false);
  } finally {
    for (const { service } of places) await service.close();
  }
}
