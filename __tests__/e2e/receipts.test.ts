import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';

import { createDemo, expect, test } from './demo';
import { recordDonation } from './volunteer';

test.use({ joinAs: null });

/** Reads and checks a receipt by its description in docs/receipts.md, with Node's Ed25519. */
function isSignedForNode(code: string): boolean {
  const parts = code.split('.');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: parts[10] }, format: 'jwk' });
  const signature = Buffer.from(parts[11] ?? '', 'base64url');
  return verify(null, Buffer.from(parts.slice(0, 10).join('.')), key, signature);
}

test('a gift taken offline has a receipt that anyone can check without a request, and that has arrived once online', async ({
  demo,
  service,
  openAnotherPhone,
}) => {
  const { page } = demo.phone;
  const drawn = page.waitForResponse((response) => response.url().endsWith('/v1/receipt_books'));
  await demo.join('volunteer');
  await (await drawn).finished();
  const [person] = await demo.listUniqueContacts(1);
  assert.ok(person);
  const before = (await demo.listBundles()).length;

  await demo.phone.setOffline(true);
  await recordDonation(demo, person.name);
  await demo.open('/outbox');
  await demo.visible('button', new RegExp(person.name)).click();
  await demo.visible('button', 'Receipt').click();
  await demo.text('€20.00').waitFor();
  await page.getByLabel('QR code of the receipt').waitFor();
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  expect(isSignedForNode(code)).toBe(true);

  const giver = createDemo(await openAnotherPhone({ isFirstVisit: true }), service);
  const requests: string[] = [];
  giver.phone.context.on('request', (request) => requests.push(request.url()));
  await giver.open(`/r#${code}`);
  await giver.text('Signed and not altered').waitFor();
  await giver.text('€20.00').waitFor();
  await giver.text('Les Voisins de Valorme').waitFor();
  const open = async (other: string) => {
    await giver.phone.page.goto('about:blank');
    await giver.open(`/r#${other}`);
  };
  const altered = code.replace('.2000.', '.9000.');
  expect(isSignedForNode(altered)).toBe(false);
  await open(altered);
  await giver.text('This receipt was altered').waitFor();
  await giver.text('Do not rely on this receipt.').waitFor();
  await open('hello');
  await giver.text('This is not a receipt').waitFor();
  await open(code);
  expect(new URL(giver.phone.page.url()).hash).toBe(`#${code}`);
  const signature = code.slice(code.lastIndexOf('.') + 1);
  expect(requests.filter((url) => url.includes('/api') || url.includes(signature))).toEqual([]);

  await giver.phone.setOffline(true);
  await giver.visible('button', 'Ask whether it has arrived').click();
  await giver.text('The service did not answer').waitFor();
  await giver.phone.setOffline(false);
  await giver.visible('button', 'Ask whether it has arrived').click();
  await giver.text('Not arrived yet').waitFor();
  await demo.phone.setOffline(false);
  await demo.waitForBundles(before + 1);
  await giver.visible('button', 'Ask whether it has arrived').click();
  await giver.text('The record has arrived').waitFor();
  for (const { phone } of [demo, giver]) assert.deepEqual(phone.errors, []);
});
