import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Page } from 'playwright-core';
import { findFaultsInBoth } from './accessibility';
import {
  checkOffer,
  eventually,
  joinBy,
  noteWords,
  openPhone,
  pressSave,
  readNotedWords,
  startDemoService,
  type Role,
  type TestPhone,
  type TestService,
} from './harness';
import { readOnPaper, widthOfPaper } from './paper';
import { rights } from './rights';

let service: TestService;
const phones: Partial<Record<Role | 'noting', TestPhone>> = {};

before(async () => {
  service = await startDemoService({ DEMO_CONTACTS: '200' });
});

after(async () => {
  for (const phone of Object.values(phones)) await phone.close();
  await service?.close();
});

/** The phone of somebody with this role, joined and up to date: one for all tests. */
async function phoneOf(role: Role): Promise<TestPhone> {
  const phone = phones[role] ?? (await openPhone());
  if (phones[role] === undefined) {
    phones[role] = phone;
    await join(phone, role);
  }
  return phone;
}

async function join(phone: TestPhone, role: Role): Promise<void> {
  await joinBy(phone, service.joinLink(role));
  await go(phone, '/people', 'People');
  await phone.page
    .getByText(/^Up to date/)
    .first()
    .waitFor();
}

async function go({ page }: TestPhone, path: string, title: string | RegExp): Promise<Page> {
  await page.goto(`${service.address}${path}`);
  await page.getByRole('main').getByRole('heading', { name: title, level: 1 }).first().waitFor();
  return page;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

type Bundle = {
  transactions: { id: number; status_id?: number; comment?: string; reimbursed_amount?: number }[];
  donations: { amount: number }[];
};
const readBundle = async (id: number) =>
  (await service.get<{ data: Bundle }>(`/v1/transaction_bundles/${id}`, 'manager')).data;

type Team = { name: string; description?: string };
const readTeam = async (id: number) =>
  (await service.get<{ data: { team: Team } }>(`/teams/${id}`)).data.team;

type User = { id: number; mail: string; role_data: { id: number; type: string } };
const readUsers = async () => (await service.get<{ data: { users: User[] } }>('/users')).data.users;

for (const role of ['admin', 'manager', 'leader', 'volunteer'] as const) {
  test(`a ${role} is offered what the role may do, and is told what it may not`, async () => {
    const phone = await phoneOf(role);
    const may = rights[role];
    // Somebody else than each of the four.
    const other = (await readUsers()).find(
      ({ mail, role_data: { type } }) => type === 'user' && !/^(leader|volunteer)@/.test(mail)
    );
    assert.ok(other);

    let page = await go(phone, `/people/${other.id}`, /./);
    await page.getByText('Details').waitFor();
    await checkOffer(button(page, 'Edit'), may.edits, 'Edit');
    await checkOffer(button(page, 'Change role'), may.changesRoles, 'Change role');

    page = await go(phone, `/ledger/${service.sample.bundle_id}`, /€/);
    await page.getByText('Summary').waitFor();
    await checkOffer(button(page, 'Correct'), may.corrects, 'Correct');

    page = await go(phone, '/people/invite', 'Invite people');
    if (may.invites) await page.getByLabel('Mail addresses').waitFor();
    else await page.getByText('You cannot invite people').waitFor();

    page = await go(phone, `/people/${other.id}/edit`, 'Edit profile');
    if (may.edits) await page.getByLabel('First name').waitFor();
    else await page.getByText('You cannot edit this profile').waitFor();

    page = await go(phone, '/teams/new', 'New team');
    if (may.makesTeams) await page.getByLabel('Name', { exact: true }).waitFor();
    else await page.getByText('You cannot create teams').waitFor();

    page = await go(phone, `/ledger/${service.sample.bundle_id}/correct`, 'Correct');
    if (may.corrects) await button(page, 'Save').waitFor();
    else await page.getByText('You cannot correct this').waitFor();

    await go(phone, '/you', /./);
    await page.getByText('Your spaces').waitFor();
    await checkOffer(page.getByText('Invite people'), may.invites, 'Invite people');
    assert.deepEqual(phone.errors, []);
    // Nobody needs these two again, and an open browser takes its share of the machine.
    if (role === 'leader' || role === 'volunteer') {
      await phone.close();
      delete phones[role];
    }
  });
}

test('what a role may do stands on a screen from its first moment, and no button moves the others away later', async () => {
  const other = (await readUsers()).find(({ role_data: { type } }) => type === 'user');
  assert.ok(other);
  const phone = await openPhone();
  phones.noting = phone; // Closed with the others, should this fail.
  await join(phone, 'manager');
  await noteWords(phone);
  for (const [path, sign, offer] of [
    ['/you', 'Your spaces', 'Invite people'],
    [`/people/${other.id}`, 'Details', 'Edit'],
    [`/ledger/${service.sample.bundle_id}`, 'Summary', 'Correct'],
    [`/teams/${service.sample.team_id}`, 'Roll call', 'Edit'],
  ] as const) {
    const page = await go(phone, path, /./);
    await page.getByText(sign).first().waitFor();
    const standing = (await readNotedWords(phone)).filter((words) => words.includes(sign));
    assert.ok(standing.length > 0, path);
    assert.deepEqual(
      standing.filter((words) => !words.includes(offer)),
      [],
      path
    );
    // You are called by your name from the first moment, and by nothing else before.
    if (path === '/you') assert.ok(!standing.some((words) => /^You$/m.test(words)));
  }
  await phone.close();
  delete phones.noting;
});

test('a bundle corrected with the network off shows at once, arrives once, and its history tells from what to what', async () => {
  const phone = await phoneOf('manager');
  const { bundle_id: id } = service.sample;
  const before = await readBundle(id);
  const page = await go(phone, `/ledger/${id}`, /€/);
  await button(page, 'Correct').click();
  await page.getByText('Add a donation').waitFor();
  await phone.setOffline(true);
  await page.getByRole('radio', { name: 'Unpaid' }).first().click();
  await page.getByLabel('Note').first().fill('The cheque came back.');
  await button(page, 'Add a donation').click();
  await page.getByLabel('Amount').fill('3');
  await pressSave(phone);
  await page.getByText('The cheque came back.').first().waitFor();
  assert.equal((await readBundle(id)).donations.length, before.donations.length, 'nothing left the phone');

  await phone.setOffline(false);
  await eventually(
    'the correction arrives',
    async () => (await readBundle(id)).transactions[0]?.comment === 'The cheque came back.'
  );
  const arrived = await readBundle(id);
  assert.equal(arrived.donations.length, before.donations.length + 1);
  assert.equal(arrived.donations.at(-1)?.amount, 300);

  await go(phone, `/ledger/${id}`, /€/);
  await page.getByText('Status changed').waitFor();
  await page.getByText(/^Status: .+ → Unpaid$/).waitFor();
  await page.getByText('Donation added').first().waitFor();
  assert.equal((await readBundle(id)).donations.length, before.donations.length + 1, 'and arrived once');
});

test('two people edit the same team with the network off: different fields are merged, the same field is chosen', async () => {
  const [one, two] = [await phoneOf('manager'), await phoneOf('admin')];
  const { team_id: id } = service.sample;
  const edit = async (phone: TestPhone, field: string, text: string) => {
    await phone.setOffline(true);
    await phone.page.getByLabel(field, { exact: true }).fill(text);
    await pressSave(phone);
  };

  await go(one, `/teams/${id}/edit`, 'Edit team');
  await go(two, `/teams/${id}/edit`, 'Edit team');
  await edit(one, 'Name', 'Old town and harbour');
  await edit(two, 'About the team', 'Every Tuesday.');
  await one.setOffline(false);
  await two.setOffline(false);
  await eventually('both changes stand', async () => {
    const { name, description } = await readTeam(id);
    return name === 'Old town and harbour' && description === 'Every Tuesday.';
  });

  // Both phones have seen the merged team before they part again.
  for (const phone of [one, two]) {
    await eventually('the phone has the merged team', async () => {
      // A page that opens asks the service; it gets the time that the answer takes.
      const page = await go(phone, `/teams/${id}`, /./);
      const merged = [
        page.getByRole('heading', { name: 'Old town and harbour', level: 1 }),
        page.getByText('Every Tuesday.'),
      ];
      const waits = merged.map((words) => words.first().waitFor({ timeout: 20_000 }));
      return Promise.all(waits).then(
        () => true,
        () => false
      );
    });
    await go(phone, `/teams/${id}/edit`, 'Edit team');
    await eventually(
      'the form holds it',
      async () => (await phone.page.getByLabel('About the team').inputValue()) === 'Every Tuesday.'
    );
  }
  await edit(one, 'About the team', 'Every Wednesday.');
  await edit(two, 'About the team', 'Every Friday.');
  await one.setOffline(false);
  await eventually(
    'the first change stands',
    async () => (await readTeam(id)).description === 'Every Wednesday.'
  );
  await two.setOffline(false);
  const { page } = two;
  await page.getByRole('tab', { name: 'Outbox' }).click();
  await button(page, 'Decide').first().click();
  await page.getByRole('radio', { name: 'Theirs: Every Wednesday.' }).waitFor();
  await page.getByRole('radio', { name: 'Yours: Every Friday.' }).click();
  await button(page, 'Save and send').click();
  await eventually(
    'the chosen words stand',
    async () => (await readTeam(id)).description === 'Every Friday.'
  );
  assert.equal((await readTeam(id)).name, 'Old town and harbour', 'nothing else was touched');
});

test('a thousand addresses are pasted: ten bad ones are found first, the rest is invited and answered one by one', async () => {
  const phone = await phoneOf('manager');
  const page = await go(phone, '/people/invite', 'Invite people');
  const registered = (await readUsers())[0];
  assert.ok(registered);
  const good = Array.from({ length: 989 }, (_, place) => `guest${place}@example.org`);
  const bad = Array.from({ length: 10 }, (_, place) => `guest${place}.example.org`);
  await page.getByLabel('Mail addresses').fill([...good, registered.mail, ...bad].join('\n'));
  await page.getByText('990 addresses are ready').waitFor();
  await page.getByText('10 are not mail addresses').waitFor();
  await page.getByText('1 is in the space already').waitFor();
  await button(page, 'Invite 990 people').click();
  await page
    .getByText(/\d+ added, \d+ invited/)
    .first()
    .waitFor();
  assert.equal(
    await page.getByLabel('Mail addresses').inputValue(),
    bad.join('\n'),
    'the bad ones stay to be put right'
  );
  await page.getByText('1 added, 489 invited').waitFor();
  await page.getByText('0 added, 500 invited').waitFor();
});

test('a role taken away meanwhile: the refusal is explained, and nothing is lost', async () => {
  const phone = await phoneOf('manager');
  const page = await go(phone, '/people/invite', 'Invite people');
  await phone.setOffline(true);
  await page.getByLabel('Mail addresses').fill('late@example.org');
  await button(page, 'Invite 1 person').click();
  await page.getByText('1 address on this phone').waitFor();

  const users = await readUsers();
  const manager = users.find(({ mail }) => mail.startsWith('manager@'));
  const volunteer = users.find(({ mail }) => mail.startsWith('volunteer@'));
  assert.ok(manager && volunteer);
  const give = async (roleId: number) => {
    const response = await fetch(`${service.address}/api/users/role`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${service.tokens.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { user_id: manager.id, role_id: roleId } }),
    });
    assert.equal(response.status, 200);
  };
  await give(volunteer.role_data.id);
  try {
    await phone.setOffline(false);
    // Not on the form: whoever has heard of the new role by now is told there that it is not open to them.
    await go(phone, '/outbox', 'Outbox');
    await page
      .getByText(/you may not/)
      .first()
      .waitFor();
  } finally {
    await give(manager.role_data.id);
  }
});

