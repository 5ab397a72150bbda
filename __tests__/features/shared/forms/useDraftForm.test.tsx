import { screen } from 'expo-router/testing-library';

import { getDraft, setDraft } from '@/db/drafts';
import { listOutbox } from '@/db/outbox/outbox';
import { applyTeams } from '@/db/teams';
import { applyUsers } from '@/db/users';

import { saturday } from '../../support/runtime';
import { press, settle, type } from '../../support/render';
import { openOrganiser, withSpace } from '../../support/organiser';

type Test = Awaited<ReturnType<typeof withSpace>>;

/** Like a kill: the screen is unmounted in the middle of a word, and opened again later. */
async function killAndReopen({ runtime }: Test, url: string, sign: string) {
  screen.unmount();
  openOrganiser(runtime, url);
  await screen.findByLabelText(sign);
  await settle();
}

const draftOf = async ({ store, scope }: Test, key: string) =>
  (await getDraft<{ form?: Record<string, unknown>; text?: string }>(store, scope, key))?.draft ?? null;

it('a half-changed profile is restored after a kill, and saving deletes its draft', async () => {
  const test = await withSpace('manager');
  openOrganiser(test.runtime, '/people/4/edit');
  await screen.findByLabelText('First name');
  await settle();
  expect(screen.queryByText('Draft kept')).toBeNull();
  await type('Phone', '06 11');
  await screen.findByText('Draft kept');

  await killAndReopen(test, '/people/4/edit', 'Phone');
  expect(screen.getByLabelText('Phone').props.value).toBe('06 11');
  expect(screen.getByText('Draft kept')).toBeTruthy();
  await press('button', 'Save');
  const [row] = await listOutbox(test.store, test.scope);
  expect(JSON.parse(row?.body ?? '')).toEqual({ data: { mail: 'amina@example.org', phone: '06 11' } });
  expect(await draftOf(test, 'person:4')).toBeNull();
});

it('a draft is a change of what was seen: it does not undo what a pull brought meanwhile', async () => {
  const test = await withSpace('manager');
  openOrganiser(test.runtime, '/people/4/edit');
  await screen.findByLabelText('Phone');
  await type('Phone', '06 22');
  screen.unmount();
  await test.store.write((tx) =>
    applyUsers(tx, test.scope, [
      { id: 4, firstname: 'Amina', surname: 'Berger', mail: 'amina@example.org', city: 'Paris' },
    ])
  );
  openOrganiser(test.runtime, '/people/4/edit');
  expect((await screen.findByLabelText('Phone')).props.value).toBe('06 22');
  await press('button', 'Save');
  const [row] = await listOutbox(test.store, test.scope);
  expect(JSON.parse(row?.body ?? '').data).toEqual({ mail: 'amina@example.org', phone: '06 22' });
});

it('a half-changed team is stored with the team it was changed from, for the merge', async () => {
  const test = await withSpace('manager');
  openOrganiser(test.runtime, '/teams/7/edit');
  await screen.findByLabelText('About the team');
  await type('About the team', 'Tuesdays');
  screen.unmount();
  await test.store.write((tx) =>
    applyTeams(tx, test.scope, [{ id: 7, name: 'Plateau and slopes', leaders: [], users: [] }])
  );
  await killAndReopen(test, '/teams/7/edit', 'About the team');
  expect(screen.getByLabelText('About the team').props.value).toBe('Tuesdays');
  await press('button', 'Save');
  const [row] = await listOutbox(test.store, test.scope);
  expect(row?.base).toMatchObject({ id: 7, name: 'Plateau' });
  expect(JSON.parse(row?.body ?? '').data.team).toMatchObject({ name: 'Plateau', description: 'Tuesdays' });
});

it('a new team has the same id after a kill, so that it is one team', async () => {
  const test = await withSpace('manager');
  openOrganiser(test.runtime, '/teams/new');
  await screen.findByLabelText('Name');
  await type('Name', 'Harb');
  const before = await getDraft<{ id: string }>(test.store, test.scope, 'team:new');
  await killAndReopen(test, '/teams/new', 'Name');
  await type('Name', 'Harbour');
  await press('button', 'Save');
  expect(await listOutbox(test.store, test.scope)).toMatchObject([{ id: before?.draft.id, who: 'Harbour' }]);
  expect(await draftOf(test, 'team:new')).toBeNull();
});

it('a half-made correction is restored, field by field', async () => {
  const test = await withSpace('manager');
  openOrganiser(test.runtime, '/ledger/100/correct');
  await screen.findByText('Transaction of €20.00');
  await press('radio', 'Unpaid');
  await press('button', 'Add a donation');
  await type('Amount', '3');
  await killAndReopen(test, '/ledger/100/correct', 'Amount');
  expect(screen.getByLabelText('Amount').props.value).toBe('3');
  expect(screen.getByRole('radio', { name: 'Unpaid', checked: true })).toBeTruthy();
  await press('button', 'Save');
  const [row] = await listOutbox(test.store, test.scope);
  expect(JSON.parse(row?.body ?? '').data).toMatchObject({
    transactions: [{ id: 1000, status_id: 4 }],
    donations: [{ amount: 300 }],
  });
  expect(await draftOf(test, 'correction:100')).toBeNull();
});

it('pasted addresses and the chosen role are restored', async () => {
  const test = await withSpace('admin');
  openOrganiser(test.runtime, '/people/invite');
  await screen.findByLabelText('Mail addresses');
  await type('Mail addresses', 'ben@example.org, carl@');
  await press('radio', 'Manager');
  await killAndReopen(test, '/people/invite', 'Mail addresses');
  expect(screen.getByLabelText('Mail addresses').props.value).toBe('ben@example.org, carl@');
  expect(screen.getByRole('radio', { name: 'Manager', checked: true })).toBeTruthy();
});

it('starting over deletes the draft and shows the stored record', async () => {
  const test = await withSpace('manager');
  openOrganiser(test.runtime, '/people/4/edit');
  await screen.findByLabelText('Phone');
  await type('Phone', '06 33');
  await screen.findByText('Draft kept');
  await press('button', 'Start over');
  expect(await draftOf(test, 'person:4')).not.toBeNull();
  await press('button', 'Yes, start over');
  expect((await screen.findByLabelText('Phone')).props.value).toBe('06 00 00 00 04');
  expect(screen.queryByText('Draft kept')).toBeNull();
  expect(await draftOf(test, 'person:4')).toBeNull();
});

it('a draft that cannot be parsed does not prevent the form', async () => {
  const test = await withSpace('manager');
  await test.store.write((tx) => setDraft(tx, test.scope, 'person:4', { version: 99 }, saturday));
  openOrganiser(test.runtime, '/people/4/edit');
  expect((await screen.findByLabelText('Phone')).props.value).toBe('06 00 00 00 04');
});

it('an update does not start while a form is changed, and does once it is saved', async () => {
  const test = await withSpace('manager');
  openOrganiser(test.runtime, '/people/4/edit');
  await screen.findByLabelText('Phone');
  await settle();
  const { update } = test.runtime;
  let starts = 0;
  test.fakes.update.offer(() => (starts += 1));
  expect(update.apply()).toBe('started');
  await type('Phone', '06 44');
  expect(update.apply()).toBe('form_open');
  await press('button', 'Save');
  expect(update.apply()).toBe('started');
  expect(starts).toBe(2);
});
