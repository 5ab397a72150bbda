import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test as base, type Locator } from '@playwright/test';
import { startSmtp, type Smtp } from '../server/smtp';
import { openPhone, pressSave, syncNow, waitForServiceWorker, type TestPhone } from './harness';

interface NewService {
  address: string;
  /** Printed where the service was started. */
  setupAddress: string;
  smtp: Smtp;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

/** `npm start` with DEMO=0 in an empty folder, with its own database, and mails to a real SMTP server. */
const test = base.extend<{ service: NewService; openPerson: (name: string) => Promise<Person> }>({
  service: [
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'doorstep-setup-'));
      const smtp = await startSmtp();
      const port = await findFreePort();
      const address = `http://localhost:${port}`;
      const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
        cwd: resolve(__dirname, '../..'),
        env: {
          ...process.env,
          DEMO: '0',
          DATA_DIR: dataDir,
          DATABASE_URL: '',
          PORT: String(port),
          PUBLIC_URL: address,
          SMTP_URL: smtp.url,
          RATE_LIMIT: 'off',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const setupAddress = await new Promise<string>((found, failed) => {
        let output = '';
        child.once('exit', (code) => failed(new Error(`the service ended with ${code}: ${output}`)));
        child.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString('utf8');
          const printed = /Set it up at (\S+\?code=\w+)/.exec(output)?.[1];
          if (printed !== undefined && output.includes('Doorstep is ready')) found(printed);
        });
      });
      await use({ address, setupAddress, smtp });
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await smtp.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
    { timeout: 300_000 },
  ],
  openPerson: async ({ service }, use) => {
    const phones: TestPhone[] = [];
    await use(async (mail) => {
      const phone = await openPhone();
      phones.push(phone);
      return createPerson(phone, service, mail);
    });
    for (const phone of phones) await phone.close();
  },
});

/** A person at a screen, whose presses are counted. Typing into one field, and choosing a file, is one press. */
function createPerson(phone: TestPhone, service: NewService, mail: string) {
  const { page } = phone;
  let presses = 0;
  const visible = (found: Locator) => found.filter({ visible: true }).first();
  const text = (words: string | RegExp) => visible(page.getByText(words));
  const button = (name: string | RegExp) =>
    visible(page.getByRole('button', { name, exact: typeof name === 'string' }));
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  const type = async (label: string, typed: string) => {
    presses += 1;
    await visible(page.getByLabel(label, { exact: true })).fill(typed);
  };
  /** The newest code that the mail server has for this person. */
  const waitForCode = async () => {
    const codeOf = () =>
      service.smtp.accepted
        .filter(({ to, text: body }) => to === mail && /\b\d{6}\b/.test(body))
        .map(({ text: body }) => /\b(\d{6})\b/.exec(body)?.[1])
        .at(-1);
    await expect.poll(codeOf, { message: `a code is mailed to ${mail}`, timeout: 60_000 }).toBeTruthy();
    return codeOf() ?? '';
  };
  return {
    phone,
    page,
    text,
    button,
    press,
    type,
    countPresses: () => presses,
    addPress: () => (presses += 1),
    save: async () => {
      presses += 1;
      await pressSave(phone);
    },
    /** From the start page to Home, with the code from the mail. The page has the address of the setup or the invitation. */
    signIn: async (firstname: string, surname: string) => {
      await press(button('Sign in with a code'));
      await expect(visible(page.getByLabel('Mail address', { exact: true }))).toHaveValue(mail);
      await press(button('Send me a code'));
      await type('Code', await waitForCode());
      await press(button('Sign in'));
      await type('First name', firstname);
      await type('Surname', surname);
      await press(visible(page.getByRole('button')));
      await page.getByRole('tab', { name: 'Home' }).waitFor();
      await text(/^Up to date|^Last connected/).waitFor();
      await waitForServiceWorker(phone);
    },
    openTab: (name: string) => press(visible(page.getByRole('tab', { name }))),
  };
}
type Person = ReturnType<typeof createPerson>;