test('going to another space keeps the records of each apart', async () => {
  const phone = await phoneOf('admin');
  const page = await go(phone, '/ledger', 'Ledger');
  await page.getByText(/^\d+ transactions$/).waitFor();

  const standsIn = async (space: string) => {
    const text = await page.getByRole('main').first().innerText();
    return new RegExp(`${space}\\s+\\S+\\s+You are here`).test(text);
  };
  await go(phone, '/you', /./);
  await button(page, 'Switch').click();
  await eventually('the other space is chosen', () => standsIn('Training ground'));
  await go(phone, '/settings', 'Settings');
  await page.getByText('Training ground').waitFor();
  await go(phone, '/ledger', 'Ledger');
  await page.getByText('No money yet').waitFor();
  assert.equal(await page.getByText(/^\d+ transactions$/).count(), 0, 'nothing of the first space shows');

  await go(phone, '/you', /./);
  await button(page, 'Switch').click();
  await eventually('the first space is chosen again', () => standsIn('Les Voisins de Valorme'));
  await phone.setOffline(true);
  await page.getByText('Ledger', { exact: true }).first().click();
  await page.getByText(/^\d+ transactions$/).waitFor();
  await phone.setOffline(false);
  assert.deepEqual(phone.errors, []);
});

test('the page of the ledger keeps the words of its columns whole on A4, and names what has no name', async () => {
  const phone = await phoneOf('manager');
  const page = await go(phone, '/ledger', 'Ledger');
  // What would be printed is taken instead: a browser without a screen has no print dialog.
  await page.evaluate(
    `Object.defineProperty(HTMLIFrameElement.prototype, 'srcdoc', { set: (html) => { window.printed = html; } })`
  );
  await button(page, 'Share').click();
  await button(page, /PDF/).click();
  const printed = await page.waitForFunction(() => Reflect.get(window, 'printed') as string | undefined);
  const { rows, width } = await readOnPaper(phone, (await printed.jsonValue()) ?? '');
  assert.ok(rows.some(({ method }) => method === 'Transfer'));
  assert.deepEqual(
    rows.filter(({ name, isBroken }) => isBroken || name === ''),
    []
  );
  assert.ok(width <= widthOfPaper, `the amounts stay on the paper, and reach to ${width}`);
});

