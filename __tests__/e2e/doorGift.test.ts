import assert from 'node:assert/strict';
import { expect, test } from './demo';

type ActionList = { data: { ActionsAggreg: { NbVisites: number; Action: { id: number; name: string } }[] } };

// A service of its own: others mark doors of the shared one.
test.use({ serviceSettings: { DEMO_CONTACTS: '601' } });

test('a gift at a door, taken offline, marks the door as talked and arrives with its visit, each once', async ({
  demo,
  service,
}) => {
  const findAction = async () => {
    const { data } = await service.get<ActionList>('/actions?limit=100', 'volunteer');
    const found = data.ActionsAggreg.find(({ Action }) => Action.name === 'Autumn doors');
    assert.ok(found);
    return found;
  };
  const { Action: action, NbVisites: visits } = await findAction();
  await service.runSql(
    `INSERT INTO action_users (group_id, action_id, user_id)
     SELECT group_id, $1, user_id FROM space_users WHERE group_id = (SELECT group_id FROM actions WHERE id = $1)
     ON CONFLICT DO NOTHING`,
    [action.id]
  );
  const before = new Set((await demo.listBundles()).map(({ id }) => id));
  const { page } = demo.phone;
  const door = page.locator('[aria-expanded="true"]').filter({ visible: true }).first();

  await demo.goTo(`/actions/${action.id}/doors`);
  await door.waitFor();
  await demo.phone.setOffline(true);
  await door.tap();
  const address = (await door.innerText()).split('\n')[0] ?? '';
  expect(await door.innerText()).not.toContain('Talked');
  await demo.visible('button', 'Record').tap();
  const price = demo.visible('radio', /€20/);
  const search = page.getByLabel('Search').filter({ visible: true });
  await price.or(search).first().waitFor();
  if (await search.isVisible()) await (await demo.findNewSupporter('Vera Threshold')).tap();
  await price.tap();
  await demo.visible('radio', 'Cash').tap();
  await demo.save();

  // The door left the list of those that are left; among all it shows what happened there.
  await demo.visible('radio', 'All').tap();
  await expect.poll(() => door.innerText()).toContain('Talked');
  expect((await door.innerText()).split('\n')[0]).toBe(address);
  await demo.goTo('/outbox');
  await demo.text(/^Visit/).waitFor();
  await demo.phone.setOffline(false);
  await demo.waitForBundles(before.size + 1);
  await expect.poll(async () => (await findAction()).NbVisites).toBe(visits + 1);
  const [gift] = (await demo.listBundles()).filter(({ id }) => !before.has(id));
  expect(gift?.transactions).toMatchObject([{ amount: 2_000, payment_method_kind: 'cash' }]);
  await demo.text(/sent · €20.00/).waitFor();
  expect((await findAction()).NbVisites).toBe(visits + 1);
  assert.deepEqual(demo.phone.errors, []);
});
