import { createDemo, expect, test } from './demo';
import { recordDonation, signInAsVolunteer, waitForNewBundles } from './volunteer';

// A separate service: this test removes a person.
test.use({ serviceSettings: { DEMO_CONTACTS: '100' }, joinAs: null });

test('a removed person keeps their unsent record, can share it, and it is sent once they are let in again', async ({
  demo,
  openAnotherPhone,
  service,
}) => {
  await demo.goTo('/');
  await signInAsVolunteer(demo);
  const [contact] = await demo.listUniqueContacts(1);
  const before = new Set((await demo.listBundles()).map(({ id }) => id));
  await demo.phone.setOffline(true);
  await recordDonation(demo, contact?.name ?? '');

  type Users = { data: { users: { id: number; mail: string }[] } };
  const mail = await demo.mailOf('volunteer');
  const { users } = (await service.get<Users>('/users')).data;
  const person = users.find((user) => user.mail === mail);
  const office = createDemo(await openAnotherPhone(), service);
  await office.join('manager');
  await office.goTo(`/people/${person?.id}`);
  await office.visible('button', 'Remove from the space').click();
  await office.text(/Unsent records stay on that phone/).waitFor();
  await office.visible('button', 'Remove now').click();
  await office.text(/^Removed on/).waitFor();

  await demo.phone.setOffline(false);
  await demo.text('You are no longer in this space').waitFor();
  await demo.goTo('/outbox');
  await demo.text('You are no longer in this space').waitFor();
  await demo.visible('button', /^Share/).waitFor();
  expect((await demo.listBundles()).length, 'nothing was sent').toBe(before.size);
  await demo.goTo('/contacts');
  await demo.text('No contacts on this phone yet').waitFor();

  await office.visible('button', 'Let in again').click();
  await office.visible('button', 'Suspend').waitFor();
  await demo.goTo('/');
  await demo.visible('button', 'Sign in again').click();
  await demo.visible('button', 'Sign in with a code').click();
  await demo.signInWithCode(mail);
  const arrived = await waitForNewBundles(demo, before, 1);
  expect(arrived.map(({ transactions }) => transactions[0]?.contact_id)).toEqual([contact?.id]);
  expect(demo.phone.errors).toEqual([]);
});
