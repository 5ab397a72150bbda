import assert from 'node:assert/strict';
import { type Locator, type Page } from '@playwright/test';
import { expect, test as base } from './demo';
import {
  goTo,
  openPhone,
  openJoinLink,
  pressSave,
  syncNow,
  type Role,
  type TestPhone,
  type TestService,
} from './harness';
import { readRecordedTexts, recordTexts } from './pageProbes';
import { permissions } from './permissions';
import { paperWidth, readPrintedPage } from './printedPage';

/** One phone per role for all tests of a worker, joined and up to date. */
const test = base.extend<object, { phoneOf: (role: Role) => Promise<TestPhone> }>({
  phoneOf: [
    async ({ getInstalledApp, service }, use) => {
      const phones = new Map<Role, TestPhone>();
      await use(async (role) => {
        const phone = phones.get(role) ?? (await openPhone({ installedApp: await getInstalledApp() }));
        if (!phones.has(role)) await join(phone, service, role);
        phones.set(role, phone);
        return phone;
      });
      for (const phone of phones.values()) await phone.close();
    },
    { scope: 'worker' },
  ],
});

// A separate service: these tests change roles, teams and the name of the space.
test.use({ serviceSettings: { DEMO_CONTACTS: '200' }, joinAs: null });

async function join(phone: TestPhone, service: TestService, role: Role): Promise<void> {
  await openJoinLink(phone, service.joinLink(role));
  await go(phone, service, '/people', 'People');
  await phone.page
    .getByText(/Up to date/)
    .first()
    .waitFor();
}

