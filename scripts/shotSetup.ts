/** Screenshots of the screens that set up a campaign, with something typed, drawn or chosen; and of the first start. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPhone, webRoot, type PhoneOptions, type TestService } from '../__tests__/e2e/harness';
import { addSetupRecords, setTiles } from '../__tests__/e2e/setupRecords';
import { setupStates, words } from '../__tests__/e2e/setupStates';
import { startTileServer } from '../__tests__/e2e/tileServer';
import { createTestDatabase } from '../__tests__/support/postgres';
import { readConfig } from '../server/config';
import { startService } from '../server/service';
import { isSelected, settle, takeShot, withPhone } from './shotPhone';

type View = PhoneOptions & { suffix: string; language: 'en' | 'ar' };

const light: View[] = [
  { suffix: '', language: 'en' },
  { suffix: '-arabic', language: 'ar', locale: 'ar-EG' },
  { suffix: '-desk', language: 'en', width: 1280, height: 800 },
];

export async function shootSetup(service: TestService, dark: boolean): Promise<void> {
  const states = setupStates.filter(({ name }) => isSelected({ name: `setup-${name}` }));
  const views = dark ? light.slice(0, 1) : light;
  if (states.length > 0) await addSetupRecords(service);
  for (const { suffix, language, ...options } of states.length > 0 ? views : [])
    await withPhone(service, { role: 'admin', dark, ...options }, async (phone) => {
      for (const { name, path, then } of states) {
        await phone.page.goto(`${service.address}${path}`);
        await settle(phone.page);
        await then(phone.page, words[language], service);
        await settle(phone.page);
        await takeShot(phone, `setup-${name}${suffix}`, dark);
      }
    });
  if (isSelected({ name: 'setup-action-tiles' })) await shootTiles(service, dark, views);
  if (isSelected({ name: 'setup-first' }))
    for (const { suffix, language: _, ...options } of views)
      await shootFirstStart({ dark, ...options }, suffix);
}

/** Drawing an area over the tiles of the organisation. */
async function shootTiles(service: TestService, dark: boolean, views: readonly View[]): Promise<void> {
  const drawn = setupStates.find(({ name }) => name === 'action-turf');
  const tiles = await startTileServer();
  await setTiles(service, tiles.url);
  try {
    for (const { suffix, language, ...options } of views)
      await withPhone(
        service,
        { role: 'admin', dark, ignoreHTTPSErrors: true, ...options },
        async (phone) => {
          await phone.page.goto(`${service.address}/actions/new`);
          await settle(phone.page);
          await drawn?.then(phone.page, words[language], service);
          await settle(phone.page);
          await takeShot(phone, `setup-action-tiles${suffix}`, dark);
        }
      );
  } finally {
    await setTiles(service, null);
    await tiles.close();
  }
}

/** The pages of a service without a space, until the first admin can sign in. */
async function shootFirstStart(options: PhoneOptions & { dark: boolean }, suffix: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorstep-first-'));
  const database = await createTestDatabase();
  const environment = { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: database.connectionString };
  const config = readConfig(environment, { demo: false });
  let code = '';
  const onProgress = (line: string) => (code = /with the code (\w+)/.exec(line)?.[1] ?? code);
  const service = await startService({ config, webRoot, onProgress, logger: false });
  const phone = await openPhone(options);
  const { page } = phone;
  const shoot = (step: string) => takeShot(phone, `setup-first-${step}${suffix}`, options.dark);
  try {
    await page.goto(`http://localhost:${service.port}`);
    await page.locator('#code').waitFor();
    await shoot('empty');
    await page.locator('#code').fill('wrong');
    await page.locator('#name').fill('Les Voisins de Valorme et des environs');
    await page.locator('#mail').fill('ada@example.org');
    await page.locator('#currency').fill('XXX');
    await page.locator('button.main').click();
    await page.locator('#code-problem').waitFor();
    await shoot('wrong');
    await page.locator('#code').fill(code);
    await page.locator('#currency').fill('EUR');
    await page.locator('button.main').click();
    await page.locator('#code').waitFor({ state: 'detached' });
    await shoot('done');
  } finally {
    await phone.close();
    await service.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
