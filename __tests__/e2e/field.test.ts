import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFaults, findFaultsInBoth } from './accessibility';
import { setUpDemo } from './demo';
import { waitUntilHeldOffline } from './harness';

const demo = setUpDemo({ settings: { DEMO_CONTACTS: '600' }, joinAs: 'leader' });
const { goTo: open } = demo;

type ActionList = { data: { ActionsAggreg: { Action: { id: number; name: string } }[] } };
type TeamAnswer = { data: { team: { name: string; users: { firstname: string; surname: string }[] } } };
type ContactAnswer = { firstname: string; surname: string };

const heading = (name: string) => demo.phone.page.getByRole('main').getByRole('heading', { name, level: 1 });

/** Every field screen, by its address and the heading that says it stands. */
async function screens(): Promise<{ path: string; title: string }[]> {
  const { team_id: teamId, contact_id: contactId } = demo.service.sample;
  const list = await demo.service.get<ActionList>('/actions', 'leader');
  const action = list.data.ActionsAggreg[0]?.Action;
  const { data } = await demo.service.get<TeamAnswer>(`/teams/${teamId}`, 'leader');
  const contact = await demo.service.get<ContactAnswer>(`/v1/contacts/${contactId}`, 'leader');
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

test('axe finds nothing on any field screen, in light and in dark', async () => {
  const all = await screens();
  await open('/');
  await demo.phone.page.getByRole('button', { name: 'Record' }).waitFor();
  assert.deepEqual(await findFaultsInBoth(demo.phone.page), [], '/');
  for (const { path, title } of all) {
    await open(path);
    await heading(title).first().waitFor();
    assert.deepEqual(await findFaultsInBoth(demo.phone.page), [], path);
  }
});

test('everything is there after a cold start with the network off, and a search answers', async () => {
  const all = await screens();
  await open('/contacts');
  await demo.phone.page.getByText(/^600 on this phone · Up to date/).waitFor();
  await waitUntilHeldOffline(demo.phone);

  await demo.phone.restart();
  await demo.phone.setOffline(true);
  for (const { path, title } of all) {
    await open(path);
    await heading(title).first().waitFor();
  }
  const { data } = await demo.service.get<TeamAnswer>(`/teams/${demo.service.sample.team_id}`, 'leader');
  const person = data.team.users[0];
  assert.ok(person);
  await open('/teams');
  await demo.phone.page.getByLabel('Search').fill(person.surname);
  await demo.phone.page.getByText(`${person.firstname} ${person.surname}`, { exact: true }).first().waitFor();

  await open('/contacts');
  const contact = await demo.service.get<ContactAnswer>(
    `/v1/contacts/${demo.service.sample.contact_id}`,
    'leader'
  );
  await demo.phone.page.getByLabel('Search').fill(contact.surname);
  await demo.phone.page
    .getByText(`${contact.firstname} ${contact.surname}`, { exact: true })
    .first()
    .waitFor();
  assert.deepEqual(demo.phone.errors, []);
});

test('a roll call ticked without signal is still there after the browser was ended', async () => {
  const path = `/teams/${demo.service.sample.team_id}/roll-call`;
  await demo.phone.setOffline(true);
  await open(path);
  await demo.phone.page.getByRole('checkbox').first().click();
  await demo.phone.page.getByText(/^1 of \d+ here$/).waitFor();

  await demo.phone.restart();
  await demo.phone.setOffline(true);
  await open(path);
  await demo.phone.page.getByText(/^1 of \d+ here$/).waitFor();
  const ticked = demo.phone.page.getByRole('checkbox', { checked: true });
  await ticked.first().waitFor();
  assert.equal(await ticked.count(), 1);
});

test('Back returns to the same place in the same list', async () => {
  await demo.phone.setOffline(true);
  await open('/contacts');
  await demo.phone.page.getByLabel('Search').fill('ma');
  const names = demo.phone.page.getByRole('main').getByRole('button').filter({ hasText: /\w/ });
  await names.nth(2).click();
  await demo.phone.page.getByRole('button', { name: 'Back' }).click();
  await heading('Contacts').waitFor();
  assert.equal(await demo.phone.page.getByLabel('Search').filter({ visible: true }).inputValue(), 'ma');
});

test('the letters at the side lead anywhere in the list, by keyboard and by finger, and go while one searches', async () => {
  await demo.phone.setOffline(true);
  await open('/contacts');
  const { page } = demo.phone;
  const letters = page.getByRole('slider', { name: 'Jump to a letter' });
  await letters.focus();
  /**
   * Waits until the strip stands at another letter than before, and the first row in sight is one of it; answers the
   * letter. The words of a row are the initials, the name and the town.
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
  assert.deepEqual([...new Set(seen)].sort(), seen, 'each letter is another, and comes later');
  const box = await letters.boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height * 0.5);
  assert.ok((await nextLetter(seen.at(-1) ?? '')) > 'G', 'the finger was in the middle of the alphabet');
  assert.deepEqual(await findFaults(page), []);

  await page.getByLabel('Search').fill('ma');
  await letters.waitFor({ state: 'detached' });
  assert.deepEqual(demo.phone.errors, []);
});
