import assert from 'node:assert/strict';

import { createDemo, expect, test, type Bundle, type Demo } from './demo';
import { mailOf, waitForServiceWorker, type TestService } from './harness';

type Control = 'button' | 'radio' | 'tab';

/** Presses on a screen, each counted. */
function counted(demo: Demo) {
  let taps = 0;
  return {
    count: () => taps,
    press: async (role: Control, name: string | RegExp) => {
      await demo.visible(role, name).tap();
      taps += 1;
    },
  };
}

type ActionList = { data: { ActionsAggreg: { NbVisites: number; Action: { id: number; name: string } }[] } };

const doorsEach = 30;

/** Two running actions, for one volunteer each, with their visits so far. */
async function listWalks(service: TestService) {
  const { data } = await service.get<ActionList>('/actions?limit=100', 'volunteer');
  return ['Autumn doors', 'Membership week'].map((name) => {
    const found = data.ActionsAggreg.find(({ Action }) => Action.name === name);
    assert.ok(found, name);
    return { id: found.Action.id, visits: found.NbVisites };
  });
}

const visitsOf = async (service: TestService, id: number) => {
  const { data } = await service.get<ActionList>('/actions?limit=100', 'volunteer');
  return data.ActionsAggreg.find(({ Action }) => Action.id === id)?.NbVisites;
};

/** Marks doors one after the other: each tap marks the open door and opens the next. */
async function markDoors(demo: Demo, actionId: number): Promise<number> {
  await demo.goTo(`/actions/${actionId}/doors`);
  await demo.visible('radio', 'All').tap();
  const open = demo.phone.page.locator('[aria-expanded="true"]').filter({ visible: true }).first();
  const taps = counted(demo);
  for (let marked = 0; marked < doorsEach; marked += 1) {
    const before = await open.innerText();
    await taps.press('button', 'Refused');
    await expect.poll(() => open.innerText()).not.toBe(before);
  }
  return taps.count();
}

/** Records €20 in cash for a contact from Home. Returns the taps. */
async function record(demo: Demo, name: string): Promise<number> {
  await demo.goTo('/');
  const taps = counted(demo);
  await taps.press('button', 'Record');
  await (await demo.findPerson(name)).tap();
  await taps.press('radio', /€20/);
  const cash = demo.visible('radio', 'Cash');
  // The method is the one that was used last.
  if ((await cash.getAttribute('aria-checked')) !== 'true') await taps.press('radio', 'Cash');
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

const teamSize = 15;

/** The leader's team gets as many members as a roll call is measured with. */
async function fillTeam(service: TestService): Promise<void> {
  await service.runSql(
    `INSERT INTO team_users (group_id, team_id, user_id, leader, position)
     SELECT team.group_id, team.id, person.user_id, false, 100 + row_number() OVER (ORDER BY person.user_id)
     FROM teams AS team JOIN space_users AS person ON person.group_id = team.group_id
     WHERE team.id = $1 AND person.user_id NOT IN (SELECT user_id FROM team_users WHERE team_id = $1)
     LIMIT $2 - (SELECT count(*) FROM team_users WHERE team_id = $1)`,
    [service.sample.team_id, teamSize]
  );
}

/** Ticks everyone in the roll call of the team, from Home. Returns the taps. */
async function callRoll(demo: Demo): Promise<number> {
  await demo.goTo('/');
  const taps = counted(demo);
  await taps.press('button', 'Roll call');
  const { page } = demo.phone;
  for (let here = 0; here < teamSize; here += 1) {
    await demo.text(`${here} of ${teamSize} here`).waitFor();
    await page.getByRole('checkbox', { checked: false }).filter({ visible: true }).first().tap();
  }
  await demo.text(`${teamSize} of ${teamSize} here`).waitFor();
  return taps.count() + teamSize;
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
  await waitForServiceWorker(demo.phone);
  await demo.text(/^Last connected|^Up to date/).waitFor();
}

test('an afternoon of two volunteers and a leader: 60 doors, 12 gifts, 2 corrections, 1 cancelled; the service agrees', async ({
  demo: ana,
  service,
  openAnotherPhone,
}) => {
  test.setTimeout(20 * 60_000);
  await fillTeam(service);
  const ben = createDemo(await openAnotherPhone(), service);
  await signInAs(ben, await mailOfAnotherVolunteer(service));
  const leader = createDemo(await openAnotherPhone(), service);
  await leader.join('leader');
  const walks = await listWalks(service);
  const before = new Set((await ana.listBundles()).map(({ id }) => id));
  const people = await ana.listUniqueContacts(13);
  const nameOf = (index: number) => people[index]?.name ?? '';

  const taps: Record<string, number> = {};
  for (const { phone } of [ana, ben, leader]) await phone.setOffline(true);
  taps.rollCall = await callRoll(leader);
  for (const [index, phone] of [ana, ben].entries())
    taps.doors = await markDoors(phone, walks[index]?.id ?? 0);
  for (const [index, { name }] of people.slice(0, 12).entries())
    taps.giver = await record(index < 6 ? ana : ben, name);

  // One that should not be: undone right after Save. It stays visible, and is counted nowhere.
  await record(ana, nameOf(12));
  await ana.visible('button', 'Undo').tap();
  await ana.text('Cancelled. It will never be sent.').waitFor();
  await ana.goTo('/outbox');
  // What is cancelled is at the end of the list, behind the visits.
  await ana.phone.page.mouse.move(195, 500);
  await expect(async () => {
    await ana.phone.page.mouse.wheel(0, 3000);
    await ana.text(/Cancelled:.*Undone right after saving/).waitFor({ timeout: 2000 });
  }).toPass();
  taps.change = await correct(ana, nameOf(0), 'Change');

  for (const { phone } of [ana, ben, leader]) await phone.setOffline(false);
  await ana.waitForBundles(before.size + 12);
  await ben.goTo('/outbox');
  await ben.text(/^6 sent · €120.00/).waitFor();
  taps.correct = await correct(ben, nameOf(6), 'Correct');

  test.info().annotations.push({ type: 'measured', description: JSON.stringify(taps) });
  expect(taps.doors).toBe(doorsEach);
  expect(taps.giver).toBeLessThanOrEqual(4);
  expect(taps.change).toBeLessThanOrEqual(5);
  expect(taps.correct).toBeLessThanOrEqual(5);
  expect(taps.rollCall).toBeLessThanOrEqual(17);

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
      .getByLabel(new RegExp(`^${visits + doorsEach} of `))
      .filter({ visible: true })
      .first()
      .waitFor();
  }
  assert.deepEqual(leader.phone.errors, []);
});
