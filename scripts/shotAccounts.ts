/** Screenshots of accounts: a member who is suspended, removed and let in again, or leaves, the audit log, the second step, tokens, the data of one person. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import {
  mailOf,
  openPhone,
  signInWithCode,
  startDemoService,
  type Role,
  type TestPhone,
  type TestService,
} from '../__tests__/e2e/harness';
import { readMails, waitForCode } from '../__tests__/server/signIn';
import { startIdentityProvider } from '../__tests__/support/identityProvider';
import { control } from './shotList';
import { folder, isSelected, settle, takeShot, withPhone } from './shotPhone';

const text = (page: Page, words: string | RegExp) => page.getByText(words).filter({ visible: true }).first();

type Size = 'phone' | 'desk';
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } };

/** A flow on one phone: its pictures have the name of the flow and the size. */
async function withFlow(
  service: TestService,
  { name, role, size, dark }: { name: string; role: Role; size: Size; dark: boolean },
  work: (phone: TestPhone, shoot: (step: string) => Promise<void>) => Promise<void>
): Promise<void> {
  const full = `accounts-${name}`;
  if (!isSelected({ name: full })) return;
  await withPhone(service, { role, dark, ...sizes[size] }, (phone) =>
    work(phone, (step) => takeShot(phone, `${full}-${step}${size === 'desk' ? '-desk' : ''}`, dark))
  );
}

async function idOf(service: TestService, role: Role): Promise<number> {
  type Me = { data: { User: { id: number } } };
  return (await service.get<Me>('/me', role)).data.User.id;
}

/** As if the person had never left: the tokens of the demo, which end with a membership, are valid again. */
async function letBackIn(service: TestService, id: number): Promise<void> {
  await service.runSql(
    'UPDATE space_users SET removed_at = NULL, token_after = $2, sign_in_after = $2 WHERE user_id = $1',
    [id, '2020-01-01']
  );
}

async function shootMember(service: TestService, size: Size, dark: boolean): Promise<void> {
  const id = await idOf(service, 'volunteer');
  await withFlow(service, { name: 'member', role: 'manager', size, dark }, async ({ page }, shoot) => {
    await page.goto(`${service.address}/people/${id}`);
    await settle(page);
    await shoot('before');
    await control(page, 'button', 'Suspend').click();
    await page.waitForTimeout(400);
    await shoot('suspend');
    await control(page, 'button', 'Suspend now').click();
    await text(page, /^Suspended since/).waitFor();
    await page.waitForTimeout(500);
    await shoot('suspended');
    await control(page, 'button', 'End the suspension').click();
    await control(page, 'button', 'Suspend').waitFor();
    await page.waitForTimeout(500);
    await shoot('resumed');
    await control(page, 'button', 'Remove from the space').click();
    await page.waitForTimeout(400);
    await shoot('remove');
    await control(page, 'button', 'Remove now').click();
    await text(page, /^Removed on/).waitFor();
    await page.waitForTimeout(500);
    await shoot('removed');
    await page.goto(`${service.address}/people`);
    await settle(page);
    await shoot('list');
    await page.goto(`${service.address}/people/${id}`);
    await control(page, 'button', 'Let in again').click();
    await control(page, 'button', 'Suspend').waitFor();
    await page.waitForTimeout(500);
    await shoot('again');
  });
  await letBackIn(service, id);
}

async function shootLeaving(service: TestService, size: Size, dark: boolean): Promise<void> {
  const id = await idOf(service, 'leader');
  await withFlow(service, { name: 'leave', role: 'leader', size, dark }, async ({ page }, shoot) => {
    await page.goto(`${service.address}/you`);
    await settle(page);
    await control(page, 'button', 'Leave this space').scrollIntoViewIfNeeded();
    await shoot('you');
    await control(page, 'button', 'Leave this space').click();
    await page.waitForTimeout(400);
    await shoot('ask');
    await control(page, 'button', 'Leave now').click();
    await page.waitForTimeout(1_000);
    await shoot('left');
    await page.waitForTimeout(4_000);
    await page.goto(service.address);
    await page.waitForTimeout(20_000);
    await shoot('after');
    await page.goto(`${service.address}/you`);
    await page.waitForTimeout(5_000);
    await shoot('you-after');
  });
  await letBackIn(service, id);
}

async function shootAudit(service: TestService, size: Size, dark: boolean): Promise<void> {
  await withFlow(service, { name: 'audit', role: 'admin', size, dark }, async ({ page }, shoot) => {
    await page.goto(`${service.address}/audit`);
    await settle(page);
    await shoot('all');
    await control(page, 'button', 'Filter').click();
    await page.waitForTimeout(400);
    await control(page, 'radio', 'Members').click();
    await shoot('filter');
    await control(page, 'button', 'Show entries').click();
    await settle(page);
    await shoot('members');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      control(page, 'button', 'Export').click(),
    ]);
    await download.saveAs(join(folder, 'accounts-audit.csv'));
    await page.waitForTimeout(500);
    await shoot('exported');
  });
}

