/** Axe, and what fits into the page, on every screen of the app. */
import { findViolations, findViolationsInBothSchemes } from './axe';
import { expect, test, type Demo } from './demo';
import { type TestPhone, type TestService } from './harness';
import { nodeSigner, receiptOf } from '../support/receipts';

// The tests take long and do not depend on each other.
test.describe.configure({ mode: 'parallel' });
test.use({ joinAs: 'admin' });

const sampleReceipt = receiptOf(nodeSigner(), { book: 12, number: 17 });

/** Every screen of the app, by its address and a text that shows it is loaded. */
function listScreens(service: TestService): [string, string | RegExp][] {
  const { team_id: team, contact_id: contact, user_id: user, bundle_id: bundle } = service.sample;
  return [
    ['/', 'Record'],
    ['/actions', 'Actions'],
    ['/actions/1', 'Doors'],
    ['/actions/1/doors', 'Nobody in'],
    ['/teams', 'Teams'],
    [`/teams/${team}`, 'People'],
    [`/teams/${team}/roll-call`, 'Roll call'],
    [`/teams/${team}/check-in-code`, 'Check-in code'],
    ['/check-in', 'Check in'],
    [`/teams/${team}/board`, 'Text everyone missing'],
    ['/contacts', /on this phone/],
    [`/contacts/${contact}`, 'Given so far'],
    ['/contacts/duplicates', 'Possible duplicates'],
    ['/contacts/merge?one=1&other=2', 'The number that stays'],
    [`/record?contact=${contact}`, 'Paid by'],
    ['/record', 'Search'],
    ['/outbox', 'Send now'],
    ['/you', 'Your spaces'],
    ['/people', 'People'],
    [`/people/${user}`, 'Details'],
    [`/people/${user}/edit`, 'Surname'],
    ['/people/invite', 'Mail addresses'],
    ['/people/invitations', 'Invitations'],
    ['/teams/new', 'Where the team meets'],
    [`/teams/${team}/edit`, 'Where the team meets'],
    ['/ledger', 'Received'],
    [`/ledger/${bundle}`, 'Summary'],
    [`/ledger/${bundle}/correct`, 'Paid back'],
    ['/catalogue', 'Settings for payments'],
    ['/catalogue/questions', 'Add a question'],
    ['/catalogue/question', 'Answered with'],
    ['/settings', 'Diagnostics'],
    ['/help', 'Record at the door'],
    ['/join-code', 'Share the link'],
    ['/shift', 'Your shift'],
    ['/cash', 'Cash by person'],
    ['/batches', 'Batches'],
    ['/months', 'Months'],
    ['/reconciliation', 'Reconciliation'],
    ['/receipt-books', 'Receipt books'],
    [`/receipt?code=${sampleReceipt}`, 'Send the receipt'],
    [`/r#${sampleReceipt}`, 'Signed and not altered'],
  ];
}

/** Texts that reach over the edge of the page, or do not fit into their element. */
function findCutOffTexts({ page }: TestPhone): Promise<string[]> {
  return page.evaluate(() => {
    const violations: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) violations.push('the page scrolls sideways');
    for (const element of Array.from(document.querySelectorAll<HTMLElement>('body *'))) {
      const words = Array.from(element.childNodes).filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = words
        .map((node) => node.textContent ?? '')
        .join('')
        .trim();
      if (text === '' || !element.checkVisibility() || element.closest('svg, [aria-hidden="true"]')) continue;
      const box = element.getBoundingClientRect();
      if (box.width === 0) continue;
      if (box.left < -1 || box.right > width + 1) violations.push(`over the edge: ${text}`);
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible')
        violations.push(`cut off: ${text}`);
    }
    return violations;
  });
}

/** How many tests share the screens. */
const parts = 3;

/** Opens the screens of one part and collects the violations that `find` returns. */
async function findOnScreens(
  demo: Demo,
  part: number,
  find: (phone: TestPhone) => Promise<string[]>
): Promise<string[]> {
  const violations: string[] = [];
  for (const [path, text] of listScreens(demo.service).filter((_, index) => index % parts === part)) {
    await demo.goTo(path);
    const exact = typeof text === 'string' ? { exact: true } : {};
    // Not the tab bar, which names some of the screens before they are loaded.
    const main = demo.phone.page.getByRole('main');
    const loaded = main.getByText(text, exact).or(main.getByLabel(text, exact));
    await loaded.filter({ visible: true }).first().waitFor();
    for (const violation of await find(demo.phone)) violations.push(`${path}: ${violation}`);
  }
  return violations;
}

const phoneSize = { width: 390, height: 844 };
const desktopSize = { width: 1280, height: 800 };

for (let part = 0; part < parts; part += 1) {
  test.describe(`screens, part ${part + 1} of ${parts}`, () => {
    test('axe finds nothing on a phone in light and dark, and on a desktop', async ({ demo }) => {
      const find = async ({ page }: TestPhone) => {
        const onPhone = await findViolationsInBothSchemes(page);
        await page.setViewportSize(desktopSize);
        const onDesktop = await findViolations(page);
        await page.setViewportSize(phoneSize);
        return [...onPhone, ...onDesktop.map((violation) => `on a desktop: ${violation}`)];
      };
      expect(await findOnScreens(demo, part, find)).toEqual([]);
    });

    test.describe('320 px wide with text of twice the size', () => {
      test.use({ phoneOptions: { width: 320, height: 640, textScale: 2 } });

      test('axe finds nothing, and no text is cut off', async ({ demo }) => {
        const title = demo.phone.page.getByRole('heading', { level: 1 }).first();
        const size = await title.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
        expect(size, 'the title is enlarged').toBeGreaterThan(40);
        const find = async (phone: TestPhone) => [
          ...(await findCutOffTexts(phone)),
          ...(await findViolations(phone.page)),
        ];
        expect(await findOnScreens(demo, part, find)).toEqual([]);
      });
    });
  });
}
