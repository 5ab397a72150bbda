import assert from 'node:assert/strict';
import { findViolations } from './axe';
import { expect, test, type Demo } from './demo';

test.use({ joinAs: 'leader' });

type ActionList = { data: { ActionsAggreg: { Action: { id: number; name: string } }[] } };
type TeamBody = { data: { team: { name: string; users: { firstname: string; surname: string }[] } } };
type ContactBody = { firstname: string; surname: string };

const heading = ({ phone }: Demo, name: string) =>
  phone.page.getByRole('main').getByRole('heading', { name, level: 1 }).first();

/** Every field screen, by its address and its heading. */
async function listScreens(demo: Demo): Promise<{ path: string; title: string }[]> {
  const { team_id: teamId, contact_id: contactId } = demo.service.sample;
  const list = await demo.service.get<ActionList>('/actions', 'leader');
  const action = list.data.ActionsAggreg[0]?.Action;
  const { data } = await demo.service.get<TeamBody>(`/teams/${teamId}`, 'leader');
  const contact = await demo.service.get<ContactBody>(`/v1/contacts/${contactId}`, 'leader');
  assert.ok(action);
  return [
    { path: '/actions', title: 'Actions' },
    { path: `/actions/${action.id}`, title: action.name },
    { path: '/teams', title: 'Teams' },
    { path: `/teams/${teamId}`, title: data.team.name },
    { path: `/teams/${teamId}/roll-call`, title: data.team.name },
    { path: '/contacts', title: 'Contacts' },
    { path: `/contacts/${contactId}`, title: `${contact.firstname} ${contact.surname}`.trim() },
  ];
}

test('every field screen and the search work after a cold start with the network off', async ({ demo }) => {
  const screens = await listScreens(demo);
  await demo.goTo('/contacts');
  const { total } = await demo.service.get<{ total: number }>('/v1/contacts?limit=1', 'leader');
  await demo.phone.page.getByText(new RegExp(`^${total} on this phone · Up to date`)).waitFor();

  await demo.phone.restart();
  await demo.phone.setOffline(true);
  for (const { path, title } of screens) {
    await demo.open(path);
    await heading(demo, title).waitFor();
  }
  const { data } = await demo.service.get<TeamBody>(`/teams/${demo.service.sample.team_id}`, 'leader');
  const person = data.team.users[0];
  assert.ok(person);
  await demo.goTo('/teams');
  await demo.phone.page.getByLabel('Search').fill(person.surname);
  await demo.phone.page.getByText(`${person.firstname} ${person.surname}`, { exact: true }).first().waitFor();

  await demo.goTo('/contacts');
  const contact = await demo.service.get<ContactBody>(
    `/v1/contacts/${demo.service.sample.contact_id}`,
    'leader'
  );
  await demo.phone.page.getByLabel('Search').fill(contact.surname);
  await demo.phone.page
    .getByText(`${contact.firstname} ${contact.surname}`, { exact: true })
    .first()
    .waitFor();
  expect(demo.phone.errors).toEqual([]);
});

test('a roll call ticked offline is still there after a restart of the browser', async ({ demo }) => {
  const path = `/teams/${demo.service.sample.team_id}/roll-call`;
  await demo.phone.setOffline(true);
  await demo.goTo(path);
  await demo.phone.page.getByRole('checkbox').first().click();
  await demo.phone.page.getByText(/^1 of \d+ here$/).waitFor();

  await demo.phone.restart();
  await demo.phone.setOffline(true);
  await demo.goTo(path);
  await demo.phone.page.getByText(/^1 of \d+ here$/).waitFor();
  const ticked = demo.phone.page.getByRole('checkbox', { checked: true });
  await ticked.first().waitFor();
  expect(await ticked.count()).toBe(1);
});

test('equal buttons of a list are described by what they are about', async ({ demo }) => {
  await demo.goTo(`/teams/${demo.service.sample.team_id}/roll-call`);
  const { page } = demo.phone;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  for (const guest of ['Rosa Marchand', 'Luc Armand']) {
    await button('Add a guest').click();
    await page.getByLabel('Name of the guest').fill(guest);
    await button('Add').click();
    await expect(button('Remove').last()).toHaveAccessibleDescription(guest);
  }
  await expect(button('Remove').first()).toHaveAccessibleDescription('Rosa Marchand');
  expect(await findViolations(page)).toEqual([]);
});

test('Back returns to the list with the same search', async ({ demo }) => {
  await demo.phone.setOffline(true);
  await demo.goTo('/contacts');
  await demo.phone.page.getByLabel('Search').fill('ma');
  const names = demo.phone.page.getByRole('main').getByRole('button').filter({ hasText: /\w/ });
  await names.nth(2).click();
  await demo.phone.page.getByRole('button', { name: 'Back' }).click();
  await heading(demo, 'Contacts').waitFor();
  expect(await demo.phone.page.getByLabel('Search').filter({ visible: true }).inputValue()).toBe('ma');
});

test('the letter index scrolls the list by keyboard and by touch, and is hidden during a search', async ({
  demo,
}) => {
  await demo.phone.setOffline(true);
  await demo.goTo('/contacts');
  const { page } = demo.phone;
  const letters = page.getByRole('slider', { name: 'Jump to a letter' });
  await letters.focus();
  /**
   * Waits until the index shows another letter and the first visible row belongs to it; returns the letter. The text
   * of a row is the initials, the name and the town.
   */
  const nextLetter = async (before: string): Promise<string> => {
    const found = await page.waitForFunction((last) => {
      const strip = document.querySelector('[role=slider]');
      const letter = strip?.getAttribute('aria-valuetext') ?? last;
      const top = strip?.getBoundingClientRect().top ?? 0;
      const rows = Array.from(document.querySelectorAll<HTMLElement>('[role=main] [role=button]'))
        .map((row) => ({ row, place: row.getBoundingClientRect() }))
        .filter(({ place }) => place.width > 200 && place.top >= top - 20)
        .sort((one, other) => one.place.top - other.place.top);
      const [, ...surnames] = rows[0]?.row.innerText.split('\n')[1]?.split(' ') ?? [];
      const isOfIt = surnames.some((word) => word.normalize('NFKD').toUpperCase().startsWith(letter));
      return letter !== last && isOfIt ? letter : null;
    }, before);
    return (await found.jsonValue()) ?? '';
  };
  const seen = [await nextLetter('')];
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press('ArrowDown');
    seen.push(await nextLetter(seen.at(-1) ?? ''));
  }
  expect([...new Set(seen)].sort(), 'each letter comes later in the alphabet').toEqual(seen);
  const box = await letters.boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height * 0.5);
  expect((await nextLetter(seen.at(-1) ?? '')) > 'G', 'the touch was in the middle of the alphabet').toBe(
    true
  );
  expect(await findViolations(page)).toEqual([]);

  await page.getByLabel('Search').fill('ma');
  await letters.waitFor({ state: 'detached' });
  expect(demo.phone.errors).toEqual([]);
});