async function shootTokens(service: TestService, size: Size, dark: boolean): Promise<void> {
  await withFlow(service, { name: 'token', role: 'admin', size, dark }, async ({ page }, shoot) => {
    await page.goto(`${service.address}/tokens`);
    await settle(page);
    await shoot('list');
    await control(page, 'button', 'New token').click();
    await page.waitForTimeout(400);
    await control(page, 'button', 'Create token').click();
    await page.waitForTimeout(400);
    await shoot('missing');
    await page.getByLabel('Name').filter({ visible: true }).first().fill('Nightly export');
    await page.getByText('Read the audit log').filter({ visible: true }).first().click();
    await shoot('new');
    await control(page, 'button', 'Create token').click();
    await control(page, 'button', 'I have stored the token').waitFor();
    await shoot('made');
    await control(page, 'button', 'I have stored the token').click();
    await text(page, 'Nightly export').waitFor();
    await page.waitForTimeout(500);
    await shoot('listed');
    await page
      .getByRole('button', { name: /Revoke/ })
      .filter({ visible: true })
      .first()
      .click();
    await page.waitForTimeout(400);
    await shoot('revoke');
    await control(page, 'button', 'Revoke token').click();
    await text(page, /is revoked/).waitFor();
    await page.waitForTimeout(500);
    await shoot('revoked');
  });
}

async function shootPersonalData(service: TestService, size: Size, dark: boolean): Promise<void> {
  await withFlow(service, { name: 'data', role: 'admin', size, dark }, async ({ page }, shoot) => {
    await page.goto(`${service.address}/contacts/${dark || size === 'desk' ? 44 : 43}`);
    await settle(page);
    await shoot('contact');
    await control(page, 'button', 'Export everything about this person').scrollIntoViewIfNeeded();
    await shoot('buttons');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      control(page, 'button', 'Export everything about this person').click(),
    ]);
    await download.saveAs(join(folder, 'accounts-data.json'));
    await control(page, 'button', 'Erase this person').click();
    await page.waitForTimeout(400);
    await shoot('erase');
    await control(page, 'button', 'Erase for good').click();
    await text(page, /is erased/).waitFor();
    await page.waitForTimeout(500);
    await shoot('erased');
  });
}

