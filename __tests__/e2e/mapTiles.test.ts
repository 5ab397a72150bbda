import assert from 'node:assert/strict';
import { expect, test as base } from './demo';
import { startTileServer, type TileServer } from './tileServer';

/** A tile server with TLS on this machine. */
const test = base.extend<{ tiles: TileServer }>({
  tiles: async ({}, use) => {
    const tiles = await startTileServer();
    await use(tiles);
    await tiles.close();
  },
});

// A separate service: its space gets a tile server. The certificate of that server is its own.
test.use({
  serviceSettings: { DEMO_CONTACTS: '200' },
  joinAs: 'admin',
  phoneOptions: { ignoreHTTPSErrors: true },
});

type ActionList = { data: { ActionsAggreg: { Action: { id: number; name: string } }[] } };

test('the maps show the tiles of the organisation while online, and work without them', async ({
  demo,
  tiles,
}) => {
  const { page } = demo.phone;
  await demo.goTo('/space');
  await page.getByLabel('Address of the tiles').fill(tiles.url.replace('https:', 'http:'));
  await demo.visible('button', 'Save').click();
  await demo.text(/^Enter an address that starts with https/).waitFor();
  await page.getByLabel('Address of the tiles').fill(tiles.url);
  await page.getByLabel('Attribution').fill('© Town of tests');
  await demo.visible('button', 'Save').click();
  await page.getByLabel('Address of the tiles').waitFor({ state: 'hidden' });

  const list = await demo.service.get<ActionList>('/actions');
  const action = list.data.ActionsAggreg[0]?.Action;
  assert.ok(action);
  const map = page.getByRole('img', { name: /^Map of the area/ }).filter({ visible: true });
  const pictures = map.locator('img');
  const countLoaded = () =>
    pictures.evaluateAll((all) => all.filter((each) => (each as HTMLImageElement).naturalWidth > 0).length);
  await demo.goTo(`/actions/${action.id}`);
  await map.getByText('© Town of tests').waitFor();
  await expect.poll(countLoaded, { message: 'the page may show tiles' }).toBeGreaterThan(0);
  expect(tiles.requests.length).toBeGreaterThan(0);
  for (const request of tiles.requests) {
    expect(request.path).toMatch(/^\/\d+\/\d+\/\d+\.png$/);
    expect([request.cookie, request.referer]).toEqual([undefined, undefined]);
  }

  await demo.phone.setOffline(true);
  await expect(map.getByText('© Town of tests')).toHaveCount(0);
  await expect(pictures).toHaveCount(0);
  await expect(map).toBeVisible();

  // A server that refuses the page shows nothing broken.
  tiles.setCors(false);
  await demo.phone.setOffline(false);
  await demo.open(`/actions/${action.id}`);
  await map.getByText('© Town of tests').waitFor();
  await expect(pictures).toHaveCount(0);
  await expect(map).toBeVisible();
  expect(demo.phone.errors).toEqual([]);
});
