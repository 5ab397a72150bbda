import { chromium } from '@playwright/test';
import { browserArguments, requireBrowser } from '../../scripts/browser';
import { findViolations } from './axe';
import { createDemo, expect, test, type Demo } from './demo';
import { openJoinLink } from './harness';

test.use({ joinAs: null, phoneOptions: { isFirstVisit: true } });

const waitForHome = ({ phone }: Demo) => phone.page.getByRole('tab', { name: 'Home' }).waitFor();
const button = ({ phone }: Demo, name: string) => phone.page.getByRole('button', { name, exact: true });
const waitForAlert = ({ phone }: Demo, text: RegExp) =>
  phone.page.getByRole('alert').getByText(text).waitFor();

/** All users of the demo belong to two spaces and choose one after signing in. */
async function chooseSpace(demo: Demo, space: string): Promise<void> {
  await demo.phone.page.getByRole('heading', { name: 'Which space?' }).waitFor();
  await demo.phone.page.getByRole('button', { name: new RegExp(space) }).click();
  await waitForHome(demo);
}

async function signInAs(demo: Demo, mail: string): Promise<void> {
  await demo.open('/');
  await button(demo, 'Sign in with a code').click();
  await demo.signInWithCode(mail);
  await chooseSpace(demo, 'Les Voisins de Valorme');
}

test('a link with a token joins without a question, and the token is removed from the address bar', async ({
  demo,
}) => {
  await openJoinLink(demo.phone, demo.service.joinLink('volunteer'));
  const { hash, search, pathname } = new URL(demo.phone.page.url());
  expect({ hash, search, pathname }).toEqual({ hash: '', search: '', pathname: '/' });
  expect(demo.phone.errors).toEqual([]);
});

test('a join link of another person shows that a user is signed in, and changes nothing', async ({
  demo,
}) => {
  const { page } = demo.phone;
  await openJoinLink(demo.phone, demo.service.joinLink('volunteer'));
  expect(await page.getByText('You are already signed in').count()).toBe(0);
  await page.goto('about:blank');
  await page.goto(demo.service.joinLink('admin'));
  await page.getByText('To join as someone else, sign out first.').waitFor();
  await waitForHome(demo);
  const { hash, pathname } = new URL(page.url());
  expect({ hash, pathname }).toEqual({ hash: '', pathname: '/' });
  await demo.open('/you');
  await demo.text('Volunteer').waitFor();
});

test('a join link works when the join page is already open', async ({ demo }) => {
  await demo.open('/join');
  await button(demo, 'Sign in with a code').waitFor();
  await openJoinLink(demo.phone, demo.service.joinLink('volunteer'));
  expect(new URL(demo.phone.page.url()).hash).toBe('');
});

