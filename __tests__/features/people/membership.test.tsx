import { screen } from 'expo-router/testing-library';

import { setFact } from '@/db/facts';
import { applyUsers, removeUsers } from '@/db/users';

import { openOrganiser, withSpace } from '../support/organiser';
import { press, settle, type } from '../support/render';

const role = { id: 3, name: 'Volunteer', type: 'user', order: 3 };
const amina = { id: 4, firstname: 'Amina', surname: 'Berger', mail: 'amina@example.org', role_data: role };

async function withMembership(roleType: 'manager' | 'user' = 'manager') {
  const test = await withSpace(roleType);
  await test.store.write((tx) => setFact(tx, test.scope, 'capabilities', ['membership']));
  test.fakes.online.changeMembership = { id: 4, state: 'active' };
  return test;
}

it('suspends a person after saying what happens to their phone', async () => {
  const { runtime, fakes } = await withMembership();
  openOrganiser(runtime, '/people/4');
  await screen.findByRole('button', { name: 'Suspend' });
  await press('button', 'Suspend');
  expect(screen.getByText(/Unsent records stay on that phone/)).toBeTruthy();
  await press('button', 'Suspend now');
  expect(fakes.written).toEqual([
    { endpoint: 'changeMembership', params: { id: 4 }, body: { data: { state: 'suspended' } } },
  ]);
  expect(await screen.findByText('Amina Berger is suspended')).toBeTruthy();
  expect(fakes.sendNows).toBe(1);
});

it('shows a suspended person as such and ends the suspension', async () => {
  const { runtime, fakes, store, scope } = await withMembership();
  await store.write((tx) => applyUsers(tx, scope, [{ ...amina, suspended_at: '2026-11-10T10:00:00Z' }]));
  openOrganiser(runtime, '/people/4');
  expect(await screen.findByText(/^Suspended since/)).toBeTruthy();
  await screen.findByRole('button', { name: 'End the suspension' });
  await press('button', 'End the suspension');
  expect(fakes.written.at(-1)?.body).toEqual({ data: { state: 'active' } });
});

it('asks for the second step where the service needs it', async () => {
  const { runtime, fakes, store, scope } = await withMembership();
  await store.write((tx) => applyUsers(tx, scope, [{ ...amina, suspended_at: '2026-11-10T10:00:00Z' }]));
  runtime.online.write = () => Promise.resolve({ kind: 'second_step' });
  fakes.sendNows = 0;
  openOrganiser(runtime, '/people/4');
  await screen.findByRole('button', { name: 'End the suspension' });
  await press('button', 'End the suspension');
  expect(await screen.findByText('Confirm with your second step first, then try again.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open the second step' })).toBeTruthy();
});

it('lists removed people from the service and lets one in again', async () => {
  const { runtime, fakes, store, scope } = await withMembership();
  await store.write((tx) => removeUsers(tx, scope, [4]));
  const since = '2026-11-10T10:00:00Z';
  fakes.online.listMembersAway = { good: [{ ...amina, state: 'removed', since }], bad: [] };
  openOrganiser(runtime, '/people');
  await screen.findByText('Marc Dulac');
  expect(screen.getByText(/^2 people/)).toBeTruthy();
  await press('button', 'Sort and filter');
  await press('radio', 'Removed');
  await press('button', 'Show');
  await screen.findByText('Amina Berger');
  // They are not the members, and not of the last download.
  expect(screen.queryByText(/^2 people/)).toBeNull();
  // As among the members: each word is the beginning of one, with or without accents.
  await type('Search', 'bergér ami');
  expect(await screen.findByText('Amina Berger')).toBeTruthy();
  await type('Search', 'mina');
  expect(await screen.findByText('Nobody matches')).toBeTruthy();
  await type('Search', '');
  await press('button', /^Amina Berger/);
  expect(await screen.findByText(/^Removed on/)).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Amina Berger' })).toBeTruthy();
  await press('button', 'Let in again');
  expect(fakes.written.at(-1)).toEqual({
    endpoint: 'changeMembership',
    params: { id: 4 },
    body: { data: { state: 'active' } },
  });
});

it('says that only the service has the list when there is no signal', async () => {
  const { runtime } = await withMembership();
  openOrganiser(runtime, '/people');
  await screen.findByText('Marc Dulac');
  await press('button', 'Sort and filter');
  await press('radio', 'Suspended');
  await press('button', 'Show');
  expect(await screen.findByText('The list is not available now')).toBeTruthy();
});

it.each([
  ['a volunteer', 'user', ['membership']],
  ['a manager of a service without the extension', 'manager', []],
] as const)('is not offered to %s', async (_who, roleType, announced) => {
  const { runtime, store, scope } = await withSpace(roleType);
  await store.write((tx) => setFact(tx, scope, 'capabilities', [...announced]));
  openOrganiser(runtime, '/people/4');
  await screen.findByText('Amina Berger');
  await settle();
  expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove from the space' })).toBeNull();
});

describe('a mail address that waits for confirmation', () => {
  const pending_mail = {
    mail: 'new@example.org',
    expires_at: '2026-11-15T10:00:00Z',
    cancel_url: 'https://one.example/api/account/mail-keep/x',
  };

  it('is shown to its owner, who can keep the current one', async () => {
    const { runtime, fakes, store, scope } = await withSpace('user');
    await store.write((tx) => setFact(tx, scope, 'capabilities', ['me']));
    fakes.online.getMe = { User: { id: 1, mail: 'current@example.org' }, pending_mail };
    openOrganiser(runtime, '/you');
    expect(await screen.findByText('new@example.org waits for confirmation')).toBeTruthy();
    // The phone may still show the new address as its own edit.
    expect(screen.getByText(/current@example\.org/)).toBeTruthy();
    await press('button', 'Keep the current address');
    expect(fakes.opened).toEqual([pending_mail.cancel_url]);
  });

  it('is shown to a manager as proposed', async () => {
    const { runtime, fakes, store, scope } = await withSpace('manager');
    await store.write((tx) => setFact(tx, scope, 'capabilities', ['me']));
    fakes.online.getUser = { id: 4, pending_mail: 'new@example.org' };
    openOrganiser(runtime, '/people/4');
    expect(await screen.findByText(/^Amina Berger has to confirm this address/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Keep the current address' })).toBeNull();
  });
});