async function signIn(phone: TestPhone, service: TestService, mail: string): Promise<void> {
  const { page } = phone;
  await page.goto(service.address);
  await control(page, 'button', 'Sign in with a code').click();
  await signInWithCode(phone, service, mail);
  await control(page, 'button', /Les Voisins de Valorme/).click();
  await text(page, /^Up to date|^Last connected/).waitFor();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Set up with a mailed code and an authenticator app, then used at the next sign-in. */
async function shootSecondStep(size: Size, dark: boolean): Promise<void> {
  const full = 'accounts-second-step';
  if (!isSelected({ name: full })) return;
  // The address of the page has the port of the settings.
  const dataDir = await mkdtemp(join(tmpdir(), 'doorstep-shots-'));
  const port = String(await freePort());
  const service = await startDemoService({ DEMO_CONTACTS: '20', PORT: port, DATA_DIR: dataDir });
  const phone = await openPhone({ dark, ...sizes[size] });
  const { page } = phone;
  const mail = await mailOf(service, 'manager');
  const name = (step: string) => `${full}-${step}${size === 'desk' ? '-desk' : ''}`;
  const file = (step: string) => ({ path: join(folder, `${name(step)}${dark ? '-dark' : ''}.png`) });
  try {
    await signIn(phone, service, mail);
    await page.goto(`${service.address}/you`);
    await settle(page);
    await text(page, 'Second step when you sign in').scrollIntoViewIfNeeded();
    await takeShot(phone, name('off'), dark);
    const [opened] = await Promise.all([
      phone.context.waitForEvent('page'),
      text(page, 'Second step when you sign in').click(),
    ]);
    await opened.waitForLoadState();
    await opened.screenshot(file('mail'));
    const earlier = (await readMails(dataDir)).filter(({ to }) => to === mail).length;
    await opened.getByRole('button').first().click();
    await opened.locator('input[name=code]').waitFor();
    await opened.screenshot(file('code'));
    await opened.locator('input[name=code]').fill(await waitForCode(dataDir, mail, earlier + 1));
    await opened.locator('button.main').click();
    await opened.locator('svg').waitFor();
    await opened.screenshot({ ...file('set-up'), fullPage: true });
    const secret = Secret.fromBase32((await opened.locator('code').innerText()).replaceAll(' ', ''));
    await opened.locator('input[name=code]').fill('000000');
    await opened.locator('button.main').click();
    await opened.screenshot({ ...file('wrong'), fullPage: true });
    await opened.locator('input[name=code]').fill(new TOTP({ secret }).generate());
    await opened.locator('button.main').click();
    await opened.locator('li').first().waitFor();
    await opened.screenshot({ ...file('codes'), fullPage: true });
    const recovery = await opened.locator('li code').first().innerText();
    await opened.locator('button.main').click();
    await opened.waitForLoadState();
    await opened.screenshot(file('done'));
    await opened.close();
    await page.goto(`${service.address}/you`);
    await settle(page);
    await text(page, 'Second step when you sign in').scrollIntoViewIfNeeded();
    await takeShot(phone, name('on'), dark);
    const other = await openPhone({ dark, ...sizes[size] });
    try {
      await other.page.goto(service.address);
      await control(other.page, 'button', 'Sign in with a code').click();
      await signInWithCode(other, service, mail);
      await other.page.locator('input[name=code]').waitFor();
      await takeShot(other, name('ask'), dark);
      await other.page.locator('input[name=code]').fill(recovery);
      await other.page.locator('button.main').click();
      await control(other.page, 'button', /Les Voisins de Valorme/).waitFor();
      await takeShot(other, name('signed-in'), dark);
    } finally {
      await other.close();
    }
  } finally {
    await phone.close();
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Sign-in through the provider of the organisation, with a member's address and with one that is not verified. */
async function shootProvider(size: Size, dark: boolean): Promise<void> {
  const full = 'accounts-provider';
  if (!isSelected({ name: full })) return;
  const organisation = await startIdentityProvider();
  const service = await startDemoService({
    DEMO_CONTACTS: '20',
    OIDC_ISSUER: organisation.issuer,
    OIDC_CLIENT_ID: 'doorstep-service',
    OIDC_CLIENT_SECRET: 'a secret of the service',
    OIDC_NAME: 'Riverside',
    OIDC_DOMAINS: 'example.org,voisins.example',
  });
  organisation.allow(`${service.address}/api/oidc/provider`);
  const phone = await openPhone({ dark, ...sizes[size] });
  const { page } = phone;
  const name = (step: string) => `${full}-${step}${size === 'desk' ? '-desk' : ''}`;
  try {
    const email = await mailOf(service, 'manager');
    await page.goto(service.address);
    await control(page, 'button', 'Sign in with a code').click();
    await page.getByLabel('Mail address').waitFor();
    await takeShot(phone, name('first'), dark);
    organisation.state.current = { id: 'one', email, email_verified: false };
    await page.getByRole('button', { name: /Riverside/ }).click();
    await page.waitForTimeout(2_000);
    await takeShot(phone, name('unverified'), dark);
    organisation.state.current = { id: 'two', email, email_verified: true };
    await phone.context.clearCookies();
    await page.goto(service.address);
    await control(page, 'button', 'Sign in with a code').click();
    await page.getByRole('button', { name: /Riverside/ }).click();
    await page.waitForTimeout(3_000);
    await takeShot(phone, name('signed-in'), dark);
  } finally {
    await phone.close();
    await service.close();
    await organisation.close();
  }
}

/** A leader finds somebody who is not on the phone, and opens them. */
async function shootLookUp(service: TestService, size: Size, dark: boolean): Promise<void> {
  // In the demo everyone sees every contact.
  await service.runSql(`UPDATE spaces SET visibility = 'assigned'`);
  type Contacts = { data: { id: number; firstname: string; surname: string }[] };
  const list = async (role: Role) => (await service.get<Contacts>('/v1/contacts?limit=1000', role)).data;
  const own = new Set((await list('leader')).map(({ id }) => id));
  const found = (await list('admin')).find(({ id, surname }) => !own.has(id) && surname !== '');
  await withFlow(service, { name: 'look-up', role: 'leader', size, dark }, async ({ page }, shoot) => {
    await page.goto(`${service.address}/contacts`);
    await settle(page);
    await page
      .getByLabel('Search')
      .filter({ visible: true })
      .first()
      .fill(`${found?.firstname} ${found?.surname}`);
    await page.waitForTimeout(600);
    await shoot('search');
    await page
      .getByText(/everyone/i)
      .filter({ visible: true })
      .first()
      .click();
    await page.waitForTimeout(2_000);
    await shoot('found');
    await page.getByText(`${found?.firstname} ${found?.surname}`).filter({ visible: true }).last().click();
    await page.waitForTimeout(3_000);
    await shoot('opened');
  });
  await service.runSql(`UPDATE spaces SET visibility = 'everyone'`);
}

export async function shootAccounts(service: TestService, dark: boolean): Promise<void> {
  for (const size of ['phone', 'desk'] as const) {
    await shootMember(service, size, dark);
    await shootLookUp(service, size, dark);
    await shootTokens(service, size, dark);
    await shootPersonalData(service, size, dark);
    await shootSecondStep(size, dark);
    await shootProvider(size, dark);
    await shootAudit(service, size, dark);
    await shootLeaving(service, size, dark);
  }
}
