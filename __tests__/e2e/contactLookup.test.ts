import { expect, test, type Demo } from './demo';
import { waitForServiceWorker, type TestService } from './harness';

// A service without extensions has no list of contacts, so most of them are not on the phone.
test.use({ serviceSettings: { EXTENSIONS: 'off', DEMO_CONTACTS: '600' }, joinAs: null });

type ContactBody = { id: number; firstname: string; surname: string };

/** Without extensions the service does not return the user of a token, so the app has a field for it. */
async function joinAndChoosePerson({ phone, service, visible }: Demo): Promise<void> {
  await phone.page.goto(service.joinLink('volunteer'));
  await phone.page.getByText('Zoé N’Diaye').click();
  await visible('tab', 'Home').waitFor();
}

/** A named contact without a bundle that would bring it to the phone. */
async function findUnknownContact(service: TestService): Promise<ContactBody> {
  for (let id = 590; id > 400; id -= 1) {
    const contact = await service.get<ContactBody>(`/v1/contacts/${id}`, 'volunteer');
    if (contact.firstname !== '' && contact.surname !== '') return contact;
  }
  throw new Error('The demo has no contact with a name.');
}

test('a contact looked up by number offline is fetched when the network returns', async ({ demo }) => {
  const { page } = demo.phone;
  await joinAndChoosePerson(demo);
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await demo.text(/Up to date/).waitFor();
  await waitForServiceWorker(demo.phone);

  const contact = await findUnknownContact(demo.service);
  await demo.phone.setOffline(true);
  await page.getByLabel('Search').fill(String(contact.id));
  await page.getByText(`Look up No. ${contact.id}`).click();
  await page.getByText('Not on this phone').waitFor();

  // The request survives the screen and the browser.
  await demo.phone.restart();
  await demo.phone.setOffline(true);
  await demo.goTo('/contacts');
  await demo.phone.page.getByLabel('Search').fill(contact.surname);
  await demo.phone.setOffline(false);
  const name = `${contact.firstname} ${contact.surname}`;
  await demo.phone.page.getByText(name, { exact: true }).first().click();
  await demo.phone.page.getByRole('heading', { name, level: 1 }).waitFor();
  expect(demo.phone.errors).toEqual([]);
});

test('a number that no contact has is reported', async ({ demo }) => {
  await joinAndChoosePerson(demo);
  await demo.goTo('/contacts/999999');
  await demo.phone.page.getByText('This contact is not here for you').waitFor();
});
