/** What happens to phone and service in a cycle, besides the weather of the network. */
import { setTimeout as sleep } from 'node:timers/promises';
import { checkForUpdate, rebuild } from '../e2e/newerBuild';
import type { Random } from '../sim/random';
import type { World } from './world';

type Work = (world: World, random: Random) => Promise<unknown>;
/** `during`: while the person is at work. `after`: between two things that the person does. */
type Disturbance = { weight: number; during?: Work; after?: Work };

const minute = 60_000;

const disturbances = {
  nothing: { weight: 6 },
  'phone killed': { weight: 6, during: ({ phone }) => phone.kill() },
  'service killed': { weight: 3, during: killService },
  'both killed': {
    weight: 1,
    during: (world, random) => Promise.all([world.phone.kill(), killService(world, random)]),
  },
  offline: {
    weight: 2,
    during: async ({ phone }, random) => {
      await phone.setOffline(true);
      await sleep(random.between(1_000, 5_000));
      await phone.setOffline(false);
    },
  },
  'service unreachable': {
    weight: 2,
    during: async ({ proxy }, random) => {
      await proxy.stop();
      await sleep(random.between(500, 3_000));
      await proxy.start();
    },
  },
  'second tab': { weight: 1, after: ({ phone }) => phone.openSecondTab() },
  'clock moved': {
    weight: 1,
    after: ({ phone }, random) =>
      phone.moveClock(random.pick([-2 * 1440, -90, -5, 5, 90, 2 * 1440]) * minute),
  },
  'newer build': { weight: 1, after: update },
  'records deleted': { weight: 1, after: deleteRecords },
  'secrets deleted': {
    weight: 1,
    // The records stay: after joining again as the same person, they are sent.
    after: async ({ phone, volunteer }) => {
      await phone.kill('secrets');
      await volunteer.open();
    },
  },
} as const satisfies Record<string, Disturbance>;

export type DisturbanceName = keyof typeof disturbances;

export function chooseDisturbance(random: Random): DisturbanceName {
  const names = Object.keys(disturbances) as DisturbanceName[];
  return random.pick(names.flatMap((name) => Array.from({ length: disturbances[name].weight }, () => name)));
}

export function disturb(
  world: World,
  name: DisturbanceName,
  when: 'during' | 'after',
  random: Random
): Promise<unknown> {
  const { [when]: work }: Disturbance = disturbances[name];
  return work?.(world, random) ?? Promise.resolve();
}

async function killService(world: World, random: Random): Promise<void> {
  world.serviceKills += 1;
  await world.service.kill();
  await sleep(random.between(0, 2_000));
  await world.service.restart();
}

/** The service gets a newer build of the app, and the person presses Update now. */
async function update({ phone, volunteer, service }: World): Promise<void> {
  await volunteer.goTo('Home');
  const entry = await phone.page.evaluate(
    () => document.querySelector<HTMLScriptElement>('script[src*="/index-"]')?.src ?? ''
  );
  const [, hash] = /index-([0-9a-f]{32})\.js/.exec(entry) ?? [];
  if (hash === undefined) throw new Error(`The page has no script with a hash: "${entry}".`);
  await rebuild(service.served, hash);
  await checkForUpdate(phone);
  await volunteer.update();
}

/** The browser deletes the records and keeps the key: what was not sent is gone, and the app must say so. */
async function deleteRecords({ phone, volunteer, book, readStored, report }: World): Promise<void> {
  await phone.kill('records');
  const { areRecordsGone } = await volunteer.open();
  book.removeUnsent(await readStored());
  if (!areRecordsGone)
    await report({ kind: 'misreported', text: 'the records were deleted, and the app says nothing' });
}
