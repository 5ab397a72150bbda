import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  openPhone,
  startDemoService,
  waitUntilHeldOffline,
  type TestPhone,
  type TestService,
} from './harness';

let service: TestService;
let phone: TestPhone;

// A service with the bare interface: no list of contacts, so that most of them are not on the phone.
before(async () => {
  service = await startDemoService({ EXTENSIONS: 'off', DEMO_CONTACTS: '600' });
  phone = await openPhone();
});

after(async () => {
  await phone?.close();
  await service?.close();
});

type ContactAnswer = { id: number; firstname: string; surname: string };

/** A named contact that nobody gave for, so that no bundle brings it to the phone. */
async function someoneElse(): Promise<ContactAnswer> {
  for (let id = 590; id > 400; id -= 1) {
    const contact = await service.get<ContactAnswer>(`/v1/contacts/${id}`, 'volunteer');
    if (contact.firstname !== '' && contact.surname !== '') return contact;
  }
  throw new Error('the demo has contacts with names');
}

test('a contact looked up by number without signal is remembered, and is there when the signal returns', async () => {
  const { page } = phone;
  await page.goto(service.joinLink('volunteer'));
  await page.getByText('Zoé N’Diaye').click();
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await page.getByText(/Up to date/).waitFor();
  await waitUntilHeldOffline(phone);

  const contact = await someoneElse();
  await phone.setOffline(true);
  await page.getByLabel('Search').fill(String(contact.id));
  await page.getByText(`Look up No. ${contact.id}`).click();
  await page.getByText('Not on this phone').waitFor();

  // The wish outlives the screen and the browser.
  await phone.restart();
  await phone.setOffline(true);
  await phone.page.goto(`${service.address}/contacts`);
  await phone.page.getByLabel('Search').fill(contact.surname);
  await phone.setOffline(false);
  const name = `${contact.firstname} ${contact.surname}`;
  await phone.page.getByText(name, { exact: true }).first().click();
  await phone.page.getByRole('heading', { name, level: 1 }).waitFor();
  assert.deepEqual(phone.errors, []);
});

test('a number that nobody has is said to be so', async () => {
  await phone.page.goto(`${service.address}/contacts/999999`);
  await phone.page.getByText('There is no contact with this number').waitFor();
});
