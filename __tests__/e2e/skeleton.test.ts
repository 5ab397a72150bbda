import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUpDemo } from './demo';
import { joinBy, waitUntilHeldOffline } from './harness';

const demo = setUpDemo();
const { visible } = demo;

type ActionList = { data: { ActionsAggreg: { Action: { name: string } }[] } };

test('the actions of the service reach the screen, and are there after a cold start with the network off', async () => {
  await joinBy(demo.phone, demo.service.joinLink('volunteer'));
  assert.equal(new URL(demo.phone.page.url()).hash, '', 'the token left the address bar');

  const list = await demo.service.get<ActionList>('/actions', 'volunteer');
  const names = list.data.ActionsAggreg.map(({ Action }) => Action.name);
  assert.ok(names.length > 0);

  // Places that were left stay mounted, so what counts is what can be seen.
  const see = (name: string) =>
    demo.phone.page.getByText(name, { exact: true }).filter({ visible: true }).first().waitFor();
  await visible('tab', 'Actions').click();
  for (const name of names.slice(0, 3)) await see(name);
  await waitUntilHeldOffline(demo.phone);

  await demo.phone.restart();
  await demo.phone.setOffline(true);
  await demo.goTo('/actions');
  for (const name of names.slice(0, 3)) await see(name);
  assert.deepEqual(demo.phone.errors, []);
});
