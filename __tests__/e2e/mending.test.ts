import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFaults } from './accessibility';
import { setUpDemo } from './demo';

type Me = { data: { User: { group_id: number } } };

const demo = setUpDemo({
  settings: { DEMO_CONTACTS: '200' },
  prepare: async (service) => {
    const space = (await service.get<Me>('/me', 'volunteer')).data.User.group_id;
    await service.change(`INSERT INTO payment_methods VALUES ($1, 'voucher', 9)`, [space]);
  },
  joinAs: 'volunteer',
});
const { visible, text, listBundles, untilBundles } = demo;

test('[case 11] a refused record says why in words, is mended, and arrives exactly once', async () => {
  const known = (await listBundles()).length;
  await demo.phone.setOffline(true);
  await demo.goTo(`/record?contact=${demo.service.sample.contact_id}`);
  await visible('radio', 'voucher').click();
  await visible('radio', /€50/).click();
  await demo.save();

  // Meanwhile the office takes this way of paying out of the settings.
  await demo.service.change(`DELETE FROM payment_methods WHERE kind = 'voucher'`);
  await demo.phone.setOffline(false);
  await demo.goTo('/outbox');
  await visible('button', 'Send now').click();
  await text('the service no longer accepts this payment method.').waitFor();
  await text('1 needs you').waitFor();
  assert.deepEqual(await findFaults(demo.phone.page), [], 'the outbox with a refused record');
  assert.equal((await listBundles()).length, known, 'a refused record is nowhere but here');

  await visible('button', 'Fix').click();
  await demo.phone.page.getByText('€50.00', { exact: true }).filter({ visible: true }).waitFor();
  // The round that was refused has fetched the settings too: what would be refused again is said at the field.
  await demo.phone.page.getByText('Fix one thing before you save.').waitFor();
  await visible('radio', 'Cash').click();
  await demo.save();

  await untilBundles(known + 1);
  await text(/1 sent/).waitFor();
  await demo.phone.page.reload();
  await text(/^Last connected/).waitFor();
  // The rows are read by now: what needs somebody would stand among them.
  await text(/1 sent/).waitFor();
  const [newest, ...rest] = (await listBundles()).sort((one, other) => other.id - one.id);
  assert.equal(rest.length, known, 'one bundle, and no other');
  assert.deepEqual(
    newest?.transactions.map(({ amount, payment_method_kind: kind }) => [amount, kind]),
    [[5000, 'cash']]
  );
  assert.equal(await demo.phone.page.getByText('needs you').count(), 0);
  assert.deepEqual(demo.phone.errors, []);
});
