import { expect, test, type Demo } from './demo';
import { pressSave } from './harness';

test.use({ phoneOptions: { isFirstVisit: true } });

const record = async (demo: Demo) => {
  const [contact] = await demo.listUniqueContacts(1);
  await demo.open(`/record?contact=${contact?.id}`);
  await pressSave(demo.phone);
};

/** Opens a page of the same origin that is not the app: it can delete what the app has open. */
const leaveApp = (demo: Demo) => demo.open('/api/health');

test('a phone whose records were deleted says so once, and downloads what the service has', async ({
  demo,
}) => {
  const { page } = demo.phone;
  await leaveApp(demo);
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    // The types of this version do not list the entries of a folder.
    const entries = root as unknown as AsyncIterable<[name: string, handle: unknown]>;
    for await (const [name] of entries) await root.removeEntry(name, { recursive: true });
  });
  await demo.open('/');
  await page.getByText('The records on this phone are gone').waitFor();
  await expect(page.getByText(/Records that were not sent are lost/)).toBeVisible();

  // Until the person has read it, it is shown again.
  await page.reload();
  await demo.visible('button', 'Continue').tap();
  await page.getByRole('tab', { name: 'Home' }).waitFor();
  await demo.text(/^Up to date|^Last connected/).waitFor();
  await demo.open('/contacts');
  await page.getByRole('tab', { name: 'Contacts' }).waitFor();
  const [contact] = await demo.listUniqueContacts(1);
  await page
    .getByLabel('Search')
    .filter({ visible: true })
    .fill(contact?.name ?? '');
  await demo.text(contact?.name ?? '').waitFor();
  await expect(page.getByText('The records on this phone are gone')).toHaveCount(0);
});

test('a phone that lost its sign-in says how many records wait, and sends them after it', async ({
  demo,
}) => {
  const { page } = demo.phone;
  const before = (await demo.listBundles()).length;
  await demo.phone.setOffline(true);
  await record(demo);
  await demo.phone.setOffline(false);
  // The service must not have it yet: its answer is what this test is about.
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await page.getByText('1 on this phone', { exact: false }).first().waitFor();
  await page.unroute('**/api/**');

  await leaveApp(demo);
  await page.evaluate(
    () =>
      new Promise<void>((done, fail) => {
        const deleting = indexedDB.deleteDatabase('doorstep-secrets');
        deleting.onsuccess = () => done();
        deleting.onerror = () => fail(deleting.error ?? new Error('IndexedDB was not deleted.'));
      })
  );
  await demo.open('/');
  await page.getByText(/1 record waits on this phone/).waitFor();
  expect((await demo.listBundles()).length).toBe(before);
  await demo.open(demo.service.joinLink('volunteer').slice(demo.service.address.length));
  await page.getByRole('tab', { name: 'Home' }).waitFor();
  await demo.waitForBundles(before + 1);
});

test('a tab that does not close its records stops the other one for a limited time only', async ({
  demo,
}) => {
  const { page, context } = demo.phone;
  // A page that holds the lock and does not listen, as a frozen tab does.
  await leaveApp(demo);
  await page.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request('doorstep-database', () => {
          held();
          return new Promise(() => undefined);
        });
      })
  );
  const second = await context.newPage();
  await second.goto(demo.service.address);
  await second.getByText('Doorstep is open in another tab').waitFor();
  const takeOver = second.getByRole('button', { name: 'Continue here' });
  await takeOver.tap();
  await expect(second.getByText(/The other tab does not close its records\./)).toBeVisible({
    timeout: 30_000,
  });

  // The request that was given up takes nothing later; a press does, once the tab is closed.
  await page.close();
  await second.waitForTimeout(3_000);
  await expect(takeOver).toBeVisible();
  const locks = await second.evaluate(() => navigator.locks.query());
  expect(locks.held?.filter(({ name }) => name === 'doorstep-database')).toEqual([]);
  await takeOver.tap();
  await second.getByRole('tab', { name: 'Home' }).waitFor();
});

test('two tabs do not take the records from each other without a press', async ({ demo }) => {
  const first = demo.phone.page;
  const second = await demo.phone.context.newPage();
  await second.goto(demo.service.address);
  await second.getByRole('button', { name: 'Continue here' }).tap();
  await second.getByRole('tab', { name: 'Home' }).waitFor();
  await first.getByText('Doorstep is open in another tab').waitFor();
  await second.waitForTimeout(4_000);
  await expect(first.getByText('Doorstep is open in another tab')).toBeVisible();
  await expect(second.getByRole('tab', { name: 'Home' })).toBeVisible();
});
