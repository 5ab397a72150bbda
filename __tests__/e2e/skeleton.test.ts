import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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
  service = await startDemoService();
  phone = await openPhone();
});

after(async () => {
  await phone.close();
  await service.close();
});

type ActionList = { data: { ActionsAggreg: { Action: { name: string } }[] } };

test('the actions of the service reach the screen, and are there after a cold start with the network off', async () => {
  await joinBy(phone, service.joinLink('volunteer'));
  assert.equal(new URL(phone.page.url()).hash, '', 'the token left the address bar');

  const list = await service.get<ActionList>('/actions', 'volunteer');
  const names = list.data.ActionsAggreg.map(({ Action }) => Action.name);
  assert.ok(names.length > 0);

  // Places that were left stay mounted, so what counts is what can be seen.
  const see = (name: string) =>
    phone.page.getByText(name, { exact: true }).filter({ visible: true }).first().waitFor();
  await phone.page.getByRole('tab', { name: 'Actions' }).click();
  for (const name of names.slice(0, 3)) await see(name);
  await waitUntilHeldOffline(phone);

  await phone.restart();
  await phone.setOffline(true);
  await phone.page.goto(`${service.address}/actions`);
  for (const name of names.slice(0, 3)) await see(name);
  assert.deepEqual(phone.errors, []);
});
