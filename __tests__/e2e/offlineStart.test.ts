import { expect, test } from './demo';

test.use({ phoneOptions: { isFirstVisit: true } });

type ActionList = { data: { ActionsAggreg: { Action: { name: string } }[] } };

test('the actions of the service are shown, also after a cold start with the network off', async ({
  demo,
}) => {
  expect(new URL(demo.phone.page.url()).hash, 'the token left the address bar').toBe('');

  const list = await demo.service.get<ActionList>('/actions', 'volunteer');
  const names = list.data.ActionsAggreg.map(({ Action }) => Action.name);
  expect(names.length).toBeGreaterThan(0);

  const see = (name: string) =>
    demo.phone.page.getByText(name, { exact: true }).filter({ visible: true }).first().waitFor();
  await demo.visible('tab', 'Actions').click();
  for (const name of names.slice(0, 3)) await see(name);

  await demo.phone.restart();
  await demo.phone.setOffline(true);
  await demo.open('/actions');
  for (const name of names.slice(0, 3)) await see(name);
  expect(demo.phone.errors).toEqual([]);
});
