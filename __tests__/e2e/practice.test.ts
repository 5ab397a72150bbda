import { expect, test } from './demo';
import { recordDonation } from './volunteer';

test('a practice is marked, sends nothing, and leaves the real records as they were', async ({ demo }) => {
  const { page } = demo.phone;
  const before = (await demo.listBundles()).length;
  const written: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/') && request.method() !== 'GET') written.push(request.url());
  });
  await demo.goTo('/you');
  await demo.visible('button', 'Start practising').click();
  const bar = demo.text('Practice: nothing is sent');
  await bar.waitFor();
  await demo.text('Practice space').waitFor();

  await recordDonation(demo, 'Tom Rivers');
  await demo.visible('tab', 'Outbox').click();
  await demo.text('Tom Rivers').waitFor();
  await demo.visible('button', 'Send now').click();
  await demo.text('Practice: nothing leaves this phone').waitFor();
  await demo.visible('tab', 'Contacts').click();
  await demo.visible('button', /Greta Lind/).click();
  await bar.waitFor();

  await demo.visible('button', 'Leave practice').click();
  await demo.text('Les Voisins de Valorme').waitFor();
  await expect(page.getByText('Practice: nothing is sent')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/');
  await demo.visible('tab', 'Outbox').click();
  await demo.text('Nothing to send').waitFor();
  expect(await page.getByText('Tom Rivers').count()).toBe(0);
  await demo.visible('tab', 'Contacts').click();
  await page.getByLabel('Search').filter({ visible: true }).waitFor();
  expect(await page.getByText('Greta Lind').count()).toBe(0);
  expect(written.filter((url) => url.includes('/transaction_bundles'))).toEqual([]);
  expect((await demo.listBundles()).length).toBe(before);
});
