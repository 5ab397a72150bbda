import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { findFaults } from './accessibility';
import { eventually, joinBy, openPhone, startDemoService, type TestPhone, type TestService } from './harness';

let service: TestService;
let phone: TestPhone;

before(async () => {
  service = await startDemoService({ DEMO_CONTACTS: '300' });
});
afterEach(async () => {
  await phone?.close();
});
after(async () => {
  await service?.close();
});

/** What the keyboard stands on: its words, and whether anybody can see that it does. */
function readFocus(): Promise<{ name: string; role: string; isSeen: boolean; isInDialog: boolean }> {
  return phone.page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    // A field shows the ring around its whole box.
    const isSeen = [element, element.matches('input, textarea') ? element.parentElement : null].some(
      (part) => {
        if (part === null) return false;
        const { outlineStyle, outlineWidth, borderTopWidth } = getComputedStyle(part);
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || parseFloat(borderTopWidth) >= 2;
      }
    );
    return {
      name: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
      role: element.getAttribute('role') ?? element.tagName.toLowerCase(),
      isSeen,
      isInDialog: element.closest('dialog') !== null,
    };
  });
}

/** Presses Tab until the keyboard stands on this; everything on the way must show that it does. */
async function tabTo(name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    const focus = await readFocus();
    const isThere = typeof name === 'string' ? focus.name === name : name.test(focus.name);
    if (isThere && focus.role !== 'body') return;
    await phone.page.keyboard.press('Tab');
    const next = await readFocus();
    passed.push(next.name.slice(0, 40));
    if (next.role !== 'body') assert.ok(next.isSeen, `no ring around "${next.name}" (${next.role})`);
  }
  assert.fail(`Tab never came to ${String(name)}; it passed ${passed.join(' | ')}`);
}

const press = (key: string) => phone.page.keyboard.press(key);

/** Waits until the keyboard stands on this by itself. */
const focusComesTo = (name: string) =>
  eventually(`the keyboard stands on ${name}`, async () => (await readFocus()).name === name);

type Contact = { firstname: string; surname: string };

test('a donation is recorded with the keyboard alone, and a dialog keeps the keyboard until it is answered', async () => {
  phone = await openPhone();
  await joinBy(phone, service.joinLink('volunteer'));
  await phone.page
    .getByText(/^Up to date|^Last connected/)
    .first()
    .waitFor();
  const { firstname, surname } = await service.get<Contact>(`/v1/contacts/${service.sample.contact_id}`);

  await tabTo('Record');
  await press('Enter');
  await phone.page.getByLabel('Search').filter({ visible: true }).waitFor();
  await focusComesTo('Search');
  await phone.page.keyboard.type(`${firstname} ${surname}`);
  const found = new RegExp(`^(?!New supporter).*${firstname} ${surname}`);
  await phone.page.getByRole('button', { name: found }).first().waitFor();
  await tabTo(found);
  await press('Enter');

  // A group of choices is one stop; the arrows move inside it.
  await tabTo(/^€/);
  for (let presses = 0; presses < 6 && !(await readFocus()).name.startsWith('Other'); presses += 1) {
    const before = (await readFocus()).name;
    await press('ArrowRight');
    await eventually('the arrow leads on', async () => (await readFocus()).name !== before);
  }
  await tabTo('Amount');
  await phone.page.keyboard.type('5000');
  await tabTo('Save');
  await press('Enter');

  await phone.page.getByRole('dialog').waitFor();
  for (let presses = 0; presses < 8; presses += 1) {
    await press('Tab');
    const focus = await readFocus();
    // The browser's own bar is the one other stop that a modal dialog leaves.
    assert.ok(focus.isInDialog || focus.role === 'body', `the keyboard left the dialog for "${focus.name}"`);
  }
  await press('Escape');
  await phone.page.getByRole('dialog').waitFor({ state: 'detached' });
  // The keyboard is back where it was.
  await focusComesTo('Save');

  await press('Enter');
  await phone.page.getByRole('dialog').waitFor();
  await tabTo(/^Yes, save/);
  await press('Enter');
  // Said aloud: the tick comes in a live region that was there before it.
  const said = phone.page.locator('[role="status"][aria-live="polite"]').getByText('Saved on this phone');
  await said.waitFor();
  await phone.page.getByRole('button', { name: 'Record', exact: true }).waitFor();
  await phone.page.locator('[aria-live="polite"]').first().waitFor({ state: 'attached' });
  assert.deepEqual(phone.errors, []);
});

