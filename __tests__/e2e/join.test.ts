import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { browserArguments, findBrowser } from '../../scripts/browser';
import { findFaults } from './accessibility';
import { setUpDemo } from './demo';
import { eventually, joinBy, patienceMs } from './harness';

const demo = setUpDemo({ settings: { DEMO_CONTACTS: '200' }, aPhoneEach: true });
const { mailOf, passTheServicesPages, text } = demo;

const atHome = () => demo.phone.page.getByRole('tab', { name: 'Home' }).waitFor();
const button = (name: string) => demo.phone.page.getByRole('button', { name, exact: true });
const sentence = (text: string | RegExp) => demo.phone.page.getByRole('alert').getByText(text).waitFor();

/** Everybody of the demo belongs to two spaces, and is asked which one to begin in. */
async function goTo(space: string): Promise<void> {
  await demo.phone.page.getByRole('heading', { name: 'Which space?' }).waitFor();
  await demo.phone.page.getByRole('button', { name: new RegExp(space) }).click();
  await atHome();
}

async function signInAs(mail: string): Promise<void> {
  await demo.goTo('/');
  await button('Sign in with a code').click();
  await passTheServicesPages(mail);
  await goTo('Les Voisins de Valorme');
}

test('a link with a token joins by itself, and the token leaves the address bar', async () => {
  await joinBy(demo.phone, demo.service.joinLink('volunteer'));
  const { hash, search, pathname } = new URL(demo.phone.page.url());
  assert.deepEqual({ hash, search, pathname }, { hash: '', search: '', pathname: '/' });
  assert.deepEqual(demo.phone.errors, []);
});

test('a link of somebody else says that one is signed in already, and changes nothing', async () => {
  const { page } = demo.phone;
  await joinBy(demo.phone, demo.service.joinLink('volunteer'));
  assert.equal(await page.getByText('You are already signed in').count(), 0);
  await page.goto('about:blank');
  await page.goto(demo.service.joinLink('admin'));
  await page.getByText('To join as someone else, sign out first.').waitFor();
  await atHome();
  const { hash, pathname } = new URL(page.url());
  assert.deepEqual({ hash, pathname }, { hash: '', pathname: '/' });
  await demo.goTo('/you');
  await text('Volunteer').waitFor();
});

test('a link that is opened where the page to join stands already joins too', async () => {
  await demo.goTo('/join');
  await button('Sign in with a code').waitFor();
  await joinBy(demo.phone, demo.service.joinLink('volunteer'));
  assert.equal(new URL(demo.phone.page.url()).hash, '');
});

