import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { chromium, type Page } from 'playwright-core';
import { browserArguments, findBrowser } from '../../scripts/browser';
import { findFaults } from './accessibility';
import { joinBy, openPhone, startDemoService, type TestPhone, type TestService } from './harness';

let service: TestService;
let phone: TestPhone;

before(async () => {
  service = await startDemoService({ DEMO_CONTACTS: '200' });
});
after(async () => {
  await service?.close();
});
beforeEach(async () => {
  phone = await openPhone();
});
afterEach(async () => {
  await phone?.close();
});

type Me = { data: { User: { mail: string } } };

const atHome = () => phone.page.getByRole('tab', { name: 'Home' }).waitFor();
const button = (name: string) => phone.page.getByRole('button', { name, exact: true });
const sentence = (text: string | RegExp) => phone.page.getByRole('alert').getByText(text).waitFor();

/** Types the address of a person and the code that the demo shows instead of sending it. */
async function passTheServicesPages(page: Page, mail: string): Promise<void> {
  await page.getByLabel('Mail address').fill(mail);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = await page.locator('.hint strong').innerText();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Everybody of the demo belongs to two spaces, and is asked which one to begin in. */
async function goTo(space: string): Promise<void> {
  await phone.page.getByRole('heading', { name: 'Which space?' }).waitFor();
  await phone.page.getByRole('button', { name: new RegExp(space) }).click();
  await atHome();
}

async function signInAs(mail: string): Promise<void> {
  await phone.page.goto(service.address);
  await button('Sign in with a code').click();
  await passTheServicesPages(phone.page, mail);
  await goTo('Les Voisins de Valorme');
}

const mailOf = async (role: 'volunteer' | 'leader') => (await service.get<Me>('/me', role)).data.User.mail;

test('a link with a token joins by itself, and the token leaves the address bar', async () => {
  await joinBy(phone, service.joinLink('volunteer'));
  const { hash, search, pathname } = new URL(phone.page.url());
  assert.deepEqual({ hash, search, pathname }, { hash: '', search: '', pathname: '/' });
  assert.deepEqual(phone.errors, []);
});

test('a leader’s join code opens Doorstep with the address filled in; a one-time code signs the volunteer in', async () => {
  await joinBy(phone, service.joinLink('leader'));
  await phone.page.goto(`${service.address}/join-code`);
  await phone.page.getByRole('img', { name: 'QR code of the join link' }).waitFor();
  assert.deepEqual(await findFaults(phone.page), []);
  const link = await phone.page.getByText(/\/join#base_url=/).innerText();
  assert.ok(!link.includes(service.tokens.leader), 'the code carries no token');
  await phone.close();

  phone = await openPhone();
  await phone.page.goto(link);
  assert.equal(await phone.page.getByLabel('Address of the service').inputValue(), `${service.address}/api`);
  assert.deepEqual(await findFaults(phone.page), []);
  await button('Sign in with a code').click();
  await passTheServicesPages(phone.page, await mailOf('volunteer'));
  await phone.page.getByRole('heading', { name: 'Which space?' }).waitFor();
  assert.deepEqual(await findFaults(phone.page), []);
  await goTo('Les Voisins de Valorme');
  const { search, pathname } = new URL(phone.page.url());
  assert.deepEqual({ search, pathname }, { search: '', pathname: '/' }, 'the code left the address bar');
  await phone.page
    .getByText(/In touch/)
    .first()
    .waitFor();
  assert.deepEqual(phone.errors, []);
});

test('whoever belongs to several spaces begins in the one they choose, and the service knows', async () => {
  type Chosen = { data: { User: { selected_group_id: number[] }; spaces: { id: number; name: string }[] } };
  const mail = await mailOf('leader');
  await phone.page.goto(service.address);
  await button('Sign in with a code').click();
  await passTheServicesPages(phone.page, mail);
  await goTo('Training ground');
  await phone.page.getByRole('heading', { name: 'Training ground', level: 1 }).waitFor();
  const { User, spaces } = (await service.get<Chosen>('/me', 'leader')).data;
  const chosen = spaces.find(({ name }) => name === 'Training ground');
  assert.deepEqual(User.selected_group_id, [chosen?.id]);
  assert.deepEqual(phone.errors, []);
});

test('a token that has ended is renewed without anybody noticing', async () => {
  await signInAs(await mailOf('volunteer'));
  await phone.page
    .getByText(/In touch/)
    .first()
    .waitFor();
  await phone.page.goto(`${service.address}/outbox`);
  await button('Send now').waitFor();
  // The service worker stands between the page and the network, so the wire is cut inside the page.
  await phone.page.evaluate(() => {
    const send = window.fetch;
    let isRefused = false;
    window.fetch = async (input, init) => {
      const url = String(input);
      if (!isRefused && url.includes('/api/') && !url.includes('/oidc/')) {
        isRefused = true;
        return new Response('{}', { status: 401, headers: { 'content-type': 'application/json' } });
      }
      const answer = await send(input, init);
      if (url.endsWith('/oidc/token')) Reflect.set(window, 'renewal', { status: answer.status });
      return answer;
    };
  });
  await button('Send now').click();
  const renewal = await phone.page.waitForFunction(() => Reflect.get(window, 'renewal') as unknown);
  assert.deepEqual(await renewal.jsonValue(), { status: 200 });
  await phone.page
    .getByText(/In touch/)
    .first()
    .waitFor();
  assert.equal(await button('Sign in again').count(), 0);
});

test('each reason why joining fails has its own sentence', async () => {
  const join = async (address: string, token?: string) => {
    await phone.page.goto(service.address);
    await phone.page.getByLabel('Address of the service').fill(address);
    if (token === undefined) return button('Sign in with a code').click();
    await button('I have an access token').click();
    await phone.page.getByLabel('Access token').fill(token);
    await button('Join').click();
  };
  await join('somewhere');
  await phone.page.getByText('That is not the address of a service. It starts with https://').waitFor();

  await join(`${service.address}/api/nothing/here`);
  await sentence(/it is not a service that Doorstep can speak to/);

  await join('http://localhost:9/api');
  await sentence(/Nothing answers at that address/);

  // No certificate at all: a page is told as little about a bad one, so the sentence says where to look.
  await join(service.address.replace('http:', 'https:'));
  await sentence(/the certificate of the service may not match/);
  await button('Open the address in the browser').waitFor();

  await join(`${service.address}/api`, 'a-token-that-was-revoked');
  await sentence(/The token has expired or was revoked/);

  // Begun in another browser, or long ago: the code belongs to nobody here.
  await phone.page.goto(`${service.address}/signed-in?code=old&state=other`);
  await sentence(/That sign-in has expired or was used before/);
  assert.deepEqual(await findFaults(phone.page), []);

  // The host alone is enough: the service is found below it.
  await join(service.address);
  await phone.page.getByLabel('Mail address').waitFor();
});

test('an address without https says why nothing can be kept there', async () => {
  const found = await findBrowser();
  assert.ok(found.kind === 'found');
  const browser = await chromium.launch({
    executablePath: found.path,
    args: [...browserArguments, '--host-resolver-rules=MAP doorstep.test 127.0.0.1'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://doorstep.test:${new URL(service.address).port}/`);
    await page.getByText('This address is not safe enough to keep records').waitFor();
    await page.getByText(/docs\/deploy\.md/).waitFor();
  } finally {
    await browser.close();
  }
});
