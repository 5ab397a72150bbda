import assert from 'node:assert/strict';

import { createDemo, expect, test, type Bundle, type Demo } from './demo';
import { mailOf, type TestService } from './harness';

/** Presses on a screen, each counted. */
function counted(demo: Demo) {
  let taps = 0;
  return {
    count: () => taps,
    press: async (role: 'button' | 'radio' | 'tab', name: string | RegExp) => {
      await demo.visible(role, name).tap();
      taps += 1;
    },
  };
}

type ActionList = {
  data: { ActionsAggreg: { Action: { id: number; NbVisites: number; Addresses?: unknown[] } }[] };
};

const doorsEach = 30;

/** The two actions with the most doors, for one volunteer each. */
async function listWalks(service: TestService) {
  const { data } = await service.get<ActionList>('/actions?limit=100', 'volunteer');
  const actions = data.ActionsAggreg.map(({ Action }) => Action);
  const walks = actions
    .map(({ id, NbVisites, Addresses = [] }) => ({ id, visits: NbVisites, doors: Addresses.length }))
    .sort((one, other) => other.doors - one.doors)
    .slice(0, 2);
  assert.ok(
    walks.every(({ doors }) => doors >= doorsEach),
    JSON.stringify(walks)
  );
  return walks;
}

const visitsOf = async (service: TestService, id: number) => {
  const { data } = await service.get<ActionList>('/actions?limit=100', 'volunteer');
  return data.ActionsAggreg.find(({ Action }) => Action.id === id)?.Action.NbVisites;
};

/** Marks doors one after the other, each with one tap. */
async function markDoors(demo: Demo, actionId: number, count: number): Promise<number> {
  await demo.goTo(`/actions/${actionId}/doors`);
  const progress = demo.text(/[\d,]+ of [\d,]+ doors left/);
  await progress.waitFor();
  const left = async () =>
    Number(/([\d,]+) of/.exec((await progress.textContent()) ?? '')?.[1]?.replace(/,/g, ''));
  const before = await left();
  const taps = counted(demo);
  for (let marked = 0; marked < count; marked += 1) {
    await taps.press('button', 'Nobody in');
    await expect.poll(left).toBe(before - marked - 1);
  }
  return taps.count();
}

/** Records €20 in cash for a contact from Home. Returns the taps; the method is the one that was used last. */
async function record(demo: Demo, name: string): Promise<number> {
  await demo.goTo('/');
  const taps = counted(demo);
  await taps.press('button', 'Record');
  await (await demo.findPerson(name)).tap();
  await taps.press('radio', /€20/);
  const cash = demo.visible('radio', 'Cash');
  if ((await cash.getAttribute('aria-checked')) !== 'true') await cash.tap();
  await demo.save();
  await demo.visible('button', 'Record').waitFor();
  return taps.count() + 2;
}

/** Corrects the amount of a record to €50, from Home. Returns the taps. */
async function correct(demo: Demo, name: string, button: 'Change' | 'Correct'): Promise<number> {
  await demo.goTo('/');
  const taps = counted(demo);
  await taps.press('tab', /Outbox/);
  await taps.press('button', new RegExp(name));
  await taps.press('button', button);
  await taps.press('radio', /€50/);
  await demo.save();
  return taps.count() + 1;
}

const amountOf = ({ transactions }: Bundle) => transactions.reduce((sum, { amount }) => sum + amount, 0);

type UserList = { data: { users: { id: number; mail: string; role_data?: { type?: string } }[] } };

/** Somebody with the role of the demo's volunteer. */
async function mailOfAnotherVolunteer(service: TestService): Promise<string> {
  const { data } = await service.get<UserList>('/users?limit=1000');
  const known = new Set(
    await Promise.all((['volunteer', 'leader'] as const).map((role) => mailOf(service, role)))
  );
  const other = data.users.find(({ mail, role_data: role }) => role?.type === 'user' && !known.has(mail));
  assert.ok(other);
  return other.mail;
}

async function signInAs(demo: Demo, mail: string): Promise<void> {
  await demo.goTo('/');
  await demo.visible('button', 'Sign in with a code').click();
  await demo.signInWithCode(mail);
  const space = demo.visible('button', /Les Voisins de Valorme/);
  const home = demo.visible('tab', 'Home');
  await space.or(home).first().waitFor();
  if (await space.isVisible()) await space.click();
  await home.waitFor();
  await demo.text(/Last connected|Up to date/).waitFor();
}

test('an afternoon of two volunteers and a leader: 60 doors, 12 gifts, 2 corrections, 1 cancelled; the service agrees', async ({
  demo: ana,
  service,
  openAnotherPhone,
}) => {
  const ben = createDemo(await openAnotherPhone(), service);
  await signInAs(ben, await mailOfAnotherVolunteer(service));
  const leader = createDemo(await openAnotherPhone(), service);
  await leader.join('leader');
  const walks = await listWalks(service);
  const before = new Set((await ana.listBundles()).map(({ id }) => id));
  const people = await ana.listUniqueContacts(13);

  const taps: Record<string, number> = {};
  for (const phone of [ana, ben]) await phone.phone.setOffline(true);
  for (const [index, phone] of [ana, ben].entries())
    taps.doors = await markDoors(phone, walks[index]!.id, doorsEach);
  expect(taps.doors).toBe(doorsEach);
  for (const [index, { name }] of people.slice(0, 12).entries())
    taps.giver = await record(index < 6 ? ana : ben, name);
  expect(taps.giver).toBeLessThanOrEqual(4);

  // One that should not be: undone right after Save. It stays visible, and is counted nowhere.
  await record(ana, people[12]!.name);
  await ana.visible('button', 'Undo').tap();
  await ana.text('Cancelled. It will never be sent.').waitFor();
  await ana.goTo('/outbox');
  await ana.text(/Cancelled:.*Undone right after saving/).waitFor();
  taps.change = await correct(ana, people[0]!.name, 'Change');
  expect(taps.change).toBeLessThanOrEqual(5);

  for (const phone of [ana, ben]) await phone.phone.setOffline(false);
  await ana.waitForBundles(before.size + 12);
  await ben.goTo('/outbox');
  await ben.text(/^12 sent|^6 sent/).waitFor();
  taps.correct = await correct(ben, people[6]!.name, 'Correct');
  expect(taps.correct).toBeLessThanOrEqual(5);
  test.info().annotations.push({ type: 'measured', description: JSON.stringify(taps) });

  const sumAtService = async () =>
    (await ana.listBundles())
      .filter(({ id }) => !before.has(id))
      .reduce((sum, each) => sum + amountOf(each), 0);
  await expect.poll(sumAtService).toBe(10 * 2000 + 2 * 5000);
  expect((await ana.listBundles()).length).toBe(before.size + 12);
  for (const { phone, goTo, text } of [ana, ben]) {
    await goTo('/');
    await text('€150.00').waitFor();
    assert.deepEqual(phone.errors, []);
  }
  for (const { id, visits } of walks) {
    await expect.poll(() => visitsOf(service, id)).toBe(visits + doorsEach);
    await leader.goTo(`/actions/${id}`);
    await leader.phone.page
      .getByLabel(new RegExp(`^${visits + doorsEach}\\b`))
      .first()
      .waitFor();
  }
  assert.deepEqual(leader.phone.errors, []);
});
