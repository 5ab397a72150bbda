import { findViolations } from './axe';
import { expect, test } from './demo';

type Me = { data: { User: { group_id: number } } };

// The phone joins after the test has added a payment method.
test.use({ joinAs: null });

test('a refused record shows why, is corrected, and arrives exactly once', async ({ demo }) => {
  const { visible, text, listBundles, waitForBundles } = demo;
  const space = (await demo.service.get<Me>('/me', 'volunteer')).data.User.group_id;
  await demo.service.runSql(`INSERT INTO payment_methods VALUES ($1, 'voucher', 9)`, [space]);
  await demo.join('volunteer');
  const known = (await listBundles()).length;
  await demo.phone.setOffline(true);
  await demo.goTo(`/record?contact=${demo.service.sample.contact_id}`);
  await visible('radio', 'voucher').click();
  await visible('radio', /€50/).click();
  await demo.save();

  // Meanwhile the office removes this payment method from the settings.
  await demo.service.runSql(`DELETE FROM payment_methods WHERE kind = 'voucher'`);
  await demo.phone.setOffline(false);
  await demo.goTo('/outbox');
  await visible('button', 'Send now').click();
  await text('the service no longer accepts this payment method.').waitFor();
  await text(/^1 needs you ·/).waitFor();
  expect(await findViolations(demo.phone.page), 'the outbox with a refused record').toEqual([]);
  expect((await listBundles()).length, 'a refused record exists on the phone only').toBe(known);

  await visible('button', 'Fix').click();
  await demo.phone.page.getByText('€50.00', { exact: true }).filter({ visible: true }).waitFor();
  // The sync that was refused has fetched the settings too, so the form marks the payment method.
  await demo.phone.page.getByText('Fix one thing before you save.').waitFor();
  await visible('radio', 'Cash').click();
  await demo.save();

  await waitForBundles(known + 1);
  await text(/1 sent/).waitFor();
  await demo.phone.page.reload();
  await text(/^Last connected/).waitFor();
  // The rows are loaded by now, so a row that needs attention would be among them.
  await text(/1 sent/).waitFor();
  const [newest, ...rest] = (await listBundles()).sort((one, other) => other.id - one.id);
  expect(rest.length, 'exactly one new bundle').toBe(known);
  expect(newest?.transactions.map(({ amount, payment_method_kind: kind }) => [amount, kind])).toEqual([
    [5000, 'cash'],
  ]);
  expect(await demo.phone.page.getByText('needs you').count()).toBe(0);
  expect(demo.phone.errors).toEqual([]);
});