test('a space that is renamed is called by its new name wherever it is shown, with the next fetch', async () => {
  const phone = await phoneOf('manager');
  const page = await go(phone, '/', 'Les Voisins de Valorme');
  const rename = (from: string, to: string) =>
    service.change('UPDATE spaces SET name = $2 WHERE name = $1', [from, to]);
  await rename('Les Voisins de Valorme', 'Les Voisins de Valorme et environs');
  try {
    // Home itself asks nothing: it shows what the fetch at the opening has brought.
    await page.reload();
    await page.getByRole('heading', { name: 'Les Voisins de Valorme et environs' }).waitFor();
  } finally {
    await rename('Les Voisins de Valorme et environs', 'Les Voisins de Valorme');
  }
});

test('axe finds nothing on any of the organiser’s screens, in light and in dark', async () => {
  const phone = await phoneOf('admin');
  const { page } = phone;
  const { user_id: userId, team_id: teamId, bundle_id: bundleId } = service.sample;
  const screens: [string, string][] = [
    ['/you', 'Your spaces'],
    ['/people', 'People'],
    [`/people/${userId}`, 'Details'],
    [`/people/${userId}/edit`, 'Surname'],
    ['/people/invite', 'Mail addresses'],
    ['/teams/new', 'Where the team meets'],
    [`/teams/${teamId}/edit`, 'Where the team meets'],
    ['/ledger', 'Sum'],
    [`/ledger/${bundleId}`, 'Summary'],
    [`/ledger/${bundleId}/correct`, 'Paid back'],
    ['/catalogue', 'Settings for payments'],
    ['/settings', 'Diagnostics'],
  ];
  for (const [path, sign] of screens) {
    await page.goto(`${service.address}${path}`);
    await page.getByText(sign, { exact: true }).first().waitFor();
    assert.deepEqual(await findFaultsInBoth(page), [], path);
  }
});