test('a leader’s join code opens Doorstep with the address filled in; a one-time code signs the volunteer in', async () => {
  await joinBy(demo.phone, demo.service.joinLink('leader'));
  await demo.goTo('/join-code');
  await demo.phone.page.getByRole('img', { name: 'QR code of the join link' }).waitFor();
  assert.deepEqual(await findFaults(demo.phone.page), []);
  const link = await demo.phone.page.getByText(/\/join#base_url=/).innerText();
  assert.ok(!link.includes(demo.service.tokens.leader), 'the code carries no token');
  await demo.takeAnotherPhone();
  await demo.phone.page.goto(link);
  const address = demo.phone.page.getByLabel('Address of the service');
  await address.waitFor();
  await eventually(
    'the address is filled in',
    async () => (await address.inputValue()) === `${demo.service.address}/api`
  );
  assert.deepEqual(await findFaults(demo.phone.page), []);
  await button('Sign in with a code').click();
  await passTheServicesPages(await mailOf('volunteer'));
  await demo.phone.page.getByRole('heading', { name: 'Which space?' }).waitFor();
  assert.deepEqual(await findFaults(demo.phone.page), []);
  await goTo('Les Voisins de Valorme');
  const { search, pathname } = new URL(demo.phone.page.url());
  assert.deepEqual({ search, pathname }, { search: '', pathname: '/' }, 'the code left the address bar');
  await text(/Last connected/).waitFor();
  assert.deepEqual(demo.phone.errors, []);
});

test('whoever belongs to several spaces begins in the one they choose, and the service knows', async () => {
  type Chosen = { data: { User: { selected_group_id: number[] }; spaces: { id: number; name: string }[] } };
  const mail = await mailOf('leader');
  await demo.goTo('/');
  await button('Sign in with a code').click();
  await passTheServicesPages(mail);
  await goTo('Training ground');
  await demo.phone.page.getByRole('heading', { name: 'Training ground', level: 1 }).waitFor();
  const { User, spaces } = (await demo.service.get<Chosen>('/me', 'leader')).data;
  const chosen = spaces.find(({ name }) => name === 'Training ground');
  assert.deepEqual(User.selected_group_id, [chosen?.id]);
  assert.deepEqual(demo.phone.errors, []);
});

test('a token that has ended is renewed without anybody noticing', async () => {
  await signInAs(await mailOf('volunteer'));
  await text(/Last connected/).waitFor();
  await demo.goTo('/outbox');
  await button('Send now').waitFor();
  // The service worker stands between the page and the network, so the wire is cut inside the page.
  await demo.phone.page.evaluate(() => {
    const send = window.fetch;
    let isRefused = false;
    window.fetch = async (input, init) => {
      const url = String(input);
      const isWithToken = url.includes('/api/') && !url.includes('/oidc/') && !url.endsWith('/health');
      if (!isRefused && isWithToken) {
        isRefused = true;
        return new Response('{}', { status: 401, headers: { 'content-type': 'application/json' } });
      }
      const answer = await send(input, init);
      if (url.endsWith('/oidc/token')) Reflect.set(window, 'renewal', { status: answer.status });
      return answer;
    };
  });
  await button('Send now').click();
  const renewal = await demo.phone.page.waitForFunction(() => Reflect.get(window, 'renewal') as unknown);
  assert.deepEqual(await renewal.jsonValue(), { status: 200 });
  await text(/Last connected/).waitFor();
  assert.equal(await button('Sign in again').count(), 0);
});

test('each reason why joining fails has its own sentence', async () => {
  const join = async (address: string, token?: string) => {
    await demo.goTo('/');
    await demo.phone.page.getByLabel('Address of the service').fill(address);
    if (token === undefined) return button('Sign in with a code').click();
    await button('I have an access token').click();
    await demo.phone.page.getByLabel('Access token').fill(token);
    await button('Join').click();
  };
  await join('somewhere');
  await demo.phone.page
    .getByText('This is not the address of a service. An address starts with https://')
    .waitFor();

  await join(`${demo.service.address}/api/nothing/here`);
  await sentence(/it is not a service that Doorstep can speak to/);

  await join('http://localhost:9/api');
  await sentence(/Nothing answers at this address/);

  // No certificate at all: a page is told as little about a bad one, so the sentence says where to look.
  await join(demo.service.address.replace('http:', 'https:'));
  await sentence(/the certificate of the service may not match/);
  await button('Open the address in the browser').waitFor();

  await join(`${demo.service.address}/api`, 'a-token-that-was-revoked');
  await sentence(/The token has expired or was revoked/);

  // Begun in another browser, or long ago: the code belongs to nobody here.
  await demo.goTo('/signed-in?code=old&state=other');
  await sentence(/This sign-in has expired or was used before/);
  assert.deepEqual(await findFaults(demo.phone.page), []);

  // The host alone is enough: the service is found below it.
  await join(demo.service.address);
  await demo.phone.page.getByLabel('Mail address').waitFor();
});

test('an address without https says why nothing can be kept there', async () => {
  const found = await findBrowser();
  assert.ok(found.kind === 'found');
  const browser = await chromium.launch({
    executablePath: found.path,
    args: [...browserArguments, '--host-resolver-rules=MAP doorstep.test 127.0.0.1'],
    timeout: patienceMs,
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(patienceMs);
    await page.goto(`http://doorstep.test:${new URL(demo.service.address).port}/`);
    await page.getByText('This address is not safe enough to keep records').waitFor();
    await page.getByText(/docs\/deploy\.md/).waitFor();
  } finally {
    await browser.close();
  }
});
