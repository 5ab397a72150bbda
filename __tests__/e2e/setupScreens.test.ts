import { findViolationsInBothSchemes } from './axe';
import { createDemo, expect, test } from './demo';
import { goTo, type TestPhone } from './harness';
import { addSetupRecords } from './setupRecords';
import { setupStates, words } from './setupStates';

// A service of its own: the states show records that no other test expects.
test.use({ serviceSettings: { DEMO_CONTACTS: '200' }, joinAs: 'admin' });

test('axe finds nothing on the screens that set up a campaign, with something typed, drawn or chosen', async ({
  service,
  openAnotherPhone,
}) => {
  // Each state loads the page.
  test.setTimeout(20 * 60_000);
  await addSetupRecords(service);
  // Joined afterwards, so that the first download has the records: a later one may wait for minutes on a busy service.
  const demo = createDemo(await openAnotherPhone(), service);
  await demo.join('admin');
  const violations: string[] = [];
  for (const { name, path, then } of setupStates) {
    await demo.open(path);
    await then(demo.phone.page, words.en, service);
    for (const violation of await findViolationsInBothSchemes(demo.phone.page))
      violations.push(`${name}: ${violation}`);
  }
  expect(violations).toEqual([]);
});

const field = ({ page }: TestPhone, label: string | RegExp) =>
  page.getByLabel(label).filter({ visible: true }).first();
const press = ({ page }: TestPhone, role: 'button' | 'radio', name: string | RegExp) =>
  page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first()
    .click();

type Actions = { data: { ActionsAggreg: { Action: { id: number; pitch: string; goal: number } }[] } };
type Prices = { data: { id: number; name: string; amount: number }[] };

test('two organisers edit the same action and the same price: other fields are merged, for the same field one value is chosen', async ({
  demo: { phone: one, service },
  openAnotherPhone,
}) => {
  const two = await openAnotherPhone();
  await createDemo(two, service).join('manager');
  const open = async (phone: TestPhone, path: string, label: string | RegExp) => {
    await goTo(phone, service, path);
    await field(phone, label).waitFor();
  };
  const chooseMine = async (phone: TestPhone, mine: RegExp) => {
    await phone.page.getByText('Two people changed this').filter({ visible: true }).first().waitFor();
    await press(phone, 'radio', mine);
    await press(phone, 'button', 'Use these values');
    await press(phone, 'button', 'Save');
  };
  const readAction = async () =>
    (await service.get<Actions>('/actions')).data.ActionsAggreg.map(({ Action }) => Action).find(
      ({ id }) => id === 1
    );

  await open(one, '/actions/1/edit', 'What it is about');
  await open(two, '/actions/1/edit', 'What it is about');
  await field(two, 'What it is about').fill('Words of the second');
  await field(two, 'Goal in visits').fill('77');
  await press(two, 'button', 'Save');
  await expect.poll(async () => (await readAction())?.pitch).toBe('Words of the second');
  await field(one, 'What it is about').fill('Words of the first');
  await press(one, 'button', 'Save');
  await chooseMine(one, /: Words of the first$/);
  await expect.poll(async () => (await readAction())?.pitch).toBe('Words of the first');
  expect((await readAction())?.goal, 'what only the other changed stays').toBe(77);

  const listPrices = async () => (await service.get<Prices>('/v1/donation_prices')).data;
  const [price] = await listPrices();
  if (price === undefined) throw new Error('The demo has no price.');
  const readPrice = async () => (await listPrices()).find(({ id }) => id === price.id);
  const path = `/catalogue/edit?kind=donation_price&id=${price.id}`;
  await open(one, path, 'Name');
  const changed = await fetch(`${service.address}/api/v1/donation_prices/${price.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${service.tokens.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { name: 'Name of the second', amount: 4200 } }),
  });
  expect(changed.status).toBe(200);
  await field(one, 'Name').fill('Name of the first');
  await press(one, 'button', 'Save');
  await chooseMine(one, /: Name of the first$/);
  await expect.poll(async () => (await readPrice())?.name).toBe('Name of the first');
  expect((await readPrice())?.amount, 'what only the other changed stays').toBe(4200);
  expect([...one.errors, ...two.errors]).toEqual([]);
});
