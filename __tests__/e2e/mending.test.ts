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

type Me = { data: { User: { group_id: number } } };
type Bundle = { id: number; transactions: { payment_method_kind: string; amount: number }[] };

before(async () => {
  service = await startDemoService({ DEMO_CONTACTS: '200' });
  const space = (await service.get<Me>('/me', 'volunteer')).data.User.group_id;
  await service.change(`INSERT INTO payment_methods VALUES ($1, 'voucher', 9)`, [space]);
  phone = await openPhone();
  await joinBy(phone, service.joinLink('volunteer'));
  await waitUntilHeldOffline(phone);
  await phone.page
    .getByText(/^Up to date|^In touch/)
    .first()
    .waitFor();
});

after(async () => {
  await phone?.close();
  await service?.close();
});

const listBundles = async () =>
  (await service.get<{ data: Bundle[] }>('/v1/transaction_bundles?limit=1000')).data;

const visible = (role: 'button' | 'radio' | 'tab', name: string | RegExp) =>
  phone.page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first();

test('[case 11] a refused record says why in words, is mended, and arrives exactly once', async () => {
  const known = (await listBundles()).length;
  await phone.setOffline(true);
  await phone.page.goto(`${service.address}/record?contact=${service.sample.contact_id}`);
  await visible('radio', 'voucher').click();
  await visible('radio', /€50/).click();
  await visible('button', 'Save').click();
  await phone.page.getByText('Saved on this phone').waitFor();

  // Meanwhile the office takes this way of paying out of the settings.
  await service.change(`DELETE FROM payment_methods WHERE kind = 'voucher'`);
  await phone.setOffline(false);
  await phone.page.goto(`${service.address}/outbox`);
  await visible('button', 'Send now').click();
  await phone.page.getByText('this way of paying is no longer taken here.').first().waitFor();
  await phone.page.getByText('1 needs you').first().waitFor();
  assert.deepEqual(await findFaults(phone.page), [], 'the outbox with a refused record');
  assert.equal((await listBundles()).length, known, 'a refused record is nowhere but here');

  await visible('button', 'Mend').click();
  await phone.page.getByText('€50.00', { exact: true }).filter({ visible: true }).waitFor();
  // The round that was refused has fetched the settings too: what would be refused again is said at the field.
  await phone.page.getByText('One thing to put right before saving.').waitFor();
  await visible('radio', 'Cash').click();
  await visible('button', 'Save').click();
  await phone.page.getByText('Saved on this phone').waitFor();

  while ((await listBundles()).length === known) await phone.page.waitForTimeout(300);
  await phone.page
    .getByText(/1 sent/)
    .first()
    .waitFor();
  await phone.page.reload();
  await phone.page
    .getByText(/^In touch/)
    .first()
    .waitFor();
  const [newest, ...rest] = (await listBundles()).sort((one, other) => other.id - one.id);
  assert.equal(rest.length, known, 'one bundle, and no other');
  assert.deepEqual(
    newest?.transactions.map(({ amount, payment_method_kind: kind }) => [amount, kind]),
    [[5000, 'cash']]
  );
  assert.equal(await phone.page.getByText('needs you').count(), 0);
  assert.deepEqual(phone.errors, []);
});