/** 200 people of two streets, each with a position. */
function createFile(): string {
  const lines = Array.from({ length: 200 }, (_, place) => {
    const [street, shift] = place < 120 ? ['rue des Tables', 0] : ['rue du Port', 0.02];
    const position = [45.77 + shift + place * 0.00001, 4.83 + shift + place * 0.00002];
    return [
      `Vera${place}`,
      `Voisin${place}`,
      `v${place}@example.org`,
      place + 1,
      street,
      '69001',
      'Lyon',
      ...position,
    ];
  });
  const header = ['Prénom', 'Nom', 'Email', 'house_number', 'Rue', 'Code postal', 'Ville', 'lat', 'lng'];
  return [header, ...lines].map((cells) => cells.join(',')).join('\n');
}

async function setUpOrganisation(ada: Person, service: NewService): Promise<void> {
  const { page } = ada;
  await page.goto(service.setupAddress);
  await ada.type('Name of the organisation', 'Les Voisins');
  await ada.type('Your mail address', 'ada@example.org');
  await ada.press(ada.button('Create'));
  await ada.press(page.getByRole('link', { name: 'Open Doorstep' }));
  await ada.signIn('Ada', 'Lee');
}

async function importContacts(ada: Person): Promise<void> {
  const { page } = ada;
  await ada.press(ada.button('Import contacts'));
  const chooser = page.waitForEvent('filechooser');
  await ada.press(ada.button('Choose a file'));
  const file = { name: 'voisins.csv', mimeType: 'text/csv', buffer: Buffer.from(createFile()) };
  await (await chooser).setFiles(file);
  await ada.press(ada.button('Import 200 contacts'));
  await ada.text('Imported: 200 new, 0 imported before').waitFor();
  await ada.openTab('Home');
}

async function invite(ada: Person): Promise<void> {
  await ada.press(ada.button('Invite people'));
  await ada.type('Mail addresses', 'lea@example.org, vic@example.org');
  await ada.press(ada.button('Invite 2 people'));
  await ada.text('0 added, 2 invited').waitFor();
  await ada.openTab('Home');
  await expect(ada.button('Invite people'), 'the step is done').toHaveCount(0);
}

/** A mailed invitation leads to the app. */
async function acceptInvitation(person: Person, service: NewService, mail: string, name: string) {
  const linkOf = () =>
    service.smtp.accepted
      .filter(({ to }) => to === mail)
      .map(
        ({ text }) => /http:\/\/localhost:\d+\S*/.exec(text.replace(/=\r?\n/g, '').replace(/=3D/g, '='))?.[0]
      )
      .at(0);
  await expect.poll(linkOf, { message: `${mail} is invited by mail`, timeout: 60_000 }).toBeTruthy();
  await person.page.goto(linkOf() ?? '');
  await person.signIn(name, 'Martin');
}

async function createTeam(ada: Person): Promise<void> {
  const { page } = ada;
  await syncNow(ada.phone);
  await ada.openTab('Teams');
  await ada.press(ada.button('New team'));
  await ada.type('Name', 'North');
  for (const [add, name] of [
    ['Add a leader', 'Lea Martin'],
    ['Add a member', 'Vic Martin'],
  ] as const) {
    await ada.press(ada.button(add));
    await ada.press(page.getByRole('dialog').getByText(name));
    await ada.press(page.getByRole('dialog').getByRole('button', { name: 'Done' }));
  }
  await ada.save();
}

/** Draws a triangle around one street with the mouse. */
async function drawTurf(ada: Person): Promise<void> {
  const { page } = ada;
  const map = page.getByRole('img', { name: 'Map to draw the area on' });
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  assert.ok(box);
  // The first street is in the south-west, the second one far in the north-east.
  for (const [x, y] of [
    [0.02, 0.3],
    [0.7, 0.98],
    [0.02, 0.98],
  ] as const) {
    ada.addPress();
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  }
  await ada.press(ada.button('Finish area'));
  await ada.text('120 contacts inside, 120 doors').waitFor();
}