async function go(
  phone: TestPhone,
  service: TestService,
  path: string,
  title: string | RegExp
): Promise<Page> {
  const { page } = phone;
  await goTo(phone, service, path);
  await page.getByRole('main').getByRole('heading', { name: title, level: 1 }).first().waitFor();
  return page;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Checks whether a screen offers something. The caller has waited for a text that appears together with it. */
async function expectOffer(offer: Locator, isOffered: boolean, name: string): Promise<void> {
  if (isOffered) await offer.first().waitFor();
  expect(await offer.count(), name).toBe(isOffered ? 1 : 0);
}

type Bundle = {
  transactions: { id: number; status_id?: number; comment?: string; reimbursed_amount?: number }[];
  donations: { amount: number }[];
};
const readBundle = async (service: TestService, id: number) =>
  (await service.get<{ data: Bundle }>(`/v1/transaction_bundles/${id}`, 'manager')).data;

type Team = { name: string; description?: string };
const readTeam = async (service: TestService, id: number) =>
  (await service.get<{ data: { team: Team } }>(`/teams/${id}`)).data.team;

type User = { id: number; mail: string; role_data: { id: number; type: string } };
const readUsers = async (service: TestService) =>
  (await service.get<{ data: { users: User[] } }>('/users')).data.users;

for (const role of ['admin', 'manager', 'leader', 'volunteer'] as const) {
  test(`a ${role} sees the actions of the role, and who has the permission for the others`, async ({
    phoneOf,
    service,
  }) => {
    const phone = await phoneOf(role);
    const may = permissions[role];
    // A user other than the four whose phones are used.
    const other = (await readUsers(service)).find(
      ({ mail, role_data: { type } }) => type === 'user' && !/^(leader|volunteer)@/.test(mail)
    );
    assert.ok(other);

    let page = await go(phone, service, `/people/${other.id}`, /./);
    await page.getByText('Details').waitFor();
    await expectOffer(button(page, 'Edit'), may.edits, 'Edit');
    await expectOffer(button(page, 'Change role'), may.changesRoles, 'Change role');

    page = await go(phone, service, `/ledger/${service.sample.bundle_id}`, /€/);
    await page.getByText('Summary').waitFor();
    await expectOffer(button(page, 'Correct'), may.corrects, 'Correct');

    page = await go(phone, service, '/people/invite', 'Invite people');
    if (may.invites) await page.getByLabel('Mail addresses').waitFor();
    else await page.getByText('You cannot invite people').waitFor();

    page = await go(phone, service, `/people/${other.id}/edit`, 'Edit profile');
    if (may.edits) await page.getByLabel('First name').waitFor();
    else await page.getByText('You cannot edit this profile').waitFor();

    page = await go(phone, service, '/teams/new', 'New team');
    if (may.createsTeams) await page.getByLabel('Name', { exact: true }).waitFor();
    else await page.getByText('You cannot create teams').waitFor();

    page = await go(phone, service, `/ledger/${service.sample.bundle_id}/correct`, 'Correct');
    if (may.corrects) await button(page, 'Save').waitFor();
    else await page.getByText('You cannot correct this').waitFor();

    await go(phone, service, '/you', /./);
    await page.getByText('Your spaces').waitFor();
    await expectOffer(page.getByText('Invite people'), may.invites, 'Invite people');
    expect(phone.errors).toEqual([]);
  });
}

test('what a role can do is shown from the first render, so that no button moves later', async ({
  openAnotherPhone,
  service,
}) => {
  const other = (await readUsers(service)).find(({ role_data: { type } }) => type === 'user');
  assert.ok(other);
  const phone = await openAnotherPhone();
  await join(phone, service, 'manager');
  await recordTexts(phone);
  for (const [path, sign, offer] of [
    ['/you', 'Your spaces', 'Invite people'],
    [`/people/${other.id}`, 'Details', 'Edit'],
    [`/ledger/${service.sample.bundle_id}`, 'Summary', 'Correct'],
    [`/teams/${service.sample.team_id}`, 'Roll call', 'Edit'],
  ] as const) {
    await phone.page.goto(`${service.address}${path}`);
    await phone.page.getByText(sign).first().waitFor();
    const loaded = (await readRecordedTexts(phone)).filter((words) => words.includes(sign));
    expect(loaded.length, path).toBeGreaterThan(0);
    expect(
      loaded.filter((words) => !words.includes(offer)),
      path
    ).toEqual([]);
    // The heading is the person's name from the first render.
    if (path === '/you') expect(!loaded.some((words) => /^You$/m.test(words))).toBe(true);
  }
});

test('a bundle corrected offline is shown immediately, arrives once, and its history shows old and new values', async ({
  phoneOf,
  service,
}) => {
  const phone = await phoneOf('manager');
  const { bundle_id: id } = service.sample;
  const before = await readBundle(service, id);
  const page = await go(phone, service, `/ledger/${id}`, /€/);
  await button(page, 'Status, refund, note').click();
  await page.getByText('Add a donation').waitFor();
  await phone.setOffline(true);
  await page.getByRole('radio', { name: 'Unpaid' }).first().click();
  await page.getByLabel('Note', { exact: true }).first().fill('The cheque came back.');
  await button(page, 'Add a donation').click();
  await page.getByLabel('Amount').fill('3');
  await pressSave(phone);
  await page.getByText('The cheque came back.').first().waitFor();
  expect((await readBundle(service, id)).donations.length, 'nothing left the phone').toBe(
    before.donations.length
  );

  await phone.setOffline(false);
  await expect
    .poll(async () => (await readBundle(service, id)).transactions[0]?.comment, {
      message: 'the correction arrives',
    })
    .toBe('The cheque came back.');
  const arrived = await readBundle(service, id);
  expect(arrived.donations.length).toBe(before.donations.length + 1);
  expect(arrived.donations.at(-1)?.amount).toBe(300);

  await go(phone, service, `/ledger/${id}`, /€/);
  await syncNow(phone);
  await page.getByText('Status changed').waitFor();
  await page.getByText(/^Status: .+ → Unpaid$/).waitFor();
  await page.getByText('Donation added').first().waitFor();
  expect((await readBundle(service, id)).donations.length, 'and arrived once').toBe(
    before.donations.length + 1
  );
});

test('two people edit the same team offline: different fields are merged, for the same field one value is chosen', async ({
  phoneOf,
  service,
}) => {
  const [one, two] = [await phoneOf('manager'), await phoneOf('admin')];
  const { team_id: id } = service.sample;
  const edit = async (phone: TestPhone, field: string, text: string) => {
    await phone.setOffline(true);
    await phone.page.getByLabel(field, { exact: true }).fill(text);
    await pressSave(phone);
  };

  await go(one, service, `/teams/${id}/edit`, 'Edit team');
  await go(two, service, `/teams/${id}/edit`, 'Edit team');
  await edit(one, 'Name', 'Old town and harbour');
  await edit(two, 'About the team', 'Every Tuesday.');
  await one.setOffline(false);
  await two.setOffline(false);
  await expect
    .poll(
      async () => {
        const { name, description } = await readTeam(service, id);
        return name === 'Old town and harbour' && description === 'Every Tuesday.';
      },
      { message: 'the service has both changes' }
    )
    .toBe(true);

  // Both phones have the merged team before they go offline again.
  for (const phone of [one, two]) {
    const page = await go(phone, service, `/teams/${id}`, /./);
    await syncNow(phone);
    await page.getByRole('heading', { name: 'Old town and harbour', level: 1 }).first().waitFor();
    await page.getByText('Every Tuesday.').first().waitFor();
    await go(phone, service, `/teams/${id}/edit`, 'Edit team');
    await expect(phone.page.getByLabel('About the team')).toHaveValue('Every Tuesday.');
  }
  await edit(one, 'About the team', 'Every Wednesday.');
  await edit(two, 'About the team', 'Every Friday.');
  await one.setOffline(false);
  await expect
    .poll(async () => (await readTeam(service, id)).description, {
      message: 'the service has the first change',
    })
    .toBe('Every Wednesday.');
  await two.setOffline(false);
  const { page } = two;
  await page.getByRole('tab', { name: 'Outbox' }).click();
  await button(page, 'Decide').first().click();
  await page.getByRole('radio', { name: 'Theirs: Every Wednesday.' }).waitFor();
  await page.getByRole('radio', { name: 'Yours: Every Friday.' }).click();
  await button(page, 'Save and send').click();
  await expect
    .poll(async () => (await readTeam(service, id)).description, {
      message: 'the service has the chosen text',
    })
    .toBe('Every Friday.');
  expect((await readTeam(service, id)).name, 'nothing else was touched').toBe('Old town and harbour');
});

test('of a thousand pasted addresses the invalid ones are shown first, and every other one is invited with its own result', async ({
  phoneOf,
  service,
}) => {
  const phone = await phoneOf('manager');
  const page = await go(phone, service, '/people/invite', 'Invite people');
  const registered = (await readUsers(service))[0];
  assert.ok(registered);
  const good = Array.from({ length: 989 }, (_, place) => `guest${place}@example.org`);
  const bad = Array.from({ length: 10 }, (_, place) => `guest${place}.example.org`);
  await page.getByLabel('Mail addresses').fill([...good, registered.mail, ...bad].join('\n'));
  await page.getByText('989 addresses are ready').waitFor();
  await page.getByText('10 are not mail addresses').waitFor();
  await page.getByText('1 is in the space already').waitFor();
  await button(page, 'Invite 989 people').click();
  await page
    .getByText(/\d+ added, \d+ invited/)
    .first()
    .waitFor();
  expect(await page.getByLabel('Mail addresses').inputValue(), 'the invalid ones stay to be corrected').toBe(
    bad.join('\n')
  );
  await page.getByText('0 added, 489 invited').waitFor();
  await page.getByText('0 added, 500 invited').waitFor();
});

test('a write without permission after a role change is refused with the reason, and stays in the outbox', async ({
  phoneOf,
  service,
}) => {
  const phone = await phoneOf('manager');
  const page = await go(phone, service, '/people/invite', 'Invite people');
  await phone.setOffline(true);
  await page.getByLabel('Mail addresses').fill('late@example.org');
  await button(page, 'Invite 1 person').click();
  await page.getByText('1 address on this phone').waitFor();

  const users = await readUsers(service);
  const manager = users.find(({ mail }) => mail.startsWith('manager@'));
  const volunteer = users.find(({ mail }) => mail.startsWith('volunteer@'));
  assert.ok(manager && volunteer);
  const give = async (roleId: number) => {
    const response = await fetch(`${service.address}/api/users/role`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${service.tokens.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { user_id: manager.id, role_id: roleId } }),
    });
    expect(response.status).toBe(200);
  };
  await give(volunteer.role_data.id);
  try {
    await phone.setOffline(false);
    // In the outbox: the form itself is closed to the new role.
    await go(phone, service, '/outbox', 'Outbox');
    await page
      .getByText(/you are not allowed to/)
      .first()
      .waitFor();
  } finally {
    await give(manager.role_data.id);
  }
});