test('a leader’s join code opens Doorstep with the service named, not asked for; a one-time code signs the volunteer in', async ({
  demo: leader,
  openAnotherPhone,
}) => {
  await openJoinLink(leader.phone, leader.service.joinLink('leader'));
  await leader.open('/join-code');
  await leader.phone.page.getByRole('img', { name: 'QR code of the join link' }).waitFor();
  expect(await findViolations(leader.phone.page)).toEqual([]);
  const link = await leader.phone.page.getByText(/\/join#base_url=/).innerText();
  expect(link, 'the code carries no token').not.toContain(leader.service.tokens.leader);
  const demo = createDemo(await openAnotherPhone({ isFirstVisit: true }), leader.service);
  await demo.phone.page.goto(link);
  await demo.text(`Service: ${new URL(demo.service.address).host}`).waitFor();
  expect(await demo.phone.page.getByLabel('Address of the service').count()).toBe(0);
  expect(await findViolations(demo.phone.page)).toEqual([]);
  await button(demo, 'Sign in with a code').click();
  await demo.signInWithCode(await demo.mailOf('volunteer'));
  await demo.phone.page.getByRole('heading', { name: 'Which space?' }).waitFor();
  expect(await findViolations(demo.phone.page)).toEqual([]);
  await chooseSpace(demo, 'Les Voisins de Valorme');
  const { search, pathname } = new URL(demo.phone.page.url());
  expect({ search, pathname }, 'the code left the address bar').toEqual({ search: '', pathname: '/' });
  await demo.text(/Last connected/).waitFor();
  expect(demo.phone.errors).toEqual([]);
});

test('a person of several spaces starts in the chosen one, and the service stores the choice', async ({
  demo,
}) => {
  type Chosen = { data: { User: { selected_group_id: number[] }; spaces: { id: number; name: string }[] } };
  const mail = await demo.mailOf('manager');
  const before = (await demo.service.get<Chosen>('/me', 'manager')).data.User.selected_group_id;
  try {
    await demo.open('/');
    await button(demo, 'Sign in with a code').click();
    await demo.signInWithCode(mail);
    await chooseSpace(demo, 'Training ground');
    await demo.phone.page.getByRole('heading', { name: 'Training ground', level: 1 }).waitFor();
    const { User, spaces } = (await demo.service.get<Chosen>('/me', 'manager')).data;
    const chosen = spaces.find(({ name }) => name === 'Training ground');
    expect(User.selected_group_id).toEqual([chosen?.id]);
    expect(demo.phone.errors).toEqual([]);
  } finally {
    // Other tests of this worker sign in the same person.
    await demo.service.runSql('UPDATE users SET selected_group_id = $2 WHERE mail = $1', [mail, before]);
  }
});

test('an expired token is renewed in the background', async ({ demo }) => {
  await signInAs(demo, await demo.mailOf('volunteer'));
  await demo.text(/Last connected/).waitFor();
  await demo.open('/outbox');
  await button(demo, 'Send now').waitFor();
  // The service worker sits between the page and the network, so the page's own fetch is replaced.
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
      const response = await send(input, init);
      if (url.endsWith('/oidc/token')) Reflect.set(window, 'renewal', { status: response.status });
      return response;
    };
  });
  await button(demo, 'Send now').click();
  const renewal = await demo.phone.page.waitForFunction(() => Reflect.get(window, 'renewal') as unknown);
  expect(await renewal.jsonValue()).toEqual({ status: 200 });
  await demo.text(/Last connected/).waitFor();
  expect(await button(demo, 'Sign in again').count()).toBe(0);
});

test('each reason why joining fails has its own message', async ({ demo }) => {
  const join = async (address: string, token?: string) => {
    await demo.open('/');
    await button(demo, 'Another service').click();
    await demo.phone.page.getByLabel('Address of the service').fill(address);
    if (token === undefined) return button(demo, 'Sign in with a code').click();
    await button(demo, 'I have an access token').click();
    await demo.phone.page.getByLabel('Access token').fill(token);
    await button(demo, 'Join').click();
  };
  await join('somewhere');
  await demo.phone.page
    .getByText('This is not the address of a service. An address starts with https://')
    .waitFor();

  await join(`${demo.service.address}/api/nothing/here`);
  await waitForAlert(demo, /not a service that works with Doorstep/);

  await join('http://localhost:9/api');
  await waitForAlert(demo, /Nothing answers at this address/);

  // There is no TLS here; a page receives no more about a bad certificate from the browser.
  await join(demo.service.address.replace('http:', 'https:'));
  await waitForAlert(demo, /the certificate of the service may be wrong/);
  await button(demo, 'Open the address in the browser').waitFor();

  await join(`${demo.service.address}/api`, 'a-token-that-was-revoked');
  await waitForAlert(demo, /The token has expired or was revoked/);

  // A sign-in that was started in another browser, or long ago.
  await demo.open('/signed-in?code=old&state=other');
  await waitForAlert(demo, /This sign-in has expired or was used before/);
  expect(await findViolations(demo.phone.page)).toEqual([]);

  // The host alone is enough: the app finds the API below it.
  await join(demo.service.address);
  await demo.phone.page.getByLabel('Mail address').waitFor();
});

test('an address without https shows why no records can be stored there', async ({ service }) => {
  const browser = await chromium.launch({
    executablePath: requireBrowser(),
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