async function planAction(ada: Person): Promise<void> {
  const { page } = ada;
  await ada.openTab('Home');
  await ada.press(ada.button('Plan an action'));
  await ada.press(page.getByRole('radio', { name: 'Published' }));
  await ada.text('Nobody takes part yet').waitFor();
  await ada.text('No area is chosen yet').waitFor();
  await ada.type('Name', 'Saturday at the tables');
  await drawTurf(ada);
  await ada.press(page.getByRole('checkbox', { name: 'North' }));
  await expect(ada.text('Nobody takes part yet')).toHaveCount(0);
  await expect(ada.text('No area is chosen yet')).toHaveCount(0);
  await ada.press(ada.button('Save'));
  await page.getByRole('heading', { name: 'Saturday at the tables', level: 1 }).first().waitFor();
}

/** A gift of somebody who is no contact, without signal. */
async function recordOffline(vic: Person): Promise<void> {
  const { page } = vic;
  await syncNow(vic.phone);
  await vic.text('Saturday at the tables').waitFor();
  await vic.phone.setOffline(true);
  await vic.press(vic.button('Record'));
  await vic.type('Search', 'Nora Newcomer');
  await vic.press(vic.button(/^New supporter: Nora Newcomer/));
  await vic.press(page.getByRole('radio', { name: /20/ }).filter({ visible: true }).first());
  await vic.press(page.getByRole('radio', { name: 'Cash' }).filter({ visible: true }).first());
  await vic.save();
  await vic.text(/^1 on this phone/).waitFor();
  await vic.phone.setOffline(false);
  await vic.text('Everything is sent').waitFor();
}

async function linkGift(ada: Person): Promise<void> {
  const { page } = ada;
  await ada.openTab('Home');
  await ada.openTab('Outbox');
  await ada.press(ada.button('Send now'));
  await ada.openTab('Home');
  await ada.press(ada.button(/One gift has no contact/));
  await ada.press(ada.button(/Nora Newcomer/));
  await ada.press(page.getByRole('dialog').getByRole('button', { name: 'Create a contact and link' }));
  await ada.text('Every gift has its contact').waitFor();
  await syncNow(ada.phone);
  await ada.openTab('Contacts');
  await ada.type('Search', 'Nora');
  await ada.press(ada.button(/Nora Newcomer/));
  await ada.text('1 donation').waitFor();
}

test('a campaign is set up from an empty folder: organisation, prices, contacts, people, team, action; a gift arrives and is linked', async ({
  service,
  openPerson,
}) => {
  const begun = Date.now();
  const measured: Record<string, { presses: number; seconds: number }> = {};
  const [ada, lea, vic] = [
    await openPerson('ada@example.org'),
    await openPerson('lea@example.org'),
    await openPerson('vic@example.org'),
  ];
  const step = async (name: string, work: Promise<void>) => {
    await work;
    measured[name] = {
      presses: [ada, lea, vic].reduce((sum, person) => sum + person.countPresses(), 0),
      seconds: Math.round((Date.now() - begun) / 1000),
    };
  };
  await step('organisation', setUpOrganisation(ada, service));
  // The example prices are there, and the checklist leads through the rest.
  await expect(ada.button('Add prices')).toHaveCount(0);
  await step('contacts', importContacts(ada));
  await expect(ada.button('Import contacts'), 'the step is done').toHaveCount(0);
  await step('invitations', invite(ada));
  await step('leader', acceptInvitation(lea, service, 'lea@example.org', 'Lea'));
  await step('volunteer', acceptInvitation(vic, service, 'vic@example.org', 'Vic'));
  await step('team', createTeam(ada));
  await step('action', planAction(ada));
  await step('gift', recordOffline(vic));
  await step('linked', linkGift(ada));
  test.info().annotations.push({ type: 'measured', description: JSON.stringify(measured) });
  console.log(`From the first page, summed over three people: ${JSON.stringify(measured)}`);
  expect([ada, lea, vic].flatMap(({ phone }) => phone.errors)).toEqual([]);
  expect(measured.gift?.presses).toBeLessThanOrEqual(60);
});
