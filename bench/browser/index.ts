import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { openPhone, type PersistentPhone } from '../../__tests__/e2e/harness';
import { buildWeb } from '../../scripts/build-web';
import { milliseconds, percentile, printTable, type Measure } from '../measure';
import { fillDatabase, type Filled } from '../service/filled';
import { buildPage } from '../pages';
import { serve, type Served } from '../served';
import { measureJoining } from './joining';
import { timeToChange, timeToSee } from './watching';

/** The text of the empty page. */
const emptyMark = 'An empty page';
const size = { contacts: 50_000, bundles: 50_000 };
const starts = 3;
const pictures = resolve(__dirname, '..', '..', 'shots', 'bench');

type Contact = { id: number; firstname: string; surname: string };

const nameOf = ({ firstname, surname }: Contact) => [firstname, surname].filter(Boolean).join(' ');

/** The first contact with a name at or after a position of the list; contacts without a name are first. */
async function namedFrom(address: string, token: string, offset: number): Promise<Contact> {
  const response = await fetch(`${address}/api/v1/contacts?limit=1000&offset=${offset}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await response.json()) as { data: Contact[] };
  if (data.length === 0) throw new Error('Nobody has a name.');
  return data.find((contact) => nameOf(contact) !== '') ?? namedFrom(address, token, offset + data.length);
}

/** The median of several starts, each a new browser process on the same storage, as after a night. */
async function coldStarts(
  phone: PersistentPhone,
  address: string,
  mark: string,
  offline: boolean
): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    await phone.restart();
    await phone.setOffline(offline);
    times.push(await timeToSee(phone.page, address, mark));
  }
  return middleOf(times);
}

/** The median of the finite values; a change that never happened is NaN. */
const middleOf = (times: readonly number[]) =>
  percentile(
    times.filter((time) => !Number.isNaN(time)),
    0.5
  );

function measureOf(work: string, ours: number, against: string, base: number | null): Measure {
  return {
    work,
    ours: milliseconds(ours),
    against,
    ratio: base === null ? null : ours / base,
    goal: '',
    isMet: null,
  };
}

type Places = { filled: Filled; app: Served; empty: Served };

async function measureApp({ filled, app, empty }: Places, isJoiningOnly: boolean): Promise<Measure[]> {
  const { address } = app;
  const token = filled.tokens.admin;
  const phone = await openPhone();
  const measures: Measure[] = [];
  try {
    console.error('joining …');
    measures.push(...(await measureJoining(filled, address, phone)));
    if (isJoiningOnly) return measures;
    await phone.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });

    const first = await namedFrom(address, token, 0);
    const middle = await namedFrom(address, token, size.contacts / 2);
    console.error('capture …');
    const saving: number[] = [];
    for (let turn = 0; turn < starts; turn += 1) {
      await phone.setOffline(true);
      await phone.page.goto(`${address}/record?contact=${first.id}`);
      const save = phone.page.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true });
      await save.waitFor();
      saving.push(await timeToChange(phone.page, /Saved on this phone/, () => save.click()));
    }
    measures.push(
      measureOf(
        'capture: from the tap on Save to "Saved", durable',
        middleOf(saving),
        'one frame is 16 ms',
        null
      )
    );

    console.error('cold starts …');
    const bare = await openPhone();
    const base = await coldStarts(bare, `${empty.address}/`, emptyMark, false);
    await bare.close();
    const besides = `an empty Expo page ${milliseconds(base)}`;
    const screens: [string, string, string, boolean][] = [
      ['Home, offline', '/', 'Collected today', true],
      [`Contacts with ${size.contacts} cached, offline`, '/contacts', nameOf(first), true],
      ['Outbox, offline', '/outbox', nameOf(first), true],
      // The captures are sent after this line.
      ['Home, online', '/', 'Collected today', false],
      [`Ledger of ${size.bundles}, offline`, '/ledger', ' transactions', true],
    ];
    for (const [name, path, mark, offline] of screens) {
      const time = await coldStarts(phone, `${address}${path}`, mark, offline);
      measures.push(measureOf(`cold start to the first rows of ${name}`, time, besides, base));
    }

    console.error('ledger, search …');
    const { page } = phone;
    const sum = /[\d,]+ transactions/;
    await page.getByRole('button', { name: 'Filter' }).click();
    const filtering: number[] = [];
    for (const choice of ['Membership', 'Any kind', 'Donation', 'Any kind', 'Membership', 'Any kind']) {
      const chip = page.getByRole('radio', { name: choice, exact: true });
      filtering.push(await timeToChange(page, sum, () => chip.click()));
    }
    measures.push(
      measureOf(
        `ledger of ${size.bundles}: from a filter to its rows and sums`,
        middleOf(filtering),
        'on the screen',
        null
      )
    );

    await page.goto(`${address}/contacts`);
    await page.getByText(nameOf(first)).first().waitFor();
    await mkdir(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, 'contacts.png') });
    const field = page.getByLabel('Search');
    await field.click();
    const typing: number[] = [];
    for (const letter of nameOf(middle).slice(0, 4)) {
      typing.push(await timeToChange(page, /[^]+/, () => field.pressSequentially(letter)));
    }
    measures.push(
      measureOf(
        `search ${size.contacts} contacts: from a key to the rows`,
        middleOf(typing),
        'on the screen',
        null
      )
    );
    await page.screenshot({ path: join(pictures, 'contacts-search.png') });
    await field.fill('');
    await page.mouse.move(195, 500);
    for (const distance of [4_000, 40_000, 400_000]) {
      await page.mouse.wheel(0, distance);
      await page.waitForTimeout(60);
      await page.screenshot({ path: join(pictures, `contacts-thrown-${distance}.png`) });
    }
    if (phone.errors.length > 0) throw new Error(phone.errors.join('\n'));
  } finally {
    await phone.close();
  }
  return measures;
}

/** The built app in a real Chromium on expo-sqlite, next to an empty Expo page in the same run. */
export async function benchBrowser([only]: readonly string[]): Promise<boolean> {
  const say = (line: string) => console.error(line);
  const webRoot = await buildWeb(say);
  const emptyRoot = await buildPage(join(__dirname, 'empty'), 'empty', { again: false });
  say(`filling a database: ${size.contacts} contacts, ${size.bundles} bundles …`);
  const filled = await fillDatabase({ ...size, recordedBy: 'manager' });
  const app = await serve(filled, webRoot);
  const empty = await serve(filled, emptyRoot);
  try {
    printTable(await measureApp({ filled, app, empty }, only === 'joining'));
  } finally {
    await empty.close();
    await app.close();
    await filled.drop();
  }
  return true;
}