test('the records of two spaces stay separate', async ({ phoneOf, service }) => {
  const phone = await phoneOf('admin');
  const page = await go(phone, service, '/ledger', 'Ledger');
  await page.getByText(/^\d+ transactions$/).waitFor();

  const isIn = async (space: string) => {
    const text = await page.getByRole('main').first().innerText();
    return new RegExp(`${space}\\s+\\S+\\s+You are here`).test(text);
  };
  await go(phone, service, '/you', /./);
  await button(page, 'Switch').click();
  await expect.poll(() => isIn('Training ground'), { message: 'the other space is chosen' }).toBe(true);
  await go(phone, service, '/settings', 'Settings');
  await page.getByText('Training ground').waitFor();
  await go(phone, service, '/ledger', 'Ledger');
  await page.getByText('No money yet').waitFor();
  expect(await page.getByText(/^\d+ transactions$/).count(), 'nothing of the first space shows').toBe(0);

  await go(phone, service, '/you', /./);
  await button(page, 'Switch').click();
  await expect
    .poll(() => isIn('Les Voisins de Valorme'), { message: 'the first space is chosen again' })
    .toBe(true);
  await phone.setOffline(true);
  await page.getByText('Ledger', { exact: true }).first().click();
  await page.getByText(/^\d+ transactions$/).waitFor();
  await phone.setOffline(false);
  expect(phone.errors).toEqual([]);
});