/** Every screen of the app, by its address and a word that says it stands. */
function screens(): [string, string | RegExp][] {
  const { team_id: team, contact_id: contact, user_id: user, bundle_id: bundle } = service.sample;
  return [
    ['/', 'Record'],
    ['/actions', 'Actions'],
    ['/actions/1', 'Addresses'],
    ['/teams', 'Teams'],
    [`/teams/${team}`, 'People'],
    [`/teams/${team}/roll-call`, 'Roll call'],
    ['/contacts', /on this phone/],
    [`/contacts/${contact}`, 'Given so far'],
    [`/record?contact=${contact}`, 'Paid by'],
    ['/record', 'Search'],
    ['/outbox', 'Send now'],
    ['/you', 'Your spaces'],
    ['/people', 'People'],
    [`/people/${user}`, 'Details'],
    [`/people/${user}/edit`, 'Surname'],
    ['/people/invite', 'Mail addresses'],
    ['/teams/new', 'Where the team meets'],
    [`/teams/${team}/edit`, 'Where the team meets'],
    ['/ledger', 'Sum'],
    [`/ledger/${bundle}`, 'Summary'],
    [`/ledger/${bundle}/correct`, 'Paid back'],
    ['/catalogue', 'Settings for payments'],
    ['/settings', 'Diagnostics'],
    ['/join-code', 'Share the link'],
  ];
}

/** What reaches over the edge of the page, or has more words than room for them. */
function findCutOff(): Promise<string[]> {
  return phone.page.evaluate(() => {
    const faults: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) faults.push('the page scrolls sideways');
    for (const element of Array.from(document.querySelectorAll<HTMLElement>('body *'))) {
      const words = Array.from(element.childNodes).filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = words
        .map((node) => node.textContent ?? '')
        .join('')
        .trim();
      if (text === '' || !element.checkVisibility() || element.closest('svg, [aria-hidden="true"]')) continue;
      const box = element.getBoundingClientRect();
      if (box.width === 0) continue;
      if (box.left < -1 || box.right > width + 1) faults.push(`over the edge: ${text}`);
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible')
        faults.push(`cut off: ${text}`);
    }
    return faults;
  });
}

async function visit(path: string, sign: string | RegExp): Promise<void> {
  await phone.page.goto(`${service.address}${path}`);
  const words = typeof sign === 'string' ? { exact: true } : {};
  await phone.page
    .getByText(sign, words)
    .or(phone.page.getByLabel(sign, words))
    .filter({ visible: true })
    .first()
    .waitFor();
}

test('at 320 px with text of twice the size nothing is cut off, and axe finds nothing', async () => {
  phone = await openPhone({ width: 320, height: 640, textScale: 2 });
  await joinBy(phone, service.joinLink('admin'));
  await phone.page
    .getByText(/^Up to date|^Last connected/)
    .first()
    .waitFor();
  const size = await phone.page
    .getByRole('heading', { level: 1 })
    .first()
    .evaluate((title) => parseFloat(getComputedStyle(title).fontSize));
  assert.ok(size > 40, `a title is ${size} px high`);
  const faults: string[] = [];
  for (const [path, sign] of screens()) {
    await visit(path, sign);
    for (const fault of [...(await findCutOff()), ...(await findFaults(phone.page))])
      faults.push(`${path}: ${fault}`);
  }
  assert.deepEqual(faults, []);
});

test('on a desk, lists beside their details: axe finds nothing', async () => {
  phone = await openPhone({ width: 1280, height: 800 });
  await joinBy(phone, service.joinLink('admin'));
  await phone.page
    .getByText(/^Up to date|^Last connected/)
    .first()
    .waitFor();
  const faults: string[] = [];
  for (const [path, sign] of screens()) {
    await visit(path, sign);
    for (const fault of await findFaults(phone.page)) faults.push(`${path}: ${fault}`);
  }
  assert.deepEqual(faults, []);
});
