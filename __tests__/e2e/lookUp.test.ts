import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUpDemo } from './demo';
import { waitUntilHeldOffline } from './harness';

// A service with the bare interface: no list of contacts, so that most of them are not on the phone.
const demo = setUpDemo({ settings: { EXTENSIONS: 'off', DEMO_CONTACTS: '600' } });
const { text } = demo;

type ContactAnswer = { id: number; firstname: string; surname: string };

/** A named contact that nobody gave for, so that no bundle brings it to the phone. */
async function someoneElse(): Promise<ContactAnswer> {
  for (let id = 590; id > 400; id -= 1) {
    const contact = await demo.service.get<ContactAnswer>(`/v1/contacts/${id}`, 'volunteer');
    if (contact.firstname !== '' && contact.surname !== '') return contact;
  }
  throw new Error('the demo has contacts with names');
}

test('a contact looked up by number without signal is remembered, and is there when the signal returns', async () => {
  const { page } = demo.phone;
  await page.goto(demo.service.joinLink('volunteer'));
  await page.getByText('Zoé N’Diaye').click();
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await text(/Up to date/).waitFor();
  await waitUntilHeldOffline(demo.phone);

  const contact = await someoneElse();
  await demo.phone.setOffline(true);
  await page.getByLabel('Search').fill(String(contact.id));
  await page.getByText(`Look up No. ${contact.id}`).click();
  await page.getByText('Not on this phone').waitFor();

  // The wish outlives the screen and the browser.
  await demo.phone.restart();
  await demo.phone.setOffline(true);
  await demo.goTo('/contacts');
  await demo.phone.page.getByLabel('Search').fill(contact.surname);
  await demo.phone.setOffline(false);
  const name = `${contact.firstname} ${contact.surname}`;
  await demo.phone.page.getByText(name, { exact: true }).first().click();
  await demo.phone.page.getByRole('heading', { name, level: 1 }).waitFor();
  assert.deepEqual(demo.phone.errors, []);
});

test('a number that nobody has is said to be so', async () => {
  await demo.goTo('/contacts/999999');
  await demo.phone.page.getByText('There is no contact with this number').waitFor();
});
