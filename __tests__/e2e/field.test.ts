import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findFaults } from './accessibility';
import {
  joinBy,
  openPhone,
  startDemoService,
  waitUntilHeldOffline,
  type TestPhone,
  type TestService,
} from './harness';

let service: TestService;
let phone: TestPhone;

before(async () => {
  service = await startDemoService({ DEMO_CONTACTS: '600' });
  phone = await openPhone();
  await joinBy(phone, service.joinLink('leader'));
});

after(async () => {
  await phone?.close();
  await service?.close();
});

type ActionList = { data: { ActionsAggreg: { Action: { id: number; name: string } }[] } };
type TeamAnswer = { data: { team: { name: string; users: { firstname: string; surname: string }[] } } };
type ContactAnswer = { firstname: string; surname: string };

const heading = (name: string) => phone.page.getByRole('main').getByRole('heading', { name, level: 1 });
const open = (path: string) => phone.page.goto(`${service.address}${path}`);

/** Every field screen, by its address and the heading that says it stands. */
async function screens(): Promise<{ path: string; title: string }[]> {
  const { team_id: teamId, contact_id: contactId } = service.sample;
  const list = await service.get<ActionList>('/actions', 'leader');
  const action = list.data.ActionsAggreg[0]?.Action;
  const { data } = await service.get<TeamAnswer>(`/teams/${teamId}`, 'leader');
  const contact = await service.get<ContactAnswer>(`/v1/contacts/${contactId}`, 'leader');
  assert.ok(action);
  return [
    { path: '/actions', title: 'Actions' },
    { path: `/actions/${action.id}`, title: action.name },
    { path: '/teams', title: 'Teams' },
    { path: `/teams/${teamId}`, title: data.team.name },
    { path: `/teams/${teamId}/roll-call`, title: data.team.name },
    { path: '/contacts', title: 'Contacts' },
    { path: `/contacts/${contactId}`, title: `${contact.firstname} ${contact.surname}`.trim() },
  ];
}

test('axe finds nothing on any field screen, in light and in dark', async () => {
  const all = await screens();
  await phone.page
    .getByText(/^Up to date|^In touch/)
    .first()
    .waitFor();
  for (const scheme of ['light', 'dark'] as const) {
    await phone.page.emulateMedia({ colorScheme: scheme });
    await open('/');
    await phone.page.getByRole('button', { name: 'Record' }).waitFor();
    assert.deepEqual(await findFaults(phone.page), [], `/ in ${scheme}`);
    for (const { path, title } of all) {
      await open(path);
      await heading(title).first().waitFor();
      assert.deepEqual(await findFaults(phone.page), [], `${path} in ${scheme}`);
    }
  }
});

test('everything is there after a cold start with the network off, and a search answers', async () => {
  const all = await screens();
  await open('/contacts');
  await phone.page.getByText(/^600 on this phone · Up to date/).waitFor();
  await waitUntilHeldOffline(phone);

  await phone.restart();
  await phone.setOffline(true);
  for (const { path, title } of all) {
    await open(path);
    await heading(title).first().waitFor();
  }
  const { data } = await service.get<TeamAnswer>(`/teams/${service.sample.team_id}`, 'leader');
  const person = data.team.users[0];
  assert.ok(person);
  await open('/teams');
  await phone.page.getByLabel('Search').fill(person.surname);
  await phone.page.getByText(`${person.firstname} ${person.surname}`, { exact: true }).first().waitFor();

  await open('/contacts');
  const contact = await service.get<ContactAnswer>(`/v1/contacts/${service.sample.contact_id}`, 'leader');
  await phone.page.getByLabel('Search').fill(contact.surname);
  await phone.page.getByText(`${contact.firstname} ${contact.surname}`, { exact: true }).first().waitFor();
  assert.deepEqual(phone.errors, []);
});

test('a roll call ticked without signal is still there after the browser was ended', async () => {
  const path = `/teams/${service.sample.team_id}/roll-call`;
  await phone.setOffline(true);
  await open(path);
  await phone.page.getByRole('checkbox').first().click();
  await phone.page.getByText(/^1 of \d+ here$/).waitFor();

  await phone.restart();
  await phone.setOffline(true);
  await open(path);
  await phone.page.getByText(/^1 of \d+ here$/).waitFor();
  assert.equal(await phone.page.getByRole('checkbox', { checked: true }).count(), 1);
});

test('Back returns to the same place in the same list', async () => {
  await phone.setOffline(true);
  await open('/contacts');
  await phone.page.getByLabel('Search').fill('ma');
  const names = phone.page.getByRole('main').getByRole('button').filter({ hasText: /\w/ });
  await names.nth(2).click();
  await phone.page.getByRole('button', { name: 'Back' }).click();
  await heading('Contacts').waitFor();
  assert.equal(await phone.page.getByLabel('Search').inputValue(), 'ma');
});
