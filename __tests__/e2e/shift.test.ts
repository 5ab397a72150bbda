import assert from 'node:assert/strict';

import { createDemo, expect, test, type Demo } from './demo';
import { counted } from './volunteer';

async function recordCash(demo: Demo, name: string): Promise<void> {
  await demo.goTo('/');
  await demo.visible('button', 'Record').tap();
  await (await demo.findPerson(name)).tap();
  await demo.visible('radio', /€20/).tap();
  await demo.visible('radio', 'Cash').tap();
  await demo.save();
  await demo.visible('button', 'Record').waitFor();
}

const field = ({ phone }: Demo, label: string) =>
  phone.page.getByLabel(label, { exact: true }).filter({ visible: true });

/** Records that a person will give €20, and when to call them. */
async function recordPromise(demo: Demo, name: string): Promise<void> {
  await demo.goTo('/');
  await demo.visible('button', 'Record').tap();
  await (await demo.findPerson(name)).tap();
  await demo.visible('radio', /€20/).tap();
  await demo.visible('radio', 'Pays later').tap();
  await demo.visible('radio', 'Tomorrow').tap();
  await demo.save();
  await demo.visible('button', 'Record').waitFor();
}

type Payments = {
  data: {
    transactions: {
      amount: number;
      unpaid_amount?: number;
      payment_method_kind: string;
      payment_method?: object;
    }[];
  }[];
};

test('cash taken offline is counted, handed over, confirmed by the leader and seen by the treasurer; a promise is no cash until it is paid', async ({
  demo,
  service,
  openAnotherPhone,
}) => {
  const [promiser, ...people] = await demo.listUniqueContacts(3);
  assert.ok(promiser);
  await demo.phone.setOffline(true);
  for (const { name } of people) await recordCash(demo, name);
  await recordPromise(demo, promiser.name);
  await demo.text('€40.00').waitFor();

  const closing = counted(demo);
  await closing.press('button', /^Collected today/);
  await demo.text(/Captured 2, the service holds 0\. Not sent yet: No\. /).waitFor();
  await closing.press('button', 'Count the cash');
  await demo.text('2 records are not sent yet').waitFor();
  await field(demo, 'How many €20').fill('1');
  await demo.text('€20.00 too little').waitFor();
  await field(demo, 'How many €10').fill('2');
  await demo.text('The count matches your records').waitFor();
  await closing.press('button', 'Close shift');
  test
    .info()
    .annotations.push({ type: 'measured', description: `${closing.count()} presses to close a shift` });
  expect(closing.count()).toBeLessThanOrEqual(15);

  await demo.visible('button', 'Hand over').tap();
  const leader = await service.get<{ data: { User: { firstname: string; surname: string } } }>(
    '/me',
    'leader'
  );
  const leaderName = `${leader.data.User.firstname} ${leader.data.User.surname}`;
  await demo.visible('radio', new RegExp(leaderName)).tap();
  await demo.visible('button', 'Handed over').tap();
  await demo.text('No answer read yet').waitFor();
  await demo.phone.setOffline(false);

  // At the desk every euro is accounted for, from the door to the hand-over; the choice survives a reload.
  const desk = createDemo(await openAnotherPhone({ width: 1280, height: 800 }), service);
  await desk.join('admin');
  const today = await desk.phone.page.evaluate(() => new Date().toLocaleDateString('sv'));
  await desk.open(`/reconciliation?from=${today}&until=${today}`);
  await expect(async () => {
    await desk.phone.page.reload();
    await desk.text('€40.00 is handed over and not confirmed yet.').waitFor({ timeout: 10_000 });
  }).toPass();
  await desk.text('Every euro is accounted for').waitFor();
  await desk.visible('button', 'Show all shifts').click();
  await desk.text(/Captured 2, the service holds all of them/).waitFor();

  const other = createDemo(await openAnotherPhone(), service);
  await other.join('leader');
  await other.visible('button', /hands you €40.00/).tap();
  await field(other, 'How many €20').fill('1');
  await field(other, 'How many €5').fill('3');
  await other.visible('button', 'Confirm').tap();
  await other.visible('button', 'Confirm my count').tap();

  await expect(async () => {
    await demo.syncNow();
    await demo.goTo('/shift');
    await demo.text('Counted differently').waitFor({ timeout: 10_000 });
  }).toPass();
  await demo.text(/counted there: €35.00/).waitFor();

  await desk.syncNow();
  await desk.goTo('/reconciliation');
  await desk.text('One thing does not add up').waitFor();
  await desk.visible('button', /handed over €40.00, received €35.00/).click();
  await desk.text(`Given €40.00, ${leaderName} counted €35.00`).waitFor();

  await demo.goTo('/promises');
  await demo.visible('button', new RegExp(promiser.name)).tap();
  await demo.visible('button', 'Mark as paid').tap();
  await demo.visible('radio', 'Cash').tap();
  await demo.visible('button', 'Mark as paid').tap();
  await demo.text('No open promises').waitFor();
  await demo.goTo('/shift');
  await demo.visible('button', 'Count the cash').waitFor();
  // The service has it as paid: 20 in cash, and no promise any more.
  await expect
    .poll(async () => {
      const { data } = await service.get<Payments>('/v1/transaction_bundles?limit=1000', 'admin');
      const all = data.flatMap(({ transactions }) => transactions);
      return [
        all.filter(({ payment_method: details }) => details && 'promised' in details).length,
        all.filter(({ unpaid_amount: unpaid, payment_method_kind: kind }) => unpaid === 0 && kind === 'cash')
          .length,
      ];
    })
    .toEqual([0, 1]);
  for (const { phone } of [demo, other, desk]) assert.deepEqual(phone.errors, []);
});