test('the printed ledger fits on A4 without wrapped words, and names every row', async ({
  phoneOf,
  service,
}) => {
  const phone = await phoneOf('manager');
  const page = await go(phone, service, '/ledger', 'Ledger');
  // A headless browser has no print dialog, so the printed HTML is captured.
  await page.evaluate(
    `Object.defineProperty(HTMLIFrameElement.prototype, 'srcdoc', { set: (html) => { window.printed = html; } })`
  );
  await button(page, 'Share').click();
  await button(page, /PDF/).click();
  const printed = await page.waitForFunction(() => Reflect.get(window, 'printed') as string | undefined);
  const { rows, width } = await readPrintedPage(phone, (await printed.jsonValue()) ?? '');
  expect(rows.some(({ method }) => method === 'Transfer')).toBe(true);
  expect(rows.filter(({ name, isWrapped }) => isWrapped || name === '')).toEqual([]);
  expect(width, 'the amounts are inside the page').toBeLessThanOrEqual(paperWidth);
});

test('a renamed space is shown with its new name after the next sync', async ({ phoneOf, service }) => {
  const phone = await phoneOf('manager');
  const page = await go(phone, service, '/', 'Les Voisins de Valorme');
  const rename = (from: string, to: string) =>
    service.runSql('UPDATE spaces SET name = $2 WHERE name = $1', [from, to]);
  await rename('Les Voisins de Valorme', 'Les Voisins de Valorme et environs');
  try {
    // Home sends no request; the sync at the start downloads the new name.
    await page.reload();
    await page.getByRole('heading', { name: 'Les Voisins de Valorme et environs' }).waitFor();
  } finally {
    await rename('Les Voisins de Valorme et environs', 'Les Voisins de Valorme');
  }
});
