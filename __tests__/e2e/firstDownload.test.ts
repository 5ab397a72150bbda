import { expect, test } from './demo';
import { openJoinLink, pressSave } from './harness';

test.use({ serviceSettings: { DEMO_CONTACTS: '3000' }, joinAs: null, phoneOptions: { isFirstVisit: true } });

test('a phone killed during the first download resumes it, and a record taken meanwhile arrives once', async ({
  demo,
}) => {
  const { phone, service, listBundles } = demo;
  const known = (await listBundles()).length;
  // The first page arrives; the next one is delayed until the browser is killed.
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => (release = done));
  await phone.context.route('**/api/v1/changes**', async (route) => {
    if (new URL(route.request().url()).searchParams.has('cursor')) await held;
    await route.continue().catch(() => undefined); // The browser that sent it is gone by then.
  });
  await openJoinLink(phone, service.joinLink('volunteer'));
  await phone.page
    .getByText(/^First download: .* [1-9][\d,.]* of [1-9][\d,.]*\. You can already record\.$/)
    .first()
    .waitFor();
  const bar = phone.page.getByRole('progressbar', { name: /^First download/ });
  const percent = Number(await bar.getAttribute('aria-valuenow'));
  expect(percent > 0 && percent < 100, `the bar stands at ${percent}`).toBe(true);

  await phone.page.getByRole('button', { name: 'Record', exact: true }).click();
  await phone.page
    .getByRole('button', { name: /^No name/ })
    .filter({ visible: true })
    .click();
  await phone.page.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).waitFor();
  // The first page may contain the prices or not.
  const amount = phone.page.getByLabel('Amount', { exact: true }).filter({ visible: true });
  if ((await amount.count()) > 0) await amount.fill('15');
  await pressSave(phone);

  const cursors: (string | null)[] = [];
  await phone.killAndReopen();
  release();
  phone.context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/v1/changes')) cursors.push(url.searchParams.get('cursor'));
  });
  await phone.page.goto(`${service.address}/contacts`);
  await phone.page.getByText(/^3,000 on this phone · Up to date/).waitFor();
  expect(cursors.length > 0 && cursors[0] !== null, 'the feed goes on from where the last page ended').toBe(
    true
  );

  await expect
    .poll(async () => (await listBundles()).length > known, { message: 'the record arrives' })
    .toBe(true);
  expect((await listBundles()).length).toBe(known + 1);
  expect(phone.errors).toEqual([]);
});
